/**
 * The read operations of engines whose records are in a ledger that this process can read. Reads and watches see a
 * commit only after it was announced, even if the ledger has it already.
 */
import { assert } from "../../base/assert.ts";
import { checkSizes, checkWrites } from "../check-writes.ts";
import type {
  ChangeBatch,
  EngineReader,
  EngineWatchOptions,
  Entry,
  Page,
  PastStates,
  RangeOptions,
  Write,
} from "../engine.ts";
import { closed, compacted, futureRevision } from "../failures.ts";
import { valueBytesMaxCeiling, valueBytesMaxDefault } from "../limits.ts";
import { EngineWatchHub } from "./engine-watch-hub.ts";
import { History } from "./history.ts";
import type { LedgerView } from "./ledger.ts";
import { LedgerPast } from "./ledger-past.ts";
import { readRange } from "./range.ts";
import { ReadPins } from "./read-pins.ts";
import { watchChanges } from "./watch-stream.ts";

/** Limits of an engine over a ledger, and what is known of its data. */
export interface LedgerReaderOptions {
  /** Maximum length of a value. Default: 8 MiB. At most 15 MiB. */
  readonly valueBytesMax?: number;
  /** Keys whose values are known to be unreadable, each with the reason. */
  readonly damagedKeys?: Iterable<readonly [key: string, reason: string]>;
}

/** Reads a ledger, and distributes the changes that are announced. */
export abstract class LedgerReader implements EngineReader {
  readonly expiresKeys: boolean = false;
  protected readonly history: History;
  protected readonly hub: EngineWatchHub;
  protected readonly pins = new ReadPins();
  protected readonly damaged: Map<string, string>;
  readonly past: PastStates;
  readonly #ledger: LedgerView;
  readonly #valueBytesMax: number;

  constructor(ledger: LedgerView, { valueBytesMax = valueBytesMaxDefault, damagedKeys }: LedgerReaderOptions) {
    assert(valueBytesMax <= valueBytesMaxCeiling, `values may have at most ${valueBytesMaxCeiling} bytes`);
    this.#ledger = ledger;
    this.#valueBytesMax = valueBytesMax;
    this.damaged = new Map(damagedKeys);
    this.history = new History(ledger, () => Math.max(this.removedThrough, ledger.compactedThrough));
    this.past = new LedgerPast({
      ledger,
      history: this.history,
      pins: this.pins,
      revision: () => this.revision,
      oldestRevision: () => Math.max(this.removedThrough, ledger.compactedThrough),
      checkOpen: () => this.checkOpen(),
    });
    this.hub = new EngineWatchHub(ledger.lastRevision);
  }

  get revision(): number {
    return this.hub.revision;
  }

  /** The oldest revision at which reads are possible, as far as this process knows. */
  abstract get compactedRevision(): number;

  /** Revision to which a running compaction removes records. 0 if another process compacts the store. */
  protected abstract get removedThrough(): number;

  abstract progress(): Promise<number>;

  /** Whether the engine was closed, or is closing. */
  protected abstract get isClosed(): boolean;

  async get(key: string, at: number = this.revision): Promise<Entry | undefined> {
    this.#checkReadable(at);
    try {
      return this.history.entry(key, at);
    } finally {
      this.#confirmReadable(at);
    }
  }

  async range(prefix: string, options: RangeOptions = {}): Promise<Page> {
    const { after, limit = Number.POSITIVE_INFINITY, at = this.revision } = options;
    assert(limit > 0, "a range needs a positive limit");
    this.#checkReadable(at);
    const unpin = this.pins.pin(at);
    try {
      const source = { ledger: this.#ledger, history: this.history, checkOpen: () => this.checkOpen() };
      const page = await readRange(source, { prefix, after, limit, at });
      this.#confirmReadable(at);
      for (const { key, damage } of page.entries) if (damage) this.damaged.set(key, damage.message);
      return page;
    } finally {
      unpin();
    }
  }

  watch(prefix: string, options: EngineWatchOptions): AsyncIterable<ChangeBatch> {
    const checkPosition = (position: number): void => {
      this.checkOpen();
      if (position < this.compactedRevision) throw compacted(position, this.compactedRevision);
    };
    const confirmPosition = (position: number): void => this.#confirmReadable(position);
    return watchChanges({ hub: this.hub, history: this.history, checkPosition, confirmPosition }, prefix, options);
  }

  damagedKeys(): ReadonlyMap<string, string> {
    return this.damaged;
  }

  /** @throws StorageError `too-large`, `closed` */
  protected checkSizes(key: string, valueBytes: number): void {
    this.checkOpen();
    checkSizes(key, valueBytes, this.#valueBytesMax);
  }

  /** Checks the writes of one commit. @throws StorageError `too-large`, `closed` */
  protected checkWrites(writes: readonly Write[]): void {
    this.checkOpen();
    checkWrites(writes, this.#valueBytesMax);
  }

  /** @throws StorageError `closed` */
  protected checkOpen(): void {
    if (this.isClosed) throw closed();
  }

  #checkReadable(at: number): void {
    this.checkOpen();
    if (at > this.revision) throw futureRevision(at, this.revision);
    if (at < this.compactedRevision) throw compacted(at, this.compactedRevision);
  }

  /**
   * Called after a read of revision `at`. If another process has compacted the ledger beyond `at` meanwhile, records
   * that the read needed may have been missing.
   * @throws StorageError `compacted`
   */
  #confirmReadable(at: number): void {
    const { compactedThrough } = this.#ledger;
    if (at < compactedThrough) throw compacted(at, compactedThrough);
  }
}
