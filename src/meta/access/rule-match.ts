/** Matching of rules of roles with actions, exactly as the reference matches them. The server and its clients share it. */
import type { Attributes, PathAction, ResourceAction } from "./access-control.ts";
import type { RoleRule } from "./role-rule.ts";

const wildcard = "*";

/** Whether a rule allows an action. */
export function ruleAllows(rule: RoleRule, attributes: Attributes): boolean {
  return attributes.isResource ? ruleAllowsResource(rule, attributes) : ruleAllowsPath(rule, attributes);
}

/** Whether a rule allows an action on a resource. */
export function ruleAllowsResource(
  { verbs, apiGroups = [], resources = [], resourceNames = [] }: RoleRule,
  action: ResourceAction,
): boolean {
  return (
    includesOrAll(verbs, action.verb) &&
    includesOrAll(apiGroups, action.group) &&
    matchingResources(action).some((resource) => resources.includes(resource)) &&
    (resourceNames.length === 0 || resourceNames.includes(action.name))
  );
}

/** Whether a rule allows an action on a path. */
export function ruleAllowsPath({ verbs, nonResourceURLs = [] }: RoleRule, { verb, path }: PathAction): boolean {
  return includesOrAll(verbs, verb) && nonResourceURLs.some((pattern) => pathMatches(pattern, path));
}

/** Returns all texts in a rule's `resources` that match the resource of an action: `pods/log`, `*` and `*`+`/log`. */
export function matchingResources({
  resource,
  subresource,
}: Pick<ResourceAction, "resource" | "subresource">): readonly string[] {
  return subresource === ""
    ? [resource, wildcard]
    : [`${resource}/${subresource}`, wildcard, `${wildcard}/${subresource}`];
}

function includesOrAll(list: readonly string[], value: string): boolean {
  return list.includes(value) || list.includes(wildcard);
}

/**
 * Whether a pattern matches a path. If it ends with `*`, all paths match that begin with the text before it. As in the
 * reference, several `*` at the end count as one.
 */
export function pathMatches(pattern: string, path: string): boolean {
  return pattern === path || (pattern.endsWith(wildcard) && path.startsWith(withoutTrailingWildcards(pattern)));
}

function withoutTrailingWildcards(pattern: string): string {
  let end = pattern.length;
  while (pattern[end - 1] === wildcard) end--;
  return pattern.slice(0, end);
}
