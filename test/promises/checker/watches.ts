/** Checks the events of each watch against all known changes in its scope. */
import { type History, reachedBy, revisionOf, type Watch, type WatchItem } from "../history/history.ts";
import { compareEvents, expectedEvents, problemWithBookmarks } from "./events.ts";
import type { Floors } from "./floors.ts";
import type { Versions } from "./versions.ts";
import type { Violation, WatchProblem } from "./violation.ts";

/** Returns the violations of watches. */
export function checkWatches({ watches }: History, versions: Versions, floors: Floors): Violation[] {
  return watches.flatMap((watch) => {
    const problem = problemWithOrder(watch) ?? problemWithEvents(watch, versions, floors) ?? problemWithEnd(watch);
    if (!problem) return [];
    const { rule, revision, text } = problem;
    return [{ rule, subject: `watch ${watch.id} at ${revision}`, message: `watch ${watch.id} ${text}` }];
  });
}

/** Number of items at the beginning that show the initial state. Undefined if only a search can find it. */
function initialCount({ start, items }: Watch): number | undefined {
  if (start.kind === "after") return 0;
  const end = items.findIndex((item) => item.type === "BOOKMARK" && item.endsInitial);
  return end >= 0 ? end : undefined;
}

/** Changes have ascending revisions. Events of the initial state have any order. */
function problemWithOrder(watch: Watch): WatchProblem | undefined {
  let lastEvent = watch.start.kind === "after" ? watch.start.revision : 0;
  let lastBookmark = 0;
  const count = initialCount(watch);
  for (const item of count === undefined ? afterFirstChange(watch.items) : watch.items.slice(count)) {
    const revision = revisionOf(item);
    const text = `delivered ${item.type} at ${revision} after revision ${Math.max(lastEvent, lastBookmark)}`;
    if (item.type === "BOOKMARK") {
      if (revision < Math.max(lastEvent, lastBookmark)) return { rule: "bookmarks-are-true", revision, text };
      lastBookmark = revision;
    } else {
      if (revision <= lastEvent) return { rule: "watches-are-ordered", revision, text };
      if (revision <= lastBookmark) return { rule: "bookmarks-are-true", revision, text };
      lastEvent = revision;
    }
  }
  return undefined;
}

/** Without an end mark, every item before the first other type may belong to the initial state. */
function afterFirstChange(items: readonly WatchItem[]): readonly WatchItem[] {
  const first = items.findIndex(({ type }) => type !== "ADDED");
  return first < 0 ? [] : items.slice(first);
}

function problemWithEvents(watch: Watch, versions: Versions, floors: Floors): WatchProblem | undefined {
  if (watch.start.kind === "after") return problemAfter(watch, watch.items, watch.start.revision, versions);
  return problemWithInitialState(watch, versions, floors.before(watch.openedAt));
}

function problemAfter(
  { tier }: Watch,
  items: readonly WatchItem[],
  after: number,
  versions: Versions,
): WatchProblem | undefined {
  const through = items.reduce((most, item) => Math.max(most, revisionOf(item)), after);
  const expected = expectedEvents(versions, tier, { after, through });
  return problemWithBookmarks(items, expected) ?? compareEvents(items, expected, versions);
}

/** Tries every revision whose state the watch may have begun with. Returns the problem of the best one. */
function problemWithInitialState(watch: Watch, versions: Versions, floor: number): WatchProblem | undefined {
  const { items, tier, start } = watch;
  if (items.length === 0 || !versions.isComplete) return undefined;
  const count = initialCount(watch);
  const bookmark = count === undefined ? undefined : items[count];
  const revisions = bookmark ? [revisionOf(bookmark)] : [0, ...versions.ordered.map(({ revision }) => revision)];
  let best: WatchProblem | undefined;
  let bestLength = -1;
  for (const revision of revisions) {
    const state = versions.stateAt(revision, tier);
    const length = count ?? state.size;
    if (!isState(items.slice(0, length), state) || length !== state.size) continue;
    const problem = problemAfter(watch, items.slice(length), revision, versions);
    const nextRevision = versions.ordered.find((version) => version.revision > revision)?.revision;
    const isFresh = start.kind === "any" || revision >= floor || (nextRevision ?? floor + 1) > floor;
    if (!problem && isFresh) return undefined;
    if (length <= bestLength) continue;
    bestLength = length;
    const text = `began with the state at ${revision}, but revision ${floor} had been seen before`;
    best = problem ?? { rule: "reads-are-fresh", revision, text };
  }
  const shown = items.slice(0, count ?? 5).map((item) => `${item.type} at ${revisionOf(item)}`);
  return best ?? { rule: "lists-are-atomic", revision: 0, text: `began with no state: ${shown.join(", ")}` };
}

function isState(items: readonly WatchItem[], state: ReadonlyMap<string, { readonly revision: number }>): boolean {
  const shown = new Set<string>();
  for (const item of items) {
    if (item.type !== "ADDED" || state.get(item.object.key)?.revision !== item.object.revision) return false;
    shown.add(item.object.key);
  }
  return shown.size === items.length;
}

function problemWithEnd(watch: Watch): WatchProblem | undefined {
  const { mustReach } = watch;
  const reached = reachedBy(watch);
  if (mustReach === undefined || reached >= mustReach) return undefined;
  const text = `stayed open, but delivered nothing after ${reached}, although revision ${mustReach} is in its scope`;
  return { rule: "watches-are-reliable", revision: mustReach, text };
}
