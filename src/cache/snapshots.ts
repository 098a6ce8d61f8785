/**
 * Earlier states of one resource, for lists in chunks, which continue in the state of their first chunk. A kept state
 * needs memory for the tree nodes that have changed since. A state that was read or computed later shares no nodes, so
 * the total number of entries in such states is limited as well.
 */
import type { Clock } from "../base/clock.ts";
import type { ObjectView } from "./object-tree.ts";

interface KeptState {
  readonly view: ObjectView;
  readonly keptAtMs: number;
  readonly unsharedEntries: number;
}

/** Limits of the kept states. */
export interface SnapshotLimits {
  readonly countMax: number;
  readonly ageMaxMs: number;
  /**
   * Maximum sum of `unsharedEntries` over the kept states: the number of entries that only one state holds. The newest
   * state is always kept.
   */
  readonly unsharedEntriesMax: number;
}

/** The kept states of one resource, by revision. */
export class Snapshots {
  readonly #kept = new Map<number, KeptState>();
  readonly #clock: Clock;
  readonly #limits: SnapshotLimits;
  #unsharedEntries = 0;

  constructor(clock: Clock, limits: SnapshotLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  get size(): number {
    return this.#kept.size;
  }

  /** Keeps a state. @param ownEntries the number of entries that the state shares with no other state */
  keep(revision: number, view: ObjectView, ownEntries = 0): void {
    const { countMax, unsharedEntriesMax: ownEntriesMax } = this.#limits;
    const before = this.#kept.get(revision);
    this.#remove(revision);
    const cost = before?.view === view ? before.unsharedEntries : ownEntries;
    this.#kept.set(revision, { view, keptAtMs: this.#clock.monotonicMs(), unsharedEntries: cost });
    this.#unsharedEntries += cost;
    this.#removeOld();
    while (this.#kept.size > countMax || (this.#unsharedEntries > ownEntriesMax && this.#kept.size > 1))
      this.#removeOldest();
  }

  at(revision: number): ObjectView | undefined {
    this.#removeOld();
    return this.#kept.get(revision)?.view;
  }

  clear(): void {
    this.#kept.clear();
    this.#unsharedEntries = 0;
  }

  #removeOld(): void {
    const oldestMs = this.#clock.monotonicMs() - this.#limits.ageMaxMs;
    for (const [revision, { keptAtMs }] of this.#kept) {
      if (keptAtMs >= oldestMs) return;
      this.#remove(revision);
    }
  }

  #removeOldest(): void {
    const [first] = this.#kept.keys();
    if (first !== undefined) this.#remove(first);
  }

  #remove(revision: number): void {
    this.#unsharedEntries -= this.#kept.get(revision)?.unsharedEntries ?? 0;
    this.#kept.delete(revision);
  }
}
