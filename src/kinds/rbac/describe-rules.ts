/** The text of permissions in messages, as the reference prints them. */
import { compareText } from "../../base/compare-text.ts";
import type { RoleRule } from "../../meta/access/role-rule.ts";
import { goQuote } from "../../meta/go-quote.ts";

/**
 * Returns a line for each rule, sorted and without repetitions. Rules for the same group, resource and name become one
 * line with all their verbs.
 * @param rules broken down: each has one verb
 */
export function describeRules(rules: readonly RoleRule[]): string {
  const lines = new Set(combineVerbs(rules).map(describeRule));
  return [...lines].sort(compareText).join("\n");
}

function combineVerbs(rules: readonly RoleRule[]): readonly RoleRule[] {
  const combined = new Map<string, RoleRule & { readonly verbs: string[] }>();
  for (const { verbs, ...target } of rules) {
    const { apiGroups, resources, resourceNames, nonResourceURLs } = target;
    // As in the reference, each verb of a path has its own line.
    const key = JSON.stringify([apiGroups, resources, resourceNames, nonResourceURLs, nonResourceURLs && verbs]);
    const existing = combined.get(key);
    if (existing) existing.verbs.push(...verbs);
    else combined.set(key, { ...target, verbs: [...verbs] });
  }
  return [...combined.values()];
}

function describeRule({ apiGroups, resources, nonResourceURLs, resourceNames, verbs }: RoleRule): string {
  const parts = [
    ["APIGroups", apiGroups],
    ["Resources", resources],
    ["NonResourceURLs", nonResourceURLs],
    ["ResourceNames", resourceNames],
    ["Verbs", verbs],
  ] as const;
  const present = parts.flatMap(([name, list]) => (list && list.length > 0 ? [`${name}:${quoteList(list)}`] : []));
  return `{${present.join(", ")}}`;
}

/** Returns texts as Go's `%q` prints a list of them. */
export function quoteList(texts: readonly string[]): string {
  return `[${texts.map(goQuote).join(" ")}]`;
}
