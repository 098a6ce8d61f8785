/**
 * Brings the cluster to where it should be, key by key.
 *
 *     const controller = new Controller({
 *       name: "greeter", sources: [controllerSource(maps)],
 *       reconcile: async (key, signal) => { ... },
 *     });
 *     await controller.run(signal);
 */
import { type Clock, systemClock } from "../../base/clock.ts";
import { deferred } from "../../base/deferred.ts";
import { onAbort } from "../informer/abort-listeners.ts";
import { LinkedAbort } from "../informer/linked-abort.ts";
import type { RateLimiter } from "../queue/rate-limiter.ts";
import { WorkQueue } from "../queue/work-queue.ts";
import type { WorkQueueMetrics } from "../queue/work-queue-metrics.ts";
import type { ControllerSource } from "./controller-source.ts";

/** What is to happen after a call that went well. */
export interface Result {
  /** Look at the key again after so long, also when nothing happens. */
  readonly requeueAfterMs?: number;
}

/**
 * Looks at what a key names, and does what is missing.
 *
 * - It is told which object to look at, not what has happened: several changes are one call, the object may be gone, and
 *   nothing may have changed at all. Every change is followed by at least one call that began after the store showed it.
 * - Never two calls at once for one key; calls for different keys run beside each other, as many as there are workers.
 * - What the store shows may be older than what the last call has written. Write so that the server refuses what is
 *   based on an old state, and so that doing it twice does no harm.
 * - Returning means that the key is settled; an error means that it is to be tried again, later each time (5 ms, doubled
 *   up to 1000 s). A `TerminalError` is not tried again before something happens to the key.
 * - It ends soon after the signal is aborted; then it does not matter whether it returns or throws.
 */
export type Reconcile = (key: string, signal: AbortSignal) => Promise<Result | void>;

/** What no further try will mend. */
export class TerminalError extends Error {
  override readonly name = "TerminalError";
}

/** What a controller looks at, and what it does. */
export interface ControllerOptions {
  /** In the metrics. */
  readonly name: string;
  /** Default: the system's. */
  readonly clock?: Clock;
  /** Whoever makes an informer runs it, for it may have several readers. */
  readonly sources: readonly ControllerSource[];
  readonly reconcile: Reconcile;
  /** How many keys are looked at at once. Default: 1. */
  readonly workers?: number;
  readonly metrics?: WorkQueueMetrics;
  /** Default: one with the reference's figures. */
  readonly limiter?: RateLimiter<string>;
  /** Told what `reconcile` throws, unless it was stopped. */
  readonly onError?: (error: unknown, key: string) => void;
}

/** Calls `reconcile` for keys, again and again, as often as there is something to look at. */
export class Controller {
  readonly #options: ControllerOptions;

  constructor(options: ControllerOptions) {
    this.#options = options;
  }

  /** In the metrics. */
  get name(): string {
    return this.#options.name;
  }

  /**
   * Waits until all sources have synced, then works until it is aborted, and resolves when the last call has ended. It can
   * be run again, but not twice at once.
   * @throws what keeps a source from syncing
   */
  async run(signal: AbortSignal): Promise<void> {
    const { name, clock = systemClock, sources, workers = 1, metrics, limiter } = this.#options;
    const queue = new WorkQueue<string>({
      name,
      clock,
      ...(metrics ? { metrics } : {}),
      ...(limiter ? { limiter } : {}),
    });
    const registrations = sources.map((source) => source.watch((key) => queue.add(key)));
    try {
      await untilAborted(Promise.all(sources.map(({ synced }) => synced)), signal);
      await Promise.all(Array.from({ length: workers }, () => this.#work(queue, signal)));
    } finally {
      for (const registration of registrations) registration[Symbol.dispose]();
      queue.clear();
      await queue.shutdown();
    }
  }

  /** A worker's calls have a signal of their own, so that those of all workers do not pile up listeners on one. */
  async #work(queue: WorkQueue, outer: AbortSignal): Promise<void> {
    using linked = new LinkedAbort(outer);
    const { signal } = linked;
    for (let key = await queue.get(signal); key !== undefined; key = await queue.get(signal)) {
      await this.#process(queue, key, signal);
      queue.done(key);
    }
  }

  /** Does not reject. */
  async #process(queue: WorkQueue, key: string, signal: AbortSignal): Promise<void> {
    try {
      const result = await this.#options.reconcile(key, signal);
      queue.forget(key);
      if (result?.requeueAfterMs !== undefined) queue.addAfter(key, result.requeueAfterMs);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof TerminalError) queue.forget(key);
      else queue.addRateLimited(key);
      this.#options.onError?.(error, key);
    }
  }
}

/** Resolves with the promise or the abort, whichever is first. */
async function untilAborted(promise: Promise<unknown>, signal: AbortSignal): Promise<void> {
  const aborted = deferred();
  using _ = onAbort(signal, () => aborted.resolve());
  if (signal.aborted) aborted.resolve();
  try {
    await Promise.race([promise, aborted.promise]);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
