/**
 * Former states of one resource that somebody may come back for: a listing in chunks goes on in the state in which it
 * began. Keeping one costs the tree nodes that were changed since; one that was read or computed anew has nodes of its
 * own, and the number of their entries is bounded too.
 */
import type { Clock } from "../base/clock.ts";
import type { ObjectView } from "./object-tree.ts";

interface Kept {
  readonly view: ObjectView;
  readonly keptAtMs: number;
  readonly ownEntries: number;
}

export interface SnapshotLimits {
  readonly countMax: number;
  readonly ageMaxMs: number;
  /** Entries that all states together may have of their own; the newest state is kept whatever it has. */
  readonly ownEntriesMax: number;
}

export class Snapshots {
  readonly #kept = new Map<number, Kept>();
  readonly #clock: Clock;
  readonly #limits: SnapshotLimits;
  #ownEntries = 0;

  constructor(clock: Clock, limits: SnapshotLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  get size(): number {
    return this.#kept.size;
  }

  /** @param ownEntries how many entries the state shares with no other */
  keep(revision: number, view: ObjectView, ownEntries = 0): void {
    const { countMax, ownEntriesMax } = this.#limits;
    const before = this.#kept.get(revision);
    this.#drop(revision);
    const cost = before?.view === view ? before.ownEntries : ownEntries;
    this.#kept.set(revision, { view, keptAtMs: this.#clock.monotonicMs(), ownEntries: cost });
    this.#ownEntries += cost;
    this.#dropOld();
    while (this.#kept.size > countMax || (this.#ownEntries > ownEntriesMax && this.#kept.size > 1)) this.#dropFirst();
  }

  at(revision: number): ObjectView | undefined {
    this.#dropOld();
    return this.#kept.get(revision)?.view;
  }

  clear(): void {
    this.#kept.clear();
    this.#ownEntries = 0;
  }

  #dropOld(): void {
    const oldestMs = this.#clock.monotonicMs() - this.#limits.ageMaxMs;
    for (const [revision, { keptAtMs }] of this.#kept) {
      if (keptAtMs >= oldestMs) return;
      this.#drop(revision);
    }
  }

  #dropFirst(): void {
    const [first] = this.#kept.keys();
    if (first !== undefined) this.#drop(first);
  }

  #drop(revision: number): void {
    this.#ownEntries -= this.#kept.get(revision)?.ownEntries ?? 0;
    this.#kept.delete(revision);
  }
}
