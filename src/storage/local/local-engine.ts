/**
 * Implements the Engine interface over a ledger in this process. Reads and watches see a commit only after its group
 * was announced, even if the ledger has it already.
 */
import { assert } from "../../base/assert.ts";
import type { ChangeBatch, Engine, EngineWatchOptions, Entry, Page, RangeOptions, Write } from "../engine.ts";
import { closed, compacted, futureRevision, tooLarge } from "../failures.ts";
import { keyBytesMax, valueBytesMaxCeiling, valueBytesMaxDefault } from "../limits.ts";
import { checkLedger } from "./check-ledger.ts";
import { nextCompactionStep } from "./compaction-step.ts";
import { EngineWatchHub } from "./engine-watch-hub.ts";
import { History } from "./history.ts";
import { isWellFormedKey } from "./key-order.ts";
import type { Ledger } from "./ledger.ts";
import { readRange } from "./range.ts";
import { ReadPins } from "./read-pins.ts";
import { watchChanges } from "./watch-stream.ts";
import { WriteQueue } from "./write-queue.ts";

/** Limits of a LocalEngine, and how it starts. */
export interface LocalEngineOptions {
  /** Maximum length of a value. Default: 8 MiB. At most 15 MiB. */
  readonly valueBytesMax?: number;
  /** Reads below this revision are rejected as compacted. Default: the revision to which the ledger was compacted. */
  readonly readableFrom?: number;
  /** Keys whose values are known to be unreadable, each with the reason. */
  readonly damagedKeys?: Iterable<readonly [key: string, reason: string]>;
  /**
   * For tests: awaited when a commit was synced but not yet announced, so that a test can look at the engine in this
   * state. Must not reject.
   */
  readonly commitGate?: () => Promise<void>;
}

/** An engine over a ledger in this process. */
export class LocalEngine implements Engine {
  readonly expiresKeys: boolean = false;
  readonly #ledger: Ledger;
  readonly #history: History;
  readonly #hub: EngineWatchHub;
  readonly #queue: WriteQueue;
  readonly #pins = new ReadPins();
  readonly #valueBytesMax: number;
  readonly #damaged: Map<string, string>;
  #compactedRevision: number;
  #closing: Promise<void> | undefined;

  /** Takes over the ledger: closing the engine closes it. */
  constructor(ledger: Ledger, options: LocalEngineOptions = {}) {
    this.#ledger = ledger;
    this.#damaged = new Map(options.damagedKeys);
    this.#compactedRevision = Math.max(ledger.compactedThrough, options.readableFrom ?? 0);
    this.#history = new History(ledger, () => this.#compactedRevision);
    this.#hub = new EngineWatchHub(ledger.lastRevision);
    this.#valueBytesMax = options.valueBytesMax ?? valueBytesMaxDefault;
    assert(this.#valueBytesMax <= valueBytesMaxCeiling, `values may have at most ${valueBytesMaxCeiling} bytes`);
    this.#queue = new WriteQueue({
      ledger,
      history: this.#history,
      announce: (batch) => this.#hub.announce(batch),
      commitGate: options.commitGate,
    });
  }

  get revision(): number {
    return this.#hub.revision;
  }

  get compactedRevision(): number {
    return this.#compactedRevision;
  }

  async get(key: string, at: number = this.revision): Promise<Entry | undefined> {
    this.#checkReadable(at);
    return this.#history.entry(key, at);
  }

  async range(prefix: string, options: RangeOptions = {}): Promise<Page> {
    const { after, limit = Number.POSITIVE_INFINITY, at = this.revision } = options;
    assert(limit > 0, "a range needs a positive limit");
    this.#checkReadable(at);
    const unpin = this.#pins.pin(at);
    try {
      const source = { ledger: this.#ledger, history: this.#history, checkOpen: () => this.#checkOpen() };
      const page = await readRange(source, { prefix, after, limit, at });
      for (const { key, damage } of page.entries) if (damage) this.#damaged.set(key, damage.message);
      return page;
    } finally {
      unpin();
    }
  }

  watch(prefix: string, options: EngineWatchOptions): AsyncIterable<ChangeBatch> {
    const checkPosition = (position: number): void => {
      this.#checkOpen();
      if (position < this.#compactedRevision) throw compacted(position, this.#compactedRevision);
    };
    return watchChanges({ hub: this.#hub, history: this.#history, checkPosition }, prefix, options);
  }

  async progress(): Promise<number> {
    this.#checkOpen();
    this.#hub.requestProgress();
    return this.revision;
  }

  async put(key: string, value: Uint8Array, expected: number): Promise<number> {
    this.#checkSizes(key, value.length);
    return this.#queue.submit([{ key, value, expected }]);
  }

  async delete(key: string, expected: number): Promise<number> {
    this.#checkSizes(key, 0);
    return this.#queue.submit([{ key, value: undefined, expected }]);
  }

  async commit(writes: readonly Write[]): Promise<number> {
    assert(writes.length > 0, "a commit needs a write");
    assert(new Set(writes.map(({ key }) => key)).size === writes.length, "a commit writes each key once");
    for (const { key, value } of writes) this.#checkSizes(key, value?.length ?? 0);
    return this.#queue.submit(writes);
  }

  async removeDamaged(key: string): Promise<number> {
    this.#checkSizes(key, 0);
    const revision = await this.#queue.submitRemovalOfDamaged(key);
    this.#damaged.delete(key);
    return revision;
  }

  damagedKeys(): ReadonlyMap<string, string> {
    return this.#damaged;
  }

  async compact(revision: number): Promise<void> {
    this.#checkOpen();
    if (revision > this.revision) throw futureRevision(revision, this.revision);
    // Reads below `revision` are rejected from here on. So their records can be removed while reads at later revisions
    // continue.
    this.#compactedRevision = Math.max(this.#compactedRevision, revision);
    await this.#pins.noneBelow(revision);
    while (this.#ledger.compactedThrough < revision) {
      await this.#queue.runExclusively(() => this.#compactStep(revision));
    }
  }

  async check(): Promise<readonly string[]> {
    let problems: readonly string[] = [];
    await this.#queue.runExclusively(async () => {
      problems = [...checkLedger(this.#ledger), ...this.#ledger.check()];
    });
    return problems;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing ??= this.#close();
    await this.#closing;
  }

  /** Commits the writes that `plan` returns, all or none. No other write runs meanwhile. */
  protected async writeTogether(plan: () => readonly Write[]): Promise<void> {
    this.#checkOpen();
    await this.#queue.submitPlan(plan);
  }

  async #close(): Promise<void> {
    await this.#queue.close();
    this.#hub.close();
    await this.#ledger[Symbol.asyncDispose]();
  }

  async #compactStep(revision: number): Promise<void> {
    // Another compaction may have reached this revision while this step waited.
    if (this.#ledger.compactedThrough >= revision) return;
    await this.#ledger.compact(nextCompactionStep(this.#ledger, revision));
  }

  #checkReadable(at: number): void {
    this.#checkOpen();
    if (at > this.revision) throw futureRevision(at, this.revision);
    if (at < this.#compactedRevision) throw compacted(at, this.#compactedRevision);
  }

  #checkSizes(key: string, valueBytes: number): void {
    this.#checkOpen();
    assert(isWellFormedKey(key), "a key must be well-formed text and not empty");
    const keyBytes = Buffer.byteLength(key);
    if (keyBytes > keyBytesMax) throw tooLarge("key", key, { bytes: keyBytes, bytesMax: keyBytesMax });
    const bytesMax = this.#valueBytesMax;
    if (valueBytes > bytesMax) throw tooLarge("value", key, { bytes: valueBytes, bytesMax });
  }

  #checkOpen(): void {
    if (this.#closing) throw closed();
  }
}
