/** Decides the rules of a ClusterRole that aggregates others. A pure function. */
import type { ClusterRole } from "../../api/rbac/v1/cluster-role.ts";
import type { PolicyRule } from "../../api/rbac/v1/policy-rule.ts";
import { compareText } from "../../base/compare-text.ts";
import { fromLabelSelector } from "../../meta/label-selector.ts";

/** Whether the rules of the role are correct. */
export type AggregationAction =
  | { readonly type: "none" }
  | { readonly type: "apply"; readonly rules: readonly PolicyRule[] };

/**
 * Returns the rules that the role should have: those of all selected roles, in the order of the selectors and of the names,
 * without repetitions.
 * @param role a role with an `aggregationRule`
 * @param all all ClusterRoles
 * @throws ParseError if a selector is invalid
 */
export function decide(role: Readonly<ClusterRole>, all: readonly Readonly<ClusterRole>[]): AggregationAction {
  const selected = (role.aggregationRule?.clusterRoleSelectors ?? []).flatMap((selectorObject) => {
    const selector = fromLabelSelector(selectorObject);
    const matching = all.filter(({ metadata }) => selector.matches(metadata.labels ?? {}));
    return matching.sort((left, right) => compareText(nameOf(left), nameOf(right)));
  });
  const others = selected.filter((one) => nameOf(one) !== nameOf(role));
  const rules = new Map(others.flatMap((one) => (one.rules ?? []).map((rule) => [ruleKey(rule), rule] as const)));
  const current = (role.rules ?? []).map(ruleKey);
  const isCurrent = current.length === rules.size && [...rules.keys()].every((key, index) => key === current[index]);
  return isCurrent ? { type: "none" } : { type: "apply", rules: [...rules.values()] };
}

function nameOf({ metadata }: Readonly<ClusterRole>): string {
  return metadata.name ?? "";
}

/** Returns the same text for equal rules. */
function ruleKey({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: PolicyRule): string {
  return JSON.stringify([verbs, apiGroups, resources, resourceNames, nonResourceURLs].map((list) => list ?? []));
}
