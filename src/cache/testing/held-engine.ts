/** An engine whose stream of changes a test can delay or break, and whose reads it can delay. */
import { type Deferred, deferred } from "../../base/deferred.ts";
import type {
  ChangeBatch,
  Engine,
  EngineWatchOptions,
  Entry,
  Page,
  PastStates,
  RangeOptions,
  Write,
} from "../../storage/index.ts";

/** Wraps an engine. Without calls of its test methods, it behaves like that engine. */
export class HeldEngine implements Engine {
  readonly #engine: Engine;
  #streamGate: Deferred<void> | undefined;
  #readGate: Deferred<void> | undefined;
  #break: Deferred<never> = deferred();
  /** How many pages were read. */
  pagesRead = 0;
  /** How many watches are open. */
  openStreams = 0;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#break.promise.catch(() => undefined);
  }

  /** Delays all changes until `releaseStream`. */
  holdStream(): void {
    this.#streamGate = deferred();
  }

  releaseStream(): void {
    this.#streamGate?.resolve();
    this.#streamGate = undefined;
  }

  /** Delays the results of range reads until `releaseReads`. */
  holdReads(): void {
    this.#readGate = deferred();
  }

  releaseReads(): void {
    this.#readGate?.resolve();
    this.#readGate = undefined;
  }

  /** Makes the open streams of changes fail. */
  breakStream(fault: Error): void {
    this.#break.reject(fault);
    this.#break = deferred();
    this.#break.promise.catch(() => undefined);
  }

  get past(): PastStates {
    return this.#engine.past;
  }

  get revision(): number {
    return this.#engine.revision;
  }

  get compactedRevision(): number {
    return this.#engine.compactedRevision;
  }

  get expiresKeys(): boolean {
    return this.#engine.expiresKeys;
  }

  get(key: string, at?: number): Promise<Entry | undefined> {
    return this.#engine.get(key, at);
  }

  async range(prefix: string, options?: RangeOptions): Promise<Page> {
    this.pagesRead++;
    const page = await this.#engine.range(prefix, options);
    await this.#readGate?.promise;
    return page;
  }

  async *watch(prefix: string, options: EngineWatchOptions): AsyncGenerator<ChangeBatch> {
    const broken = this.#break.promise;
    const batches = this.#engine.watch(prefix, options)[Symbol.asyncIterator]();
    this.openStreams++;
    try {
      for (;;) {
        const next = await Promise.race([batches.next(), broken]);
        if (next.done) return;
        while (this.#streamGate) await Promise.race([this.#streamGate.promise, broken]);
        yield next.value;
      }
    } finally {
      this.openStreams--;
      // Not awaited: the generator may be suspended until the signal is aborted.
      void batches.return?.(undefined);
    }
  }

  progress(): Promise<number> {
    return this.#engine.progress();
  }

  put(key: string, value: Uint8Array, expected: number): Promise<number> {
    return this.#engine.put(key, value, expected);
  }

  delete(key: string, expected: number): Promise<number> {
    return this.#engine.delete(key, expected);
  }

  commit(writes: readonly Write[]): Promise<number> {
    return this.#engine.commit(writes);
  }

  removeDamaged(key: string): Promise<number> {
    return this.#engine.removeDamaged(key);
  }

  damagedKeys(): ReadonlyMap<string, string> {
    return this.#engine.damagedKeys();
  }

  compact(revision: number): Promise<void> {
    return this.#engine.compact(revision);
  }

  check(): Promise<readonly string[]> {
    return this.#engine.check();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#engine[Symbol.asyncDispose]();
  }
}
