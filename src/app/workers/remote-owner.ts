/** The owner of the store, as a worker process sees it: calls are sent to the main process. */
import { PendingCalls } from "../../base/pending-calls.ts";
import { fromFailure, StorageError, type StoreOwner, type Write } from "../../storage/index.ts";
import type { StoreCall, StoreResult } from "./messages.ts";

/** Connection to the main process. */
export interface OwnerConnection {
  /** Sends a call. Its result is passed to `RemoteOwner.settle` with the same number. */
  sendCall(id: number, call: StoreCall, attachments: readonly Uint8Array[]): void;
  /** Ends the pause that the last call `pauseCommits` has started. */
  sendCommitsMayContinue(): void;
}

interface ReceivedResult {
  readonly result: StoreResult;
  readonly attachments: readonly Uint8Array[];
}

/** Sends the writes of a worker process to the main process. */
export class RemoteOwner implements StoreOwner {
  readonly #connection: OwnerConnection;
  readonly #calls = new PendingCalls<ReceivedResult>();

  constructor(connection: OwnerConnection) {
    this.#connection = connection;
  }

  async commit(writes: readonly Write[]): Promise<number> {
    const sent = writes.map(({ key, expected, value }) => ({ key, expected, hasValue: value !== undefined }));
    const values = writes.flatMap(({ value }) => (value ? [value] : []));
    return revisionOf(await this.#call({ operation: "commit", writes: sent }, values));
  }

  async removeDamaged(key: string): Promise<number> {
    return revisionOf(await this.#call({ operation: "removeDamaged", key }));
  }

  async compact(revision: number): Promise<void> {
    await this.#call({ operation: "compact", revision });
  }

  async check(): Promise<readonly string[]> {
    const result = await this.#call({ operation: "check" });
    return "problems" in result ? result.problems : [];
  }

  /** The main process ends this process if `work` takes more than a few seconds. */
  async withoutCommits<T>(work: () => T | Promise<T>): Promise<T> {
    await this.#call({ operation: "pauseCommits" });
    try {
      return await work();
    } finally {
      this.#connection.sendCommitsMayContinue();
    }
  }

  /** Completes the call with this number. */
  settle(id: number, result: StoreResult, attachments: readonly Uint8Array[]): void {
    this.#calls.resolve(id, { result, attachments });
  }

  /** Fails all calls, because the connection to the main process was lost. */
  disconnect(): void {
    this.#calls.failAll(new StorageError("unavailable", "the connection to the main process was lost"));
  }

  async #call(call: StoreCall, values: readonly Uint8Array[] = []): Promise<StoreResult> {
    const { result, attachments } = await this.#calls.call((id) => this.#connection.sendCall(id, call, values));
    if (!("failure" in result)) return result;
    const { failure, currentRevision } = result;
    const [value] = attachments;
    const current = value && currentRevision !== undefined ? { value, revision: currentRevision } : undefined;
    throw fromFailure({ ...failure, current });
  }
}

function revisionOf(result: StoreResult): number {
  if ("revision" in result) return result.revision;
  throw new StorageError("unavailable", "the main process did not return a revision");
}
