/** Implements the Engine interface over a ledger that this process alone writes. */
import { type Clock, systemClock } from "../../base/clock.ts";
import type { Engine, Write } from "../engine.ts";
import { futureRevision } from "../failures.ts";
import type { StoreOwner } from "../store-owner.ts";
import { checkLedger } from "./check-ledger.ts";
import { nextCompactionStep } from "./compaction-step.ts";
import type { Ledger } from "./ledger.ts";
import { LedgerReader, type LedgerReaderOptions } from "./ledger-reader.ts";
import { retainedFrom, TimeMarks } from "./time-marks.ts";
import { WriteQueue } from "./write-queue.ts";

/** Limits of a LocalEngine, and how it starts. */
export interface LocalEngineOptions extends LedgerReaderOptions {
  /** Measures the times of commits. Default: the clock of the machine. */
  readonly clock?: Clock;
  /**
   * Greatest size of the replaced values that are kept after a compaction, for `past`. Default: 0, so a compaction removes
   * all of them.
   */
  readonly historyBytesMax?: number;
  /** Reads below this revision are rejected as compacted. Default: the revision to which the ledger was compacted. */
  readonly readableFrom?: number;
  /**
   * For tests: awaited when a commit was synced but not yet announced, so that a test can look at the engine in this
   * state. Must not reject.
   */
  readonly commitGate?: () => Promise<void>;
}

/** An engine over a ledger in this process. */
export class LocalEngine extends LedgerReader implements Engine, StoreOwner {
  readonly #ledger: Ledger;
  readonly #queue: WriteQueue;
  readonly #historyBytesMax: number;
  #compactedRevision: number;
  #removedThrough = 0;
  /** Whether another process may have opened the store. It does so only in `withoutCommits` (see lmdb/store-users.ts). */
  #mayHaveFollowers = false;
  #closing: Promise<void> | undefined;

  /** Takes over the ledger: closing the engine closes it. */
  constructor(ledger: Ledger, options: LocalEngineOptions = {}) {
    super(ledger, options);
    this.#ledger = ledger;
    this.#historyBytesMax = options.historyBytesMax ?? 0;
    this.#compactedRevision = Math.max(ledger.readableFrom, options.readableFrom ?? 0);
    this.#queue = new WriteQueue({
      ledger,
      history: this.history,
      marks: new TimeMarks(ledger, options.clock ?? systemClock),
      announce: (batch) => this.hub.announce(batch),
      commitGate: options.commitGate,
    });
  }

  get compactedRevision(): number {
    return this.#compactedRevision;
  }

  /**
   * Returns a revision that includes what other processes may have read from the store already, even if this process has
   * not announced it yet.
   */
  async progress(): Promise<number> {
    this.checkOpen();
    this.hub.requestProgress();
    return this.#mayHaveFollowers ? Math.max(this.revision, this.#ledger.visibleRevision()) : this.revision;
  }

  async put(key: string, value: Uint8Array, expected: number): Promise<number> {
    this.checkSizes(key, value.length);
    return this.#queue.submit([{ key, value, expected }]);
  }

  async delete(key: string, expected: number): Promise<number> {
    this.checkSizes(key, 0);
    return this.#queue.submit([{ key, value: undefined, expected }]);
  }

  async commit(writes: readonly Write[]): Promise<number> {
    this.checkWrites(writes);
    return this.#queue.submit(writes);
  }

  async removeDamaged(key: string): Promise<number> {
    this.checkSizes(key, 0);
    const revision = await this.#queue.submitRemovalOfDamaged(key);
    this.damaged.delete(key);
    return revision;
  }

  async compact(revision: number): Promise<void> {
    this.checkOpen();
    if (revision > this.revision) throw futureRevision(revision, this.revision);
    // Reads below `revision` are rejected from here on. So their records can be removed while reads at later revisions
    // continue.
    this.#compactedRevision = Math.max(this.#compactedRevision, revision);
    const removed = retainedFrom(this.#ledger, revision, this.#historyBytesMax);
    if (removed < revision) await this.#queue.runExclusively(() => this.#setReadableFrom(revision));
    this.#removedThrough = Math.max(this.#removedThrough, removed);
    await this.pins.noneBelow(removed);
    while (this.#ledger.compactedThrough < removed) {
      await this.#queue.runExclusively(() => this.#compactStep(removed));
    }
  }

  async check(): Promise<readonly string[]> {
    return await this.#queue.runExclusively(() => [...checkLedger(this.#ledger), ...this.#ledger.check()]);
  }

  async withoutCommits<T>(work: () => T | Promise<T>): Promise<T> {
    this.checkOpen();
    return await this.#queue.runExclusively(() => {
      this.#mayHaveFollowers = true;
      return work();
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing ??= this.#close();
    await this.#closing;
  }

  protected get removedThrough(): number {
    return this.#removedThrough;
  }

  protected get isClosed(): boolean {
    return this.#closing !== undefined;
  }

  /** Commits the writes that `plan` returns, all or none. No other write runs meanwhile. */
  protected async writeTogether(plan: () => readonly Write[]): Promise<void> {
    this.checkOpen();
    await this.#queue.submitPlan(plan);
  }

  async #close(): Promise<void> {
    await this.#queue.close();
    this.hub.close();
    await this.#ledger[Symbol.asyncDispose]();
  }

  async #setReadableFrom(revision: number): Promise<void> {
    if (this.#ledger.readableFrom < revision) await this.#ledger.setReadableFrom(revision);
  }

  async #compactStep(revision: number): Promise<void> {
    // Another compaction may have reached this revision while this step waited.
    if (this.#ledger.compactedThrough >= revision) return;
    await this.#ledger.compact(nextCompactionStep(this.#ledger, revision));
  }
}
