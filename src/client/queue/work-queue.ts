/**
 * Keys of what has to be looked at. A key waits once, however often it is added, and is never given to two at a time: one
 * that is added while it is being processed waits again when that is done.
 *
 *     for (let key = await queue.get(signal); key !== undefined; key = await queue.get(signal)) {
 *       try { await look(key); queue.forget(key); } catch { queue.addRateLimited(key); } finally { queue.done(key); }
 *     }
 *
 * @see k8s.io/client-go/util/workqueue
 */
import { assert } from "../../base/assert.ts";
import { type Clock, systemClock, type Timer } from "../../base/clock.ts";
import { type Deferred, deferred } from "../../base/deferred.ts";
import { DueQueue } from "../../base/due-queue.ts";
import { onAbort } from "../informer/abort-listeners.ts";
import { Fifo } from "./fifo.ts";
import { RateLimiter } from "./rate-limiter.ts";
import type { WorkInProgress, WorkQueueMetrics } from "./work-queue-metrics.ts";

/** How a queue is called and counted. */
export interface WorkQueueOptions<K> {
  /** In the metrics. */
  readonly name: string;
  /** Default: the system's. */
  readonly clock?: Clock;
  readonly metrics?: WorkQueueMetrics;
  /** Default: one with the reference's figures. */
  readonly limiter?: RateLimiter<K>;
}

interface Delayed<K> {
  readonly key: K;
  readonly atMs: number;
}

/** Keys to work on: each once, however often it is added; never to two at once. */
export class WorkQueue<K = string> implements WorkInProgress {
  readonly name: string;
  readonly #clock: Clock;
  readonly #metrics: WorkQueueMetrics | undefined;
  readonly #limiter: RateLimiter<K>;
  /** In the order in which they are given out; each is in `#addedMs`. */
  readonly #ready = new Fifo<K>();
  /** Keys that are to be processed, and since when: those that wait, and those added while being processed. */
  readonly #addedMs = new Map<K, number>();
  /** Keys that are being processed, and since when. */
  readonly #startedMs = new Map<K, number>();
  readonly #delayed = new DueQueue<Delayed<K>>();
  /** The earliest time of each delayed key; other entries of the heap have been overtaken. */
  readonly #delayedMs = new Map<K, number>();
  #timer: { readonly atMs: number; readonly timer: Timer } | undefined;
  readonly #takers = new Set<Deferred<void>>();
  #drained: Deferred<void> | undefined;
  readonly #shown: Disposable | undefined;

  constructor({ name, clock = systemClock, metrics, limiter = new RateLimiter<K>({ clock }) }: WorkQueueOptions<K>) {
    this.name = name;
    this.#clock = clock;
    this.#metrics = metrics;
    this.#limiter = limiter;
    this.#shown = metrics?.show(this);
    metrics?.depth.set([name], 0);
  }

  /** Keys that wait for somebody; without those that are delayed. */
  get size(): number {
    return this.#ready.size;
  }

  /** Whether nothing is taken any more. */
  get isShutDown(): boolean {
    return this.#drained !== undefined;
  }

  /** To be processed as soon as somebody is free. After a shutdown: nothing. */
  add(key: K): void {
    if (this.isShutDown || this.#addedMs.has(key)) return;
    this.#metrics?.adds.add([this.name]);
    this.#addedMs.set(key, this.#clock.monotonicMs());
    if (!this.#startedMs.has(key)) this.#offer(key);
  }

  /** The same after a while; of several times, the earliest counts. */
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
    this.#arm();
  }

  /** Again after a failure, later each time until it is forgotten. */
  addRateLimited(key: K): void {
    if (this.isShutDown) return;
    this.#metrics?.retries.add([this.name]);
    this.addAfter(key, this.#limiter.delayMs(key));
  }

  /** How often a key has failed since it was forgotten. */
  retries(key: K): number {
    return this.#limiter.failures(key);
  }

  /** The next failure of the key is its first. */
  forget(key: K): void {
    this.#limiter.forget(key);
  }

  /**
   * The next key, when there is one. It is the caller's until `done`.
   * @returns undefined when the queue has been shut down and nothing waits, or the signal is aborted
   */
  async get(signal?: AbortSignal): Promise<K | undefined> {
    for (;;) {
      if (signal?.aborted) return undefined;
      if (this.#ready.size > 0) return this.#take();
      if (this.isShutDown) return undefined;
      await this.#news(signal);
    }
  }

  /** The key has been processed; if it was added meanwhile, it waits again. */
  done(key: K): void {
    const startedMs = this.#startedMs.get(key);
    assert(startedMs !== undefined, "only what was taken can be done");
    this.#startedMs.delete(key);
    this.#metrics?.workSeconds.observe([this.name], (this.#clock.monotonicMs() - startedMs) / 1000);
    if (this.#addedMs.has(key)) this.#offer(key);
    this.#endIfDrained();
  }

  /**
   * Takes nothing more in, and forgets what is delayed. What waits is still given out.
   * @returns resolves when everything has been given out and is done
   */
  shutdown(): Promise<void> {
    if (!this.#drained) {
      this.#drained = deferred();
      this.#timer?.timer.cancel();
      this.#delayed.clear();
      this.#delayedMs.clear();
      for (const taker of this.#takers) taker.resolve();
      this.#endIfDrained();
    }
    return this.#drained.promise;
  }

  /** Drops what waits, for those who do not want it any more. */
  clear(): void {
    for (let key = this.#ready.take(); key !== undefined; key = this.#ready.take()) this.#addedMs.delete(key);
    this.#addedMs.clear();
    this.#metrics?.depth.set([this.name], 0);
    this.#endIfDrained();
  }

  /** How long each key that is being processed has been, in seconds. */
  runningSeconds(): readonly number[] {
    const nowMs = this.#clock.monotonicMs();
    return [...this.#startedMs.values()].map((startedMs) => (nowMs - startedMs) / 1000);
  }

  #offer(key: K): void {
    this.#ready.add(key);
    this.#metrics?.depth.set([this.name], this.#ready.size);
    const [taker] = this.#takers;
    taker?.resolve();
    if (taker) this.#takers.delete(taker);
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

  /** Resolves when there may be something to take, or nothing ever again. */
  async #news(signal: AbortSignal | undefined): Promise<void> {
    const taker = deferred();
    this.#takers.add(taker);
    using _ = signal && onAbort(signal, () => taker.resolve());
    await taker.promise;
    this.#takers.delete(taker);
    // Whoever was woken for a key and does not want it any more wakes the next.
    if (signal?.aborted && this.#ready.size > 0) [...this.#takers][0]?.resolve();
  }

  #arm(): void {
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
    this.#arm();
  }

  #endIfDrained(): void {
    if (!this.#drained || this.#addedMs.size > 0 || this.#startedMs.size > 0) return;
    this.#shown?.[Symbol.dispose]();
    this.#drained.resolve();
  }
}
