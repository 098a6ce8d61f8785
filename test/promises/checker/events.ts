/** The events that a watch of a scope should deliver, and their comparison with the delivered ones. */
import { revisionOf, type WatchItem } from "../history/history.ts";
import { describe, selects, type Version, type Versions } from "./versions.ts";
import type { WatchProblem } from "./violation.ts";

/** An event that a watch should deliver. */
export interface ExpectedEvent {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly revision: number;
  /** The shown content. A DELETED event shows the last content in the scope. */
  readonly shown: Version;
}

/** Returns the events of a scope after one revision, up to another. */
export function expectedEvents(
  versions: Versions,
  tier: string | undefined,
  { after, through }: { readonly after: number; readonly through: number },
): ExpectedEvent[] {
  return versions.ordered.flatMap((version): ExpectedEvent[] => {
    const { key, revision } = version;
    if (revision <= after || revision > through) return [];
    const before = versions.at(key, revision - 1);
    const [wasSelected, isSelected] = [selects(before, tier), selects(version, tier)];
    if (isSelected) return [{ type: wasSelected ? "MODIFIED" : "ADDED", revision, shown: version }];
    return wasSelected && before ? [{ type: "DELETED", revision, shown: before }] : [];
  });
}

/** Returns the first bookmark that came before an event up to its revision. */
export function problemWithBookmarks(
  items: readonly WatchItem[],
  expected: readonly ExpectedEvent[],
): WatchProblem | undefined {
  const delivered = new Set<number>();
  for (const item of items) {
    if (item.type !== "BOOKMARK") delivered.add(item.object.revision);
    else {
      const missing = expected.find(({ revision }) => revision <= item.revision && !delivered.has(revision));
      const isLate =
        missing && items.some((one) => one.type !== "BOOKMARK" && one.object.revision === missing.revision);
      if (isLate) {
        const text = `delivered a bookmark at ${item.revision} before ${missing.type} at ${missing.revision}`;
        return { rule: "bookmarks-are-true", revision: item.revision, text };
      }
    }
  }
  return undefined;
}

/** Returns the first difference between delivered and expected events. */
export function compareEvents(
  items: readonly WatchItem[],
  expected: readonly ExpectedEvent[],
  versions: Versions,
): WatchProblem | undefined {
  const events = items.flatMap((item) => (item.type === "BOOKMARK" ? [] : [item]));
  for (const [index, { type, revision, shown }] of expected.entries()) {
    const event = events[index];
    if (!event || event.object.revision > revision) {
      const text = `did not deliver ${type} of ${describe(shown)} at ${revision}${reasonFor(items, revision)}`;
      return { rule: "watches-are-complete", revision, text };
    }
    if (event.object.revision < revision) return unexpected(event);
    // Without all changes, an unknown deletion may explain another type.
    const isExpected = !versions.isComplete || (event.type === type && event.object.uid === shown.uid);
    if (!isExpected || event.object.value !== shown.value || event.object.tier !== shown.tier) {
      const text = `delivered ${event.type} of ${event.object.key}=${event.object.value} at ${revision} instead of ${type} of ${describe(shown)}`;
      return { rule: "watches-are-filtered", revision, text };
    }
  }
  const extra = events[expected.length];
  return extra && unexpected(extra);
}

function unexpected(event: Extract<WatchItem, { readonly object: unknown }>): WatchProblem {
  const { key, revision } = event.object;
  const text = `delivered ${event.type} of ${key} at ${revision}, which is not in its scope`;
  return { rule: "watches-are-filtered", revision, text };
}

function reasonFor(items: readonly WatchItem[], revision: number): string {
  const later = items.find((item) => revisionOf(item) >= revision);
  return later ? `, but then ${later.type} at ${revisionOf(later)}` : "";
}
