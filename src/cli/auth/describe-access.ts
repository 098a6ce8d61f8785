/** Describes actions, rules, roles and subjects in words. */
import type { Attributes } from "../../meta/access/access-control.ts";
import type { BoundSubject, ListedBinding, ListedRole } from "../../meta/access/role-grants.ts";
import type { RoleRule } from "../../meta/access/role-rule.ts";

/** Returns an action in words: `delete pods "web" in the namespace "shop"`. */
export function describeAction(action: Attributes): string {
  if (!action.isResource) return `${action.verb} the path ${action.path}`;
  const { verb, namespace, group, resource, subresource, name } = action;
  const type = `${resource}${group === "" ? "" : `.${group}`}${subresource === "" ? "" : `/${subresource}`}`;
  const object = name === "" ? "" : ` ${JSON.stringify(name)}`;
  const place = namespace === "" ? "in the whole cluster" : `in the namespace ${JSON.stringify(namespace)}`;
  return `${verb} ${type}${object} ${place}`;
}

/** Returns the kind and the name of a role or binding: `RoleBinding "readers" in the namespace "shop"`. */
export function describeObject({
  kind,
  namespace,
  name,
}: Pick<ListedRole | ListedBinding, "kind" | "namespace" | "name">) {
  return `${kind} ${JSON.stringify(name)}${namespace === "" ? "" : ` in the namespace ${JSON.stringify(namespace)}`}`;
}

/** Returns a subject in words: `ServiceAccount "web" in the namespace "shop"`. */
export function describeSubject({ kind, name, namespace = "" }: BoundSubject): string {
  return describeObject({ kind, name, namespace });
}

/** Values of a list that are shown. Default roles have rules with dozens of resources. */
const shownValuesMax = 8;

/** Returns a rule in words: `get, list on pods (API groups "")`. */
export function describeRule({
  verbs,
  apiGroups = [],
  resources = [],
  resourceNames = [],
  nonResourceURLs = [],
}: RoleRule) {
  if (nonResourceURLs.length > 0) return `${shortList(verbs)} on the paths ${shortList(nonResourceURLs)}`;
  const groups = `API group${apiGroups.length === 1 ? "" : "s"} ${shortList(apiGroups.map((group) => JSON.stringify(group)))}`;
  const names =
    resourceNames.length === 0 ? "" : `, only ${shortList(resourceNames.map((name) => JSON.stringify(name)))}`;
  return `${shortList(verbs)} on ${shortList(resources)} (${groups})${names}`;
}

function shortList(values: readonly string[]): string {
  const rest = values.length - shownValuesMax;
  return [...values.slice(0, shownValuesMax), ...(rest > 0 ? [`${rest} more`] : [])].join(", ");
}
