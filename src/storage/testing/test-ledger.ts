/** A ledger in memory that counts what is done to it and fails when it is told to. */
import { StorageError } from "../errors.ts";
import type { Forgetting, LogRecord } from "../local/ledger.ts";
import { MemoryLedger } from "../memory/memory-ledger.ts";

export const noSpaceLeft = new StorageError("no-space", "no space left on the test's disk");

export class TestLedger extends MemoryLedger {
  /** Number of records of each append, in order. */
  readonly appended: number[] = [];
  recordReads = 0;
  #failure: StorageError | undefined;

  /** Makes the next append or forgetting fail. */
  failNext(error: StorageError): void {
    this.#failure = error;
  }

  override record(revision: number): LogRecord | undefined {
    this.recordReads += 1;
    return super.record(revision);
  }

  override async append(records: readonly LogRecord[]): Promise<void> {
    await this.#mayFail();
    this.appended.push(records.length);
    await super.append(records);
  }

  override async forget(forgetting: Forgetting): Promise<void> {
    await this.#mayFail();
    await super.forget(forgetting);
  }

  async #mayFail(): Promise<void> {
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure) throw failure;
  }
}
