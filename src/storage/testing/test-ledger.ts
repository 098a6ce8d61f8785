/** A ledger in memory that counts operations and can be made to fail. */
import { StorageError } from "../errors.ts";
import type { CompactionStep, LogRecord, TimeMark } from "../local/ledger.ts";
import { MemoryLedger } from "../memory/memory-ledger.ts";

/** An error for `failNext`. */
export const noSpaceLeft = new StorageError("no-space", "no space left on the test's disk");

/** A memory ledger for tests of the engine above it. */
export class TestLedger extends MemoryLedger {
  /** The number of records in each append, in order. */
  readonly appended: number[] = [];
  recordReads = 0;
  #failure: StorageError | undefined;

  /** Makes the next append or compaction step fail. */
  failNext(error: StorageError): void {
    this.#failure = error;
  }

  override record(revision: number): LogRecord | undefined {
    this.recordReads += 1;
    return super.record(revision);
  }

  override async append(records: readonly LogRecord[], mark?: TimeMark): Promise<void> {
    await this.#mayFail();
    this.appended.push(records.length);
    await super.append(records, mark);
  }

  override async compact(step: CompactionStep): Promise<void> {
    await this.#mayFail();
    await super.compact(step);
  }

  async #mayFail(): Promise<void> {
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure) throw failure;
  }
}
