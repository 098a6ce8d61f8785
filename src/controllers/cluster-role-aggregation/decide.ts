/** Decides the rules of a ClusterRole that aggregates others. A pure function. */
import type { ClusterRole } from "../../api/rbac/v1/cluster-role.ts";
import type { PolicyRule } from "../../api/rbac/v1/policy-rule.ts";
import { aggregatedRules, ruleKey } from "../../meta/access/aggregated-rules.ts";

/** Whether the rules of the role are correct. */
export type AggregationAction =
  | { readonly type: "none" }
  | { readonly type: "apply"; readonly rules: readonly PolicyRule[] };

/**
 * Returns whether the role has the rules of the roles that it selects.
 * @param role a role with an `aggregationRule`
 * @param all all ClusterRoles
 * @throws ParseError if a selector is invalid
 */
export function decide(role: Readonly<ClusterRole>, all: readonly Readonly<ClusterRole>[]): AggregationAction {
  const rules = aggregatedRules<PolicyRule>(role, all);
  const current = (role.rules ?? []).map(ruleKey);
  const isCurrent = current.length === rules.length && rules.map(ruleKey).every((key, index) => key === current[index]);
  return isCurrent ? { type: "none" } : { type: "apply", rules };
}
