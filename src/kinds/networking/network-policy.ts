import type { NetworkPolicy } from "../../api/index.ts";
import { type NetworkPolicySpec, networkPolicySpec } from "../../api/networking/v1/network-policy.ts";
import { type Column, type KindHooks, type RuleEntry, rulesFor } from "../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../columns.ts";
import { selectorText } from "../meta/selectors.ts";

const networkPolicyColumns: readonly Column<NetworkPolicy>[] = [
  nameColumn,
  column("Pod-Selector", "Which Pods the policy is about.", ({ spec }) => selectorText(spec?.podSelector)),
  ageColumn,
];

export const networkPolicyHooks: KindHooks<NetworkPolicy> = {
  nameFormat: "dns1123Subdomain",
  columns: networkPolicyColumns,
};

export const networkPolicyRules: readonly RuleEntry[] = [rulesFor(networkPolicySpec, { defaults: fillTypes })];

function fillTypes(spec: NetworkPolicySpec): void {
  if ((spec.policyTypes ?? []).length > 0) return;
  spec.policyTypes = (spec.egress ?? []).length > 0 ? ["Ingress", "Egress"] : ["Ingress"];
}
