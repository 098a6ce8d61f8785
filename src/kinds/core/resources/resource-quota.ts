import { type ResourceQuota, resourceQuotaSpec, resourceQuotaStatus } from "../../../api/core/v1/resource-quota.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { type FieldError, invalidField } from "../../../meta/field-error.ts";
import { type KindHooks, type RuleEntry, rulesFor } from "../../../schema/index.ts";
import { goTextList } from "../../meta/go-values.ts";
import { roundUpToMilli } from "./resource-lists.ts";
import { resourceQuotaColumns } from "./resource-quota-columns.ts";
import { reportQuota, reportQuotaAmounts } from "./resource-quota-rules.ts";

/** Hooks of ResourceQuotas: immutable scopes, columns. */
export const resourceQuotaHooks: KindHooks<ResourceQuota> = {
  validateUpdate: (quota, old, _, subresource) => (subresource === "status" ? [] : scopeErrors(quota, old)),
  nameFormat: "dns1123Subdomain",
  columns: resourceQuotaColumns,
};

/** Defaults and validation of the specs and statuses of ResourceQuotas. */
export const resourceQuotaRules: readonly RuleEntry[] = [
  rulesFor(resourceQuotaSpec, { defaults: ({ hard }) => roundUpToMilli(hard), validate: reportQuota }),
  rulesFor(resourceQuotaStatus, {
    defaults: ({ hard, used }) => {
      roundUpToMilli(hard);
      roundUpToMilli(used);
    },
    validate: ({ hard, used }, context) => {
      reportQuotaAmounts(hard, context, "hard");
      reportQuotaAmounts(used, context, "used");
    },
  }),
];

/** The scopes are immutable. Their order does not matter. */
function scopeErrors({ spec }: ResourceQuota, old: DeepReadonly<ResourceQuota>): FieldError[] {
  const scopes = new Set(spec?.scopes);
  const before = new Set(old.spec?.scopes);
  if (scopes.size === before.size && [...scopes].every((scope) => before.has(scope))) return [];
  return [invalidField("spec.scopes", goTextList(spec?.scopes, "core.ResourceQuotaScope"), "field is immutable")];
}
