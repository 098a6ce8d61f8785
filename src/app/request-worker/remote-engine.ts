/** The store of the main thread, as the request worker uses it: every operation is a message. */
import { type Deferred, deferred } from "../../base/deferred.ts";
import type { ChangeBatch, Engine, EngineWatchOptions, Entry, Page, Write } from "../../storage/index.ts";
import { fromFailure, type StoreCall, type StoreResult } from "./messages.ts";

export interface RemoteEngineOptions {
  readonly revision: number;
  readonly compactedRevision: number;
  readonly send: (id: number, call: StoreCall) => void;
}

export class RemoteEngine implements Engine {
  readonly #options: RemoteEngineOptions;
  readonly #pending = new Map<number, Deferred<number>>();
  #lastId = 0;
  #revision: number;
  #moved = deferred();

  constructor(options: RemoteEngineOptions) {
    this.#options = options;
    this.#revision = options.revision;
  }

  get revision(): number {
    return this.#revision;
  }

  get compactedRevision(): number {
    return this.#options.compactedRevision;
  }

  /** Hands over what the main thread has answered. */
  settle(id: number, result: StoreResult): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (!pending) return;
    if ("error" in result) pending.reject(fromFailure(result.error));
    else pending.resolve(result.revision);
  }

  async progress(): Promise<number> {
    return await this.#call({ operation: "progress" });
  }

  async put(key: string, value: Uint8Array, expected: number): Promise<number> {
    return await this.commit([{ key, value, expected }]);
  }

  async delete(key: string, expected: number): Promise<number> {
    return await this.commit([{ key, value: undefined, expected }]);
  }

  async commit(writes: readonly Write[]): Promise<number> {
    return await this.#call({ operation: "commit", writes });
  }

  /** Reports the revisions of this thread's own writes; the caches of this thread follow no others. */
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
        await Promise.race([this.#moved.promise, aborted]);
      }
    }
  }

  removeDamaged(): Promise<number> {
    return Promise.reject(notHere("removeDamaged"));
  }

  /** Returns nothing: the main thread shows which objects are damaged. */
  damagedKeys(): ReadonlyMap<string, string> {
    return new Map();
  }

  get(): Promise<Entry | undefined> {
    return Promise.reject(notHere("get"));
  }

  range(): Promise<Page> {
    return Promise.reject(notHere("range"));
  }

  compact(): Promise<void> {
    return Promise.reject(notHere("compact"));
  }

  check(): Promise<readonly string[]> {
    return Promise.reject(notHere("check"));
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  async #call(call: StoreCall): Promise<number> {
    const id = ++this.#lastId;
    const answer = deferred<number>();
    this.#pending.set(id, answer);
    this.#options.send(id, call);
    const revision = await answer.promise;
    this.#advance(revision);
    return revision;
  }

  #advance(revision: number): void {
    if (revision <= this.#revision) return;
    this.#revision = revision;
    this.#moved.resolve();
    this.#moved = deferred();
  }
}

/** Such an operation is a fault of the program: the caches of the worker read the store directly. */
function notHere(operation: string): TypeError {
  return new TypeError(`the request worker does not ${operation} through its engine`);
}
