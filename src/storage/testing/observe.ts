/** Reads a watch in the background, so that a test can wait for its events. */
import { type Deferred, deferred } from "../../base/deferred.ts";
import type { Change, ChangeBatch, EngineReader } from "../engine.ts";

interface Condition {
  readonly isMet: () => boolean;
  readonly done: Deferred<void>;
}

/** A running watch, and the batches that it has delivered. */
export class Observation implements AsyncDisposable {
  readonly batches: ChangeBatch[] = [];
  readonly changes: Change[] = [];
  readonly #abort = new AbortController();
  readonly #reading: Promise<void>;
  #waiting: Condition[] = [];
  #failure: unknown;
  #isOver = false;

  constructor(reader: EngineReader, prefix: string, after: number) {
    this.#reading = this.#read(reader.watch(prefix, { after, signal: this.#abort.signal }));
  }

  /** The last revision that the watch has reported. 0 before the first. */
  get revision(): number {
    return this.batches.at(-1)?.revision ?? 0;
  }

  /** Resolves when the watch has reported `revision` or a later one. */
  untilRevision(revision: number): Promise<void> {
    return this.#until(() => this.revision >= revision);
  }

  /** Resolves when `count` changes have arrived. */
  untilChanges(count: number): Promise<void> {
    return this.#until(() => this.changes.length >= count);
  }

  /** Resolves with the error that ended the watch, or with undefined if it ended without one. */
  async end(): Promise<unknown> {
    await this.#reading;
    return this.#failure;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#abort.abort();
    await this.#reading;
  }

  async #read(stream: AsyncIterable<ChangeBatch>): Promise<void> {
    try {
      for await (const batch of stream) {
        this.batches.push(batch);
        this.changes.push(...batch.changes);
        this.#settle();
      }
    } catch (error) {
      this.#failure = error;
    }
    this.#isOver = true;
    this.#settle();
  }

  #until(isMet: () => boolean): Promise<void> {
    const waiting = { isMet, done: deferred() };
    this.#waiting.push(waiting);
    this.#settle();
    return waiting.done.promise;
  }

  #settle(): void {
    this.#waiting = this.#waiting.filter(({ isMet, done }) => {
      if (isMet()) done.resolve();
      else if (this.#isOver) done.reject(new Error("the watch ended before", { cause: this.#failure }));
      else return true;
      return false;
    });
  }
}
