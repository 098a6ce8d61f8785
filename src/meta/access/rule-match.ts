/** Matches the rules of roles with actions. */
import type { Attributes, PathAction, ResourceAction } from "./access-control.ts";
import type { RoleRule } from "./role-rule.ts";

/** Whether a rule allows an action. */
export function ruleAllows(rule: RoleRule, action: Attributes): boolean {
  return hasOrAll(rule.verbs, action.verb) && (action.isResource ? allowsResource(rule, action) : allowsPath(rule, action));
}

function allowsResource(rule: RoleRule, { group, resource, subresource, name }: ResourceAction): boolean {
  const { apiGroups = [], resources = [], resourceNames = [] } = rule;
  const whole = subresource === "" ? resource : `${resource}/${subresource}`;
  const hasResource = hasOrAll(resources, whole) || (subresource !== "" && resources.includes(`*/${subresource}`));
  return hasOrAll(apiGroups, group) && hasResource && (resourceNames.length === 0 || resourceNames.includes(name));
}

function allowsPath({ nonResourceURLs = [] }: RoleRule, { path }: PathAction): boolean {
  return nonResourceURLs.some(
    (allowed) => allowed === "*" || allowed === path || (allowed.endsWith("*") && path.startsWith(allowed.slice(0, -1))),
  );
}

function hasOrAll(values: readonly string[], value: string): boolean {
  return values.includes("*") || values.includes(value);
}
