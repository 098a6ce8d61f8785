/**
 * Earlier states of one resource, for lists in chunks, which continue in the state of their first chunk. A kept state
 * needs memory for the tree nodes that have changed since. A state that was read or computed later shares no nodes, so
 * the total number of entries in such states is limited as well.
 */
import type { Clock } from "../base/clock.ts";
import type { ObjectView } from "./object-tree.ts";

interface Kept {
  readonly view: ObjectView;
  readonly keptAtMs: number;
  readonly ownEntries: number;
}

/** Limits of the kept states. */
export interface SnapshotLimits {
  readonly countMax: number;
  readonly ageMaxMs: number;
  /** Maximum total of entries in states that share no nodes with others. The newest state is always kept. */
  readonly ownEntriesMax: number;
}

/** The kept states of one resource, by revision. */
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

  /** Keeps a state. @param ownEntries the number of entries that the state shares with no other state */
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
