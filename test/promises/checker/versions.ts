/**
 * All versions of all objects that a history shows, in the order of their revisions. Responses and events contribute to
 * it. Two of them that contradict each other are a violation.
 */
import { type History, revisionOf, type Sighting, type Watch } from "../history/history.ts";
import type { Violation } from "./violation.ts";

/** A version of an object, or its deletion. A deletion has the content of the deleted object. */
export interface Version extends Sighting {
  readonly isDeletion: boolean;
  /** When the first client saw it. */
  readonly seenAt: number;
}

/** The versions of a history. */
export class Versions {
  readonly violations: Violation[] = [];
  /** In ascending order of revisions. */
  readonly ordered: readonly Version[];
  /**
   * Whether watches without a selector cover all revisions. Then every change of the namespace is known.
   */
  readonly isComplete: boolean;
  readonly #byRevision = new Map<number, Version>();
  readonly #byKey = new Map<string, Version[]>();
  readonly #deletions = new Map<string, Version>();

  constructor(history: History) {
    this.#collect(history);
    this.ordered = [...this.#byRevision.values()].sort((one, other) => one.revision - other.revision);
    for (const version of this.ordered) {
      const ofKey = this.#byKey.get(version.key);
      if (ofKey) ofKey.push(version);
      else this.#byKey.set(version.key, [version]);
      if (version.isDeletion) this.#deletions.set(version.uid, version);
    }
    this.isComplete = isCovered(this.ordered, history.watches);
  }

  get keys(): readonly string[] {
    return [...this.#byKey.keys()];
  }

  /** Returns the versions of a key in ascending order. */
  of(key: string): readonly Version[] {
    return this.#byKey.get(key) ?? [];
  }

  /** Returns the deletion of the object with this uid. */
  deletionOf(uid: string): Version | undefined {
    return this.#deletions.get(uid);
  }

  /** Returns the last version of a key up to a revision. */
  at(key: string, revision: number): Version | undefined {
    return this.of(key).findLast((version) => version.revision <= revision);
  }

  /** Returns the first version of a key after a revision. */
  after(key: string, revision: number): Version | undefined {
    return this.of(key).find((version) => version.revision > revision);
  }

  /** Returns the existing objects at a revision by key. */
  stateAt(revision: number, tier: string | undefined): Map<string, Version> {
    const state = new Map<string, Version>();
    for (const key of this.keys) {
      const version = this.at(key, revision);
      if (version && selects(version, tier)) state.set(key, version);
    }
    return state;
  }

  #collect({ operations, watches }: History): void {
    for (const { outcome, returnedAt } of operations) {
      if (outcome.kind === "object") this.#see(outcome.object, returnedAt, false);
      if (outcome.kind !== "list") continue;
      for (const { items } of outcome.pages) for (const item of items) this.#see(item, returnedAt, false);
    }
    for (const { items, tier } of watches) {
      for (const item of items) {
        if (item.type === "BOOKMARK") continue;
        // With a selector, DELETED can also mean that the object left the scope.
        const isDeletion = item.type === "DELETED";
        if (!isDeletion || tier === undefined) this.#see(item.object, item.at, isDeletion);
      }
    }
  }

  #see(sighting: Sighting, seenAt: number, isDeletion: boolean): void {
    const known = this.#byRevision.get(sighting.revision);
    if (known && !isSame(known, sighting, isDeletion)) {
      const [one, other] = [describe(known), describe({ ...sighting, isDeletion })];
      this.violations.push({
        rule: "one-write-per-revision",
        subject: String(sighting.revision),
        message: `revision ${sighting.revision} is ${one} and ${other}`,
      });
    }
    if (!known || known.seenAt > seenAt) {
      this.#byRevision.set(sighting.revision, { ...(known ?? { ...sighting, isDeletion }), seenAt });
    }
  }
}

/** Whether a selector of this tier selects the version. Without a tier, all existing objects are selected. */
export function selects(version: Version | undefined, tier: string | undefined): boolean {
  return version !== undefined && !version.isDeletion && (tier === undefined || version.tier === tier);
}

/** Returns the content and type of a version as text. */
export function describe(version: Omit<Version, "seenAt" | "revision">): string {
  const { key, value, tier, isDeletion } = version;
  return isDeletion ? `the deletion of ${key}` : `${key}=${value}${tier === undefined ? "" : ` (${tier})`}`;
}

function isSame(known: Version, { key, uid, value, tier }: Sighting, isDeletion: boolean): boolean {
  const isSameObject = known.key === key && known.uid === uid && known.isDeletion === isDeletion;
  return isSameObject && known.value === value && known.tier === tier;
}

/** Whether watches without a selector cover the revisions of all versions. */
function isCovered(ordered: readonly Version[], watches: readonly Watch[]): boolean {
  const [first, last] = [ordered[0], ordered.at(-1)];
  if (!first || !last) return watches.some(({ tier, start }) => tier === undefined && start.kind === "after");
  let through = first.revision - 1;
  const intervals = watches.flatMap(({ tier, start, items }) =>
    tier === undefined && start.kind === "after"
      ? [{ from: start.revision, through: items.reduce((most, item) => Math.max(most, revisionOf(item)), 0) }]
      : [],
  );
  for (const interval of intervals.sort((one, other) => one.from - other.from)) {
    if (interval.from <= through) through = Math.max(through, interval.through);
  }
  return through >= last.revision;
}
