/**
 * Reconciles the cluster with its desired state, one key at a time.
 *
 *     const controller = new Controller({
 *       name: "greeter", sources: [controllerSource(maps)],
 *       reconcile: async (key, signal) => { ... },
 *     });
 *     await controller.run(signal);
 */
import { onAbort } from "../../base/abort-listeners.ts";
import { type Clock, systemClock } from "../../base/clock.ts";
import { deferred } from "../../base/deferred.ts";
import { LinkedAbort } from "../informer/linked-abort.ts";
import type { RateLimiter } from "../queue/rate-limiter.ts";
import { WorkQueue } from "../queue/work-queue.ts";
import type { WorkQueueMetrics } from "../queue/work-queue-metrics.ts";
import type { ControllerSource } from "./controller-source.ts";

/** The outcome of a successful `reconcile` call. */
export interface ReconcileResult {
  /** Reconcile the key again after this time, even if nothing changes. */
  readonly requeueAfterMs?: number;
}

/**
 * Compares the object that a key names with its desired state, and makes the missing changes.
 *
 * - The key names the object, not the change. Several changes lead to one call, the object may have been deleted, and
 *   possibly nothing has changed. After each change, at least one call starts when the store already shows it.
 * - No two calls for the same key run at once. Calls for different keys run concurrently, up to the number of workers.
 * - The store may be older than the last write. Write with preconditions, so that the server rejects changes that are
 *   based on an old state. A repeated call must do no harm.
 * - Return when the key needs no further work. Throw to retry later: after 5 ms, doubling up to 1000 s. After a
 *   `TerminalError`, the key is not retried before its object changes.
 * - Return soon after the signal is aborted. The result and any error are then ignored.
 */
export type Reconcile = (key: string, signal: AbortSignal) => Promise<ReconcileResult | void>;

/**
 * An error that a retry cannot fix. The key is not reconciled again before its object changes.
 * @example
 * ```ts
 * const reconcile = async (key: string): Promise<void> => {
 *   throw new TerminalError(`${key} has an unknown mode`);
 * };
 * ```
 */
export class TerminalError extends Error {
  override readonly name = "TerminalError";
}

/** Options of the `Controller` constructor. */
export interface ControllerOptions {
  /** The value of the `name` label of the metrics. */
  readonly name: string;
  /** Default: the system's clock. */
  readonly clock?: Clock;
  /** Where the keys come from. The caller runs the informers, because several controllers may share one. */
  readonly sources: readonly ControllerSource[];
  /** Brings the object of a key to its desired state. */
  readonly reconcile: Reconcile;
  /** How many keys are reconciled concurrently. Default: 1. */
  readonly workers?: number;
  /** Metrics of the work queue. Default: none. */
  readonly metrics?: WorkQueueMetrics;
  /** Delays of retries. Default: those of the reference's controllers (see `RateLimiterOptions`). */
  readonly limiter?: RateLimiter<string>;
  /** Receives the errors that `reconcile` throws before an abort. */
  readonly onError?: (error: unknown, key: string) => void;
}

/**
 * Calls `reconcile` for the keys of its sources until it is aborted.
 * @example
 * ```ts
 * const maps = new Informer(client.api(configMap));
 * const controller = new Controller({
 *   name: "greeter",
 *   sources: [controllerSource(maps)],
 *   reconcile: async (key) => {
 *     console.log(key, maps.lister.get(key)?.data);
 *   },
 * });
 * await Promise.all([maps.run(signal), controller.run(signal)]);
 * ```
 */
export class Controller {
  readonly #options: ControllerOptions;

  constructor(options: ControllerOptions) {
    this.#options = options;
  }

  /** The value of the `name` label of the metrics. */
  get name(): string {
    return this.#options.name;
  }

  /**
   * Waits until all sources have synced, then reconciles keys until `signal` is aborted. Resolves when the last call
   * has ended. A controller can run again afterwards, but not twice at the same time.
   * @param signal stops the controller
   * @throws the error of a source that cannot sync
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

  /** Each worker passes a separate signal to its calls, so that listeners do not accumulate on the shared one. */
  async #work(queue: WorkQueue, outer: AbortSignal): Promise<void> {
    using linked = new LinkedAbort(outer);
    const { signal } = linked;
    for (let key = await queue.get(signal); key !== undefined; key = await queue.get(signal)) {
      await this.#process(queue, key, signal);
      queue.done(key);
    }
  }

  /** Never rejects: an error of `reconcile` is reported and the key is retried. */
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

/** Resolves when the promise resolves or the signal is aborted, whichever is first. */
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
