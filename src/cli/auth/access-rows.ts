/** Arranges rules in the rows in which kubectl lists the permissions of a user. */
import { compareText } from "../../base/compare-text.ts";
import { distinct } from "../../base/distinct.ts";
import type { RoleRule } from "../../meta/access/role-rule.ts";
import { breakDown } from "../../meta/access/rule-coverage.ts";

/** Returns a row of cells for each resource and path. Rules about the same resource and name share a row. */
export function accessRows(rules: readonly RoleRule[]): readonly (readonly string[])[] {
  const bySubject = new Map<string, RoleRule>();
  const paths: RoleRule[] = [];
  for (const rule of breakDown(rules)) {
    if (rule.nonResourceURLs) {
      paths.push(rule);
      continue;
    }
    const key = JSON.stringify([rule.apiGroups, rule.resources, rule.resourceNames]);
    const verbs = distinct([...(bySubject.get(key)?.verbs ?? []), ...rule.verbs]);
    bySubject.set(key, { ...rule, verbs });
  }
  return [...paths, ...bySubject.values()]
    .toSorted((one, other) => compareText(sortKey(one), sortKey(other)))
    .map(({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }) => [
      resourceTitle(resources?.[0] ?? "", apiGroups?.[0] ?? ""),
      bracketed(nonResourceURLs),
      bracketed(resourceNames),
      bracketed(verbs),
    ]);
}

/** Returns the text by which kubectl sorts: Go's form of the rule. */
function sortKey({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: RoleRule): string {
  return [verbs, apiGroups, resources, resourceNames, nonResourceURLs].map(bracketed).join(",");
}

function resourceTitle(resource: string, group: string): string {
  const slash = resource.indexOf("/");
  const [plural, subresource] = slash < 0 ? [resource, ""] : [resource.slice(0, slash), resource.slice(slash)];
  return `${plural}${group === "" ? "" : `.${group}`}${subresource}`;
}

function bracketed(values: readonly string[] | undefined): string {
  return `[${(values ?? []).join(" ")}]`;
}
