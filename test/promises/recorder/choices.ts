/** Random choices of a history: its clients, requests and watches. All of them come from one seed. */
import type { Random } from "../../../src/base/random.ts";
import type { Content, ReadPoint, Request, WatchStart } from "../history/history.ts";
import type { Knowledge } from "./knowledge.ts";

/** Labels between which objects change. */
export const tiers = ["gold", "silver", undefined] as const;

/** One more revision than the newest one is never requested, because it may not exist yet. */
const pastRevisionsMax = 12;

/** Returns one of the choices. */
export function oneOf<T>(random: Random, choices: readonly T[]): T {
  return choices[random.below(choices.length)] as T;
}

/** Returns whether an event with this chance, in percent, happens. */
export function happens(random: Random, percent: number): boolean {
  return random.below(100) < percent;
}

/** Returns a random request. @param value the value of a write, which no other write has */
export function chooseRequest(random: Random, knowledge: Knowledge, keys: readonly string[], value: string): Request {
  const key = oneOf(random, keys);
  const content: Content = { key, value, tier: oneOf(random, tiers) };
  const kind = random.below(100);
  const expected = chooseExpected(random, knowledge, key);
  if (kind < 20) return { kind: "create", ...content };
  if (kind < 35) return { kind: "update", ...content, expected };
  if (kind < 48) return { kind: "patch", ...content, expected: happens(random, 25) ? expected : undefined };
  if (kind < 52) return { kind: "empty-patch", key };
  if (kind < 64) return chooseDeletion(random, knowledge, key);
  if (kind < 80) return { kind: "get", key, point: chooseGetPoint(random, knowledge) };
  return {
    kind: "list",
    point: chooseListPoint(random, knowledge),
    tier: happens(random, 30) ? oneOf(random, ["gold", "silver"]) : undefined,
    limit: happens(random, 40) ? 1 + random.below(3) : undefined,
  };
}

/** Returns a revision of the key, which is usually the newest one. Undefined for an unconditional write. */
function chooseExpected(random: Random, knowledge: Knowledge, key: string): number | undefined {
  const choice = random.below(10);
  if (choice === 0) return undefined;
  return choice === 1 ? knowledge.previousOf(key)?.revision : knowledge.newestOf(key)?.revision;
}

function chooseDeletion(random: Random, knowledge: Knowledge, key: string): Request {
  const known = happens(random, 80) ? knowledge.newestOf(key) : knowledge.previousOf(key);
  return {
    kind: "delete",
    key,
    uid: happens(random, 30) ? known?.uid : undefined,
    expected: happens(random, 30) ? known?.revision : undefined,
  };
}

function chooseGetPoint(random: Random, knowledge: Knowledge): ReadPoint {
  const choice = random.below(10);
  if (choice < 6) return { kind: "latest" };
  return choice < 8 ? { kind: "any" } : { kind: "not-older", revision: knowledge.revision };
}

function chooseListPoint(random: Random, knowledge: Knowledge): ReadPoint {
  const choice = random.below(10);
  if (choice < 5) return { kind: "latest" };
  if (choice < 7) return { kind: "any" };
  const past = random.below(pastRevisionsMax);
  const revision = Math.max(knowledge.firstRevision, knowledge.revision - past);
  return choice < 8 ? { kind: "not-older", revision } : { kind: "exact", revision };
}

/** Returns the start of a new watch. */
export function chooseWatchStart(random: Random, knowledge: Knowledge): WatchStart {
  const past = random.below(pastRevisionsMax);
  const choice = random.below(6);
  if (choice === 0) return { kind: "latest" };
  if (choice === 1) return { kind: "any" };
  if (choice === 2) return { kind: "initial-events" };
  return { kind: "after", revision: Math.max(knowledge.firstRevision, knowledge.revision - past) };
}
