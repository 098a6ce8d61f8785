/** Arranges rules in the rows in which kubectl lists the permissions of a user. */
import { compareText } from "../../base/compare-text.ts";
import type { RoleRule } from "../../meta/access/role-rule.ts";

/** A rule whose lists have at most one value, except the list of verbs. */
interface SingleRule {
  readonly verbs: readonly string[];
  readonly group?: string;
  readonly resource?: string;
  readonly name?: string;
  readonly path?: string;
}

/** Returns a row of cells for each resource and path. Rules about the same resource and name share a row. */
export function accessRows(rules: readonly RoleRule[]): readonly (readonly string[])[] {
  const bySubject = new Map<string, SingleRule>();
  const paths: SingleRule[] = [];
  for (const rule of rules.flatMap(breakDown)) {
    if (rule.path !== undefined) {
      paths.push(rule);
      continue;
    }
    const key = JSON.stringify([rule.group, rule.resource, rule.name]);
    const verbs = [...new Set([...(bySubject.get(key)?.verbs ?? []), ...rule.verbs])];
    bySubject.set(key, { ...rule, verbs });
  }
  return [...paths, ...bySubject.values()]
    .toSorted((one, other) => compareText(sortKey(one), sortKey(other)))
    .map(({ verbs, path, name, ...resource }) => [
      resourceTitle(resource),
      bracketed(path === undefined ? [] : [path]),
      bracketed(name === undefined ? [] : [name]),
      bracketed(verbs),
    ]);
}

function breakDown(rule: RoleRule): readonly SingleRule[] {
  const { verbs, apiGroups, resources, resourceNames, nonResourceURLs } = rule;
  const names = resourceNames?.length ? resourceNames.map((name) => ({ name })) : [{}];
  const resourceRules = (apiGroups ?? []).flatMap((group) =>
    (resources ?? []).flatMap((resource) =>
      verbs.flatMap((verb) => names.map((name) => ({ verbs: [verb], group, resource, ...name }))),
    ),
  );
  const pathRules = (nonResourceURLs ?? []).flatMap((path) => verbs.map((verb) => ({ verbs: [verb], path })));
  return [...resourceRules, ...pathRules];
}

/** Returns the text by which kubectl sorts: Go's form of the rule. */
function sortKey({ verbs, group, resource, name, path }: SingleRule): string {
  const lists = [verbs, ...[group, resource, name, path].map((value) => (value === undefined ? [] : [value]))];
  return lists.map((list) => bracketed(list)).join(",");
}

function resourceTitle({ group = "", resource = "" }: Pick<SingleRule, "group" | "resource">): string {
  const slash = resource.indexOf("/");
  const [plural, subresource] = slash < 0 ? [resource, ""] : [resource.slice(0, slash), resource.slice(slash)];
  return `${plural}${group === "" ? "" : `.${group}`}${subresource}`;
}

function bracketed(values: readonly string[]): string {
  return `[${values.join(" ")}]`;
}
