/**
 * The stream of changes that all caches of a server follow. It passes each batch to the affected caches, and only then
 * advances `revision`. So when a wait for a revision ends, all caches show that revision.
 */
import { assert } from "../base/assert.ts";
import { type Clock, sleep } from "../base/clock.ts";
import { type Deferred, deferred } from "../base/deferred.ts";
import type { Logger } from "../base/logger.ts";
import { type Change, type Engine, StorageError } from "../storage/index.ts";
import { HeldBytes } from "./stored-bytes.ts";

/** A cache, or another object that follows the changes of one resource. */
export interface FeedListener {
  /** Called with the changes of one batch whose keys have the listener's prefix, oldest first. */
  onChanges(changes: readonly Change[]): void;
  /** Called after the stream was interrupted. The listener may have missed changes. */
  onInterrupted(): void;
  /** Called when the engine has discarded the history before `revision`. */
  onCompacted?(revision: number): void;
}

interface Waiter extends Deferred<void> {
  readonly revision: number;
}

const noListeners: ReadonlySet<FeedListener> = new Set();
const retryDelayMs = 1000;
/**
 * Bytes of objects that the caches of a process hold if the store's memory has them, too. Reading an object of 1 KB
 * from the store takes 4 to 10 us, so this much of the objects is served faster.
 */
const heldBytesMaxDefault = 24 * 1024 * 1024;
/** Maximum number of segments of a listener's prefix: `services/specs/`, `<group>/<plural>/`. */
const prefixSegmentsMax = 2;

/**
 * Runs `load`, which reads a whole resource. All of the read data stays in memory, and the program can adapt the
 * garbage collector to that. See docs/performance.md, "Optimizations": anonymous memory with 100,000 objects.
 */
export type LoadRunner = <T>(load: () => Promise<T>) => Promise<T>;

/** The store that a ChangeFeed follows, and how it loads the initial state of a resource. */
export interface ChangeFeedOptions {
  readonly engine: Engine;
  /** The common prefix of all keys: `/registry/`. */
  readonly prefix: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Default: calls `load` directly. */
  readonly runLoad?: LoadRunner | undefined;
  /** Bytes of objects that the caches hold if the store's memory has them, too. Default: 24 MiB. */
  readonly heldBytesMax?: number;
}

/** Follows the engine's changes from its construction until it is disposed. */
export class ChangeFeed implements AsyncDisposable {
  readonly #options: ChangeFeedOptions;
  readonly #listeners = new Map<string, Set<FeedListener>>();
  readonly #stop = new AbortController();
  #waiters: Waiter[] = [];
  #revision: number;
  /** The compacted revision that was last reported to the listeners. */
  #compactedRevision: number;
  readonly #running: Promise<void>;
  /** Counts what the caches hold although they could read it from the store. */
  readonly heldBytes: HeldBytes;

  constructor(options: ChangeFeedOptions) {
    this.#options = options;
    this.heldBytes = new HeldBytes(options.heldBytesMax ?? heldBytesMaxDefault);
    this.#revision = options.engine.revision;
    this.#compactedRevision = options.engine.compactedRevision;
    this.#running = this.#run();
  }

  /** The caches show all changes up to this revision. */
  get revision(): number {
    return this.#revision;
  }

  get engine(): Engine {
    return this.#options.engine;
  }

  /** Whether the feed was disposed. No further changes come. */
  get isStopped(): boolean {
    return this.#stop.signal.aborted;
  }

  get runLoad(): LoadRunner {
    return this.#options.runLoad ?? ((load) => load());
  }

  /** Returns the engine's key of `key` below a resource's prefix. */
  fullKey(resourcePrefix: string, key: string): string {
    return `${this.#options.prefix}${resourcePrefix}${key}`;
  }

  /**
   * Adds a listener.
   * @param resourcePrefix the part of the keys between the feed's prefix and the object, with a slash at its end:
   * `pods/`, `services/specs/`
   */
  listen(resourcePrefix: string, listener: FeedListener): void {
    const listeners = this.#listeners.get(resourcePrefix) ?? new Set();
    assert(!listeners.has(listener), `a listener was added twice under ${resourcePrefix}`);
    this.#listeners.set(resourcePrefix, listeners.add(listener));
  }

  unlisten(resourcePrefix: string, listener: FeedListener): void {
    const listeners = this.#listeners.get(resourcePrefix);
    listeners?.delete(listener);
    if (listeners?.size === 0) this.#listeners.delete(resourcePrefix);
  }

  /**
   * Resolves when the caches show all changes up to `revision`.
   * @throws StorageError `future-revision` after `timeoutMs`, `closed` if the feed stops; the signal's reason when it
   * is aborted
   */
  async waitFor(revision: number, timeoutMs: number, signal?: AbortSignal): Promise<void> {
    if (revision <= this.#revision) return;
    signal?.throwIfAborted();
    if (this.#stop.signal.aborted) throw closed();
    const waiter: Waiter = { revision, ...deferred() };
    this.#waiters.push(waiter);
    const fail = (error: unknown): void => {
      this.#waiters = this.#waiters.filter((one) => one !== waiter);
      waiter.reject(error);
    };
    const onAbort = (): void => fail(signal?.reason);
    const timer = this.#options.clock.after(timeoutMs, () =>
      fail(new StorageError("future-revision", `revision ${revision} has not come`, { revision: this.#revision })),
    );
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      await waiter.promise;
    } finally {
      timer.cancel();
      signal?.removeEventListener("abort", onAbort);
    }
  }

  /** Makes all listeners read the store again, as after a gap in the stream. Watches end. */
  interrupt(): void {
    this.#notifyInterruption();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#running;
    for (const waiter of this.#waiters.splice(0)) waiter.reject(closed());
    this.#notifyInterruption();
  }

  async #run(): Promise<void> {
    const { engine, prefix, clock, logger } = this.#options;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        for await (const batch of engine.watch(prefix, { after: this.#revision, signal })) {
          this.#deliver(batch.changes);
          this.#advance(batch.revision);
          this.#reportCompaction();
        }
      } catch (error) {
        if (signal.aborted) return;
        logger.error("the stream of changes was interrupted", error);
        await this.#resynchronize();
        await sleep(clock, retryDelayMs, signal).catch(() => undefined);
      }
    }
  }

  #deliver(changes: readonly Change[]): void {
    const parts = new Map<ReadonlySet<FeedListener>, Change[]>();
    for (const change of changes) {
      const listeners = this.#listenersOf(change.key);
      if (listeners === noListeners) continue;
      const part = parts.get(listeners);
      if (part) part.push(change);
      else parts.set(listeners, [change]);
    }
    for (const [listeners, part] of parts) for (const listener of listeners) listener.onChanges(part);
  }

  #reportCompaction(): void {
    const { compactedRevision } = this.#options.engine;
    if (compactedRevision === this.#compactedRevision) return;
    this.#compactedRevision = compactedRevision;
    for (const listener of this.#everyListener()) listener.onCompacted?.(compactedRevision);
  }

  #notifyInterruption(): void {
    for (const listener of this.#everyListener()) listener.onInterrupted();
  }

  *#everyListener(): IterableIterator<FeedListener> {
    for (const listeners of this.#listeners.values()) yield* listeners;
  }

  #listenersOf(key: string): ReadonlySet<FeedListener> {
    const start = this.#options.prefix.length;
    let end = start;
    for (let segments = 0; segments < prefixSegmentsMax; segments++) {
      end = key.indexOf("/", end) + 1;
      if (end === 0) return noListeners;
      const listeners = this.#listeners.get(key.slice(start, end));
      if (listeners) return listeners;
    }
    return noListeners;
  }

  #advance(revision: number): void {
    this.#revision = revision;
    if (this.#waiters.length === 0) return;
    const due = this.#waiters.filter((waiter) => waiter.revision <= revision);
    if (due.length === 0) return;
    this.#waiters = this.#waiters.filter((waiter) => waiter.revision > revision);
    for (const waiter of due) waiter.resolve();
  }

  /** Called after a gap in the stream. The listeners must read the engine's present state again. */
  async #resynchronize(): Promise<void> {
    try {
      const revision = await this.#options.engine.progress();
      // No asynchronous step may come between these two calls. A cache that loads between them would wait for changes
      // that are skipped.
      this.#notifyInterruption();
      this.#advance(Math.max(this.#revision, revision));
    } catch (error) {
      this.#options.logger.warning("the store does not respond", { error: String(error) });
    }
  }
}

function closed(): StorageError {
  return new StorageError("closed", "the store is closed");
}
