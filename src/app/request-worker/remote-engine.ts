/** The engine of the request worker. It sends each operation to the main thread, which has the store. */
import { assert } from "../../base/assert.ts";
import { deferred } from "../../base/deferred.ts";
import { PendingCalls } from "../../base/pending-calls.ts";
import {
  type ChangeBatch,
  type Engine,
  type EngineWatchOptions,
  type Entry,
  fromFailure,
  type Page,
  type PastStates,
  type Write,
} from "../../storage/index.ts";
import type { ThreadStoreCall, ThreadStoreResult } from "./messages.ts";

/** State of the store, and how to send operations. */
export interface RemoteEngineOptions {
  readonly revision: number;
  readonly compactedRevision: number;
  /** Whether the store may have values in an outdated form. */
  readonly hasOutdatedForms: boolean;
  readonly send: (id: number, call: ThreadStoreCall) => void;
}

/**
 * Engine whose writes are carried out by the main thread. Reads are not supported, because the caches of the worker use
 * `DirectStore`.
 */
export class RemoteEngine implements Engine {
  /** Expired keys are removed by the main thread, or by its engine. */
  readonly expiresKeys = true;
  readonly isOutdated?: (key: string) => Promise<boolean>;
  /** The main thread handles requests for earlier states itself. */
  readonly past: PastStates = {
    oldest: () => Promise.reject(unsupportedOperation("past.oldest")),
    revisionAt: () => Promise.reject(unsupportedOperation("past.revisionAt")),
    get: () => Promise.reject(unsupportedOperation("past.get")),
    range: () => Promise.reject(unsupportedOperation("past.range")),
    changesOf: () => Promise.reject(unsupportedOperation("past.changesOf")),
  };
  readonly #options: RemoteEngineOptions;
  readonly #calls = new PendingCalls<ThreadStoreResult>();
  #revision: number;
  #revisionChanged = deferred();

  constructor(options: RemoteEngineOptions) {
    this.#options = options;
    this.#revision = options.revision;
    if (options.hasOutdatedForms) this.isOutdated = (key) => this.#askIsOutdated(key);
  }

  get revision(): number {
    return this.#revision;
  }

  get compactedRevision(): number {
    return this.#options.compactedRevision;
  }

  /** Completes a call with the result from the main thread. */
  settle(id: number, result: ThreadStoreResult): void {
    this.#calls.resolve(id, result);
  }

  async progress(): Promise<number> {
    return await this.#revisionAfter({ operation: "progress" });
  }

  async put(key: string, value: Uint8Array, expected: number, lifetimeMs?: number): Promise<number> {
    return await this.commit([{ key, value, expected, ...(lifetimeMs === undefined ? {} : { lifetimeMs }) }]);
  }

  async delete(key: string, expected: number): Promise<number> {
    return await this.commit([{ key, value: undefined, expected }]);
  }

  async commit(writes: readonly Write[]): Promise<number> {
    return await this.#revisionAfter({ operation: "commit", writes });
  }

  /**
   * Yields the revisions of this thread's own writes, without changes. The caches of this thread need no other events.
   */
  async *watch(_prefix: string, { after, signal }: EngineWatchOptions): AsyncIterable<ChangeBatch> {
    const aborted = new Promise<void>((resolve) => {
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
    let reported = after;
    while (!signal.aborted) {
      if (this.#revision > reported) {
        reported = this.#revision;
        yield { changes: [], revision: reported };
      } else {
        await Promise.race([this.#revisionChanged.promise, aborted]);
      }
    }
  }

  async removeDamaged(key: string): Promise<number> {
    return await this.#revisionAfter({ operation: "removeDamaged", key });
  }

  /** Returns no keys. The main thread reports damaged objects. */
  damagedKeys(): ReadonlyMap<string, string> {
    return new Map();
  }

  get(): Promise<Entry | undefined> {
    return Promise.reject(unsupportedOperation("get"));
  }

  range(): Promise<Page> {
    return Promise.reject(unsupportedOperation("range"));
  }

  compact(): Promise<void> {
    return Promise.reject(unsupportedOperation("compact"));
  }

  check(): Promise<readonly string[]> {
    return Promise.reject(unsupportedOperation("check"));
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  async #revisionAfter(call: ThreadStoreCall): Promise<number> {
    const result = await this.#call(call);
    assert("revision" in result, "these calls have a revision as their result");
    this.#advance(result.revision);
    return result.revision;
  }

  async #askIsOutdated(key: string): Promise<boolean> {
    const result = await this.#call({ operation: "isOutdated", key });
    return "isOutdated" in result && result.isOutdated;
  }

  async #call(call: ThreadStoreCall): Promise<Exclude<ThreadStoreResult, { readonly error: unknown }>> {
    const result = await this.#calls.call((id) => this.#options.send(id, call));
    if ("error" in result) throw fromFailure(result.error);
    return result;
  }

  #advance(revision: number): void {
    if (revision <= this.#revision) return;
    this.#revision = revision;
    this.#revisionChanged.resolve();
    this.#revisionChanged = deferred();
  }
}

/** Returns the error for operations that the worker never uses. */
function unsupportedOperation(operation: string): TypeError {
  return new TypeError(`the request worker does not ${operation} through its engine`);
}
