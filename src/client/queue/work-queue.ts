/**
 * A queue of keys to process. A key is queued at most once, however often it is added, and never processed twice at
 * once. If a key is added during its processing, it is queued again after `done()`.
 *
 *     for (let key = await queue.get(signal); key !== undefined; key = await queue.get(signal)) {
 *       try { await look(key); queue.forget(key); } catch { queue.addRateLimited(key); } finally { queue.done(key); }
 *     }
 *
 * @see k8s.io/client-go/util/workqueue
 */
import { onAbort } from "../../base/abort-listeners.ts";
import { assert } from "../../base/assert.ts";
import { type Clock, systemClock, type Timer } from "../../base/clock.ts";
import { type Deferred, deferred } from "../../base/deferred.ts";
import { DueQueue } from "../../base/due-queue.ts";
import { Fifo } from "./fifo.ts";
import { RateLimiter } from "./rate-limiter.ts";
import type { WorkInProgress, WorkQueueMetrics } from "./work-queue-metrics.ts";

/** Options of the `WorkQueue` constructor. */
export interface WorkQueueOptions<K> {
  /** The value of the `name` label of the metrics. */
  readonly name: string;
  /** Default: the system's clock. */
  readonly clock?: Clock;
  /** Metrics of the queue. Default: none. */
  readonly metrics?: WorkQueueMetrics;
  /** Delays of `addRateLimited()`. Default: those of the reference's controllers. */
  readonly limiter?: RateLimiter<K>;
}

interface Delayed<K> {
  readonly key: K;
  readonly atMs: number;
}

/**
 * A queue that returns each key once, however often it was added, and never to two callers at once.
 * @example
 * ```ts
 * const queue = new WorkQueue({ name: "greeter" });
 * queue.add("default/settings");
 * for (let key = await queue.get(signal); key !== undefined; key = await queue.get(signal)) {
 *   console.log(key);
 *   queue.done(key);
 * }
 * ```
 */
export class WorkQueue<K = string> implements WorkInProgress {
  readonly name: string;
  readonly #clock: Clock;
  readonly #metrics: WorkQueueMetrics | undefined;
  readonly #limiter: RateLimiter<K>;
  /** Queued keys in order. Each one is also in `#addedMs`. */
  readonly #ready = new Fifo<K>();
  /** Time of the addition of each key that is queued, or was added during its processing. */
  readonly #addedMs = new Map<K, number>();
  /** Start time of each key in progress. */
  readonly #startedMs = new Map<K, number>();
  readonly #delayed = new DueQueue<Delayed<K>>();
  /** The earliest time of each delayed key. Entries of `#delayed` with another time are obsolete. */
  readonly #delayedMs = new Map<K, number>();
  #timer: { readonly atMs: number; readonly timer: Timer } | undefined;
  readonly #waiters = new Set<Deferred<void>>();
  #drained: Deferred<void> | undefined;
  readonly #metricsRegistration: Disposable | undefined;

  constructor({ name, clock = systemClock, metrics, limiter = new RateLimiter<K>({ clock }) }: WorkQueueOptions<K>) {
    this.name = name;
    this.#clock = clock;
    this.#metrics = metrics;
    this.#limiter = limiter;
    this.#metricsRegistration = metrics?.track(this);
    metrics?.depth.set([name], 0);
  }

  /** Number of queued keys, without delayed ones. */
  get size(): number {
    return this.#ready.size;
  }

  /** Whether `shutdown()` was called. */
  get isShutDown(): boolean {
    return this.#drained !== undefined;
  }

  /**
   * Queues a key, unless it is already queued. Does nothing after `shutdown()`.
   * @param key compared like the keys of a Map
   */
  add(key: K): void {
    if (this.isShutDown || this.#addedMs.has(key)) return;
    this.#metrics?.adds.add([this.name]);
    this.#addedMs.set(key, this.#clock.monotonicMs());
    if (!this.#startedMs.has(key)) this.#makeReady(key);
  }

  /**
   * Queues a key after a delay. If the key is already delayed, the earlier time applies. Does nothing after
   * `shutdown()`.
   * @param key compared like the keys of a Map
   * @param delayMs delay in milliseconds; 0 or less queues the key immediately
   */
  addAfter(key: K, delayMs: number): void {
    if (this.isShutDown) return;
    if (delayMs <= 0) {
      this.add(key);
      return;
    }
    const atMs = this.#clock.monotonicMs() + delayMs;
    if ((this.#delayedMs.get(key) ?? Number.POSITIVE_INFINITY) <= atMs) return;
    this.#delayedMs.set(key, atMs);
    this.#delayed.add({ key, atMs });
    this.#startTimer();
  }

  /**
   * Queues a key for a retry. The delay grows with each call, until `forget()`.
   * @param key compared like the keys of a Map
   */
  addRateLimited(key: K): void {
    if (this.isShutDown) return;
    this.#metrics?.retries.add([this.name]);
    this.addAfter(key, this.#limiter.delayMs(key));
  }

  /**
   * Returns the number of `addRateLimited()` calls for a key since `forget()`.
   * @param key compared like the keys of a Map
   */
  retries(key: K): number {
    return this.#limiter.failures(key);
  }

  /**
   * Resets the retry delay of a key. Call it after a success.
   * @param key compared like the keys of a Map
   */
  forget(key: K): void {
    this.#limiter.forget(key);
  }

  /**
   * Waits for the next key. No other caller receives this key before `done()`.
   * @param signal ends the wait
   * @returns undefined if the signal is aborted, or the queue was shut down and is empty
   */
  async get(signal?: AbortSignal): Promise<K | undefined> {
    for (;;) {
      if (signal?.aborted) return undefined;
      if (this.#ready.size > 0) return this.#take();
      if (this.isShutDown) return undefined;
      await this.#waitForKey(signal);
    }
  }

  /**
   * Marks a key as processed. Call it after each `get()`. If the key was added meanwhile, it is queued again. @throws
   * AssertionError if the key is not in progress
   * @param key a key that `get()` returned
   */
  done(key: K): void {
    const startedMs = this.#startedMs.get(key);
    assert(startedMs !== undefined, "only what was taken can be done");
    this.#startedMs.delete(key);
    this.#metrics?.workSeconds.observe([this.name], (this.#clock.monotonicMs() - startedMs) / 1000);
    if (this.#addedMs.has(key)) this.#makeReady(key);
    this.#endIfDrained();
  }

  /**
   * Stops accepting keys and drops delayed ones. Queued keys are still returned.
   * @returns a promise that resolves when all keys have been returned and marked as processed
   */
  shutdown(): Promise<void> {
    if (!this.#drained) {
      this.#drained = deferred();
      this.#timer?.timer.cancel();
      this.#delayed.clear();
      this.#delayedMs.clear();
      for (const waiter of this.#waiters) waiter.resolve();
      this.#endIfDrained();
    }
    return this.#drained.promise;
  }

  /** Drops all queued keys. */
  clear(): void {
    for (let key = this.#ready.take(); key !== undefined; key = this.#ready.take()) this.#addedMs.delete(key);
    this.#addedMs.clear();
    this.#metrics?.depth.set([this.name], 0);
    this.#endIfDrained();
  }

  /** Returns for each key in progress how long it has been processed, in seconds. */
  runningSeconds(): readonly number[] {
    const nowMs = this.#clock.monotonicMs();
    return [...this.#startedMs.values()].map((startedMs) => (nowMs - startedMs) / 1000);
  }

  #makeReady(key: K): void {
    this.#ready.add(key);
    this.#metrics?.depth.set([this.name], this.#ready.size);
    const [waiter] = this.#waiters;
    waiter?.resolve();
    if (waiter) this.#waiters.delete(waiter);
  }

  #take(): K {
    const key = this.#ready.take() as K;
    const nowMs = this.#clock.monotonicMs();
    this.#metrics?.depth.set([this.name], this.#ready.size);
    this.#metrics?.queueSeconds.observe([this.name], (nowMs - (this.#addedMs.get(key) ?? nowMs)) / 1000);
    this.#addedMs.delete(key);
    this.#startedMs.set(key, nowMs);
    return key;
  }

  /** Resolves when a key may be available, the queue is shut down, or the signal is aborted. */
  async #waitForKey(signal: AbortSignal | undefined): Promise<void> {
    const waiter = deferred();
    this.#waiters.add(waiter);
    using _ = signal && onAbort(signal, () => waiter.resolve());
    await waiter.promise;
    this.#waiters.delete(waiter);
    // This caller was woken for a key but is aborted: wake the next one.
    if (signal?.aborted && this.#ready.size > 0) [...this.#waiters][0]?.resolve();
  }

  #startTimer(): void {
    const first = this.#delayed.first;
    if (!first || (this.#timer && this.#timer.atMs <= first.atMs)) return;
    this.#timer?.timer.cancel();
    const delayMs = first.atMs - this.#clock.monotonicMs();
    this.#timer = { atMs: first.atMs, timer: this.#clock.after(delayMs, () => this.#onDue()) };
  }

  #onDue(): void {
    this.#timer = undefined;
    const nowMs = this.#clock.monotonicMs();
    for (const { key, atMs } of this.#delayed.takeDue(nowMs, this.#delayed.size)) {
      if (this.#delayedMs.get(key) !== atMs) continue;
      this.#delayedMs.delete(key);
      this.add(key);
    }
    this.#startTimer();
  }

  #endIfDrained(): void {
    if (!this.#drained || this.#addedMs.size > 0 || this.#startedMs.size > 0) return;
    this.#metricsRegistration?.[Symbol.dispose]();
    this.#drained.resolve();
  }
}
