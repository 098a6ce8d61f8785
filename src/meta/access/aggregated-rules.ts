/** The rules of a role that aggregates other roles. The aggregation controller and servers at their start share it. */
import { compareText } from "../../base/compare-text.ts";
import { fromLabelSelector, type LabelSelectorObject } from "../label-selector.ts";
import type { RoleRule } from "./role-rule.ts";

/** A ClusterRole, as far as its aggregation reads it. */
export interface AggregatableRole<R extends RoleRule> {
  readonly metadata: {
    readonly name?: string | undefined;
    readonly labels?: Readonly<Record<string, string>> | undefined;
  };
  readonly rules?: readonly R[] | null | undefined;
  readonly aggregationRule?:
    | { readonly clusterRoleSelectors?: readonly LabelSelectorObject[] | null | undefined }
    | null
    | undefined;
}

/**
 * Returns the rules that a role should have: those of all selected roles, in the order of the selectors and of the names,
 * without repetitions.
 * @param role a role with an `aggregationRule`
 * @param all all ClusterRoles
 * @throws ParseError if a selector is invalid
 */
export function aggregatedRules<R extends RoleRule>(
  role: AggregatableRole<R>,
  all: readonly AggregatableRole<R>[],
): readonly R[] {
  const selected = (role.aggregationRule?.clusterRoleSelectors ?? []).flatMap((selectorObject) => {
    const selector = fromLabelSelector(selectorObject);
    const matching = all.filter(({ metadata }) => selector.matches(metadata.labels ?? {}));
    return matching.sort((left, right) => compareText(nameOf(left), nameOf(right)));
  });
  const others = selected.filter((one) => nameOf(one) !== nameOf(role));
  const rules = new Map(others.flatMap((one) => (one.rules ?? []).map((rule) => [ruleKey(rule), rule] as const)));
  return [...rules.values()];
}

function nameOf({ metadata }: AggregatableRole<RoleRule>): string {
  return metadata.name ?? "";
}

/** Returns the same text for equal rules. */
export function ruleKey({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: RoleRule): string {
  return JSON.stringify([verbs, apiGroups, resources, resourceNames, nonResourceURLs].map((list) => list ?? []));
}
