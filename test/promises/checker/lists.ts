/** Checks that each list, whole or in chunks, shows the whole state at one revision. */
import type { History, ListPage, Operation, Sighting } from "../history/history.ts";
import { selects, type Versions } from "./versions.ts";
import type { Violation } from "./violation.ts";

/** Returns the violations of lists. */
export function checkLists({ operations }: History, versions: Versions): Violation[] {
  return operations.flatMap((operation) => {
    const problem = problemWith(operation, versions);
    if (problem === undefined) return [];
    const { id } = operation;
    return [{ rule: "lists-are-atomic", subject: `operation ${id}`, message: `operation ${id} ${problem}` }];
  });
}

function problemWith({ request, outcome }: Operation, versions: Versions): string | undefined {
  if (request.kind !== "list" || outcome.kind !== "list") return undefined;
  const { pages } = outcome;
  const [first] = pages;
  if (!first) return "returned no page";
  const other = pages.find(({ revision }) => revision !== first.revision);
  if (other) return `listed chunks of revision ${first.revision} and of revision ${other.revision}`;
  return problemWithOrder(pages) ?? problemWithState(pages, request.tier, versions);
}

function problemWithOrder(pages: readonly ListPage[]): string | undefined {
  let before = "";
  for (const { key } of pages.flatMap(({ items }) => items)) {
    if (key === before) return `listed ${key} twice`;
    if (key < before) return `listed ${key} after ${before}`;
    before = key;
  }
  return undefined;
}

function problemWithState(
  pages: readonly ListPage[],
  tier: string | undefined,
  versions: Versions,
): string | undefined {
  const revision = pages[0]?.revision ?? 0;
  const items = new Map(pages.flatMap((page) => page.items).map((item) => [item.key, item]));
  for (const item of items.values()) {
    const problem = problemWithItem(item, { revision, tier }, versions);
    if (problem !== undefined) return problem;
  }
  if (!versions.isComplete) return undefined;
  const missing = [...versions.stateAt(revision, tier).values()].find(({ key }) => !items.has(key));
  return missing && `listed revision ${revision} without ${missing.key}, which exists since ${missing.revision}`;
}

function problemWithItem(
  { key, revision: shown, value }: Sighting,
  { revision, tier }: { readonly revision: number; readonly tier: string | undefined },
  versions: Versions,
): string | undefined {
  const current = versions.at(key, revision);
  if (shown > revision) return `listed revision ${revision} with ${key} at ${shown}`;
  if (current?.revision !== shown || current.value !== value) {
    return `listed revision ${revision} with ${key} at ${shown} instead of ${current?.revision}`;
  }
  return selects(current, tier) ? undefined : `listed ${key} at ${shown}, which its selector does not select`;
}
