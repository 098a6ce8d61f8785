import type { NetworkPolicy } from "../../api/index.ts";
import type { Column, KindHooks } from "../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../columns.ts";
import { selectorText } from "../meta/selectors.ts";

const networkPolicyColumns: readonly Column<NetworkPolicy>[] = [
  nameColumn,
  column("Pod-Selector", "Pods that the policy selects.", ({ spec }) => selectorText(spec?.podSelector)),
  ageColumn,
];

/** Hooks of NetworkPolicies. */
export const networkPolicyHooks: KindHooks<NetworkPolicy> = {
  nameFormat: "dns1123Subdomain",
  columns: networkPolicyColumns,
};
