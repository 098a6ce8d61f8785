/** Collects events into batches, and passes them to a backend while requests continue. */
import type { Clock, Timer } from "../../base/clock.ts";
import { sleep } from "../../base/clock.ts";
import { TokenBucket } from "../../base/token-bucket.ts";
import type { AuditEvent } from "../event.ts";
import type { AuditBackend } from "../sink.ts";
import type { FailureReport } from "./failure-report.ts";

/** Sizes and rates of batches. */
export interface BatchOptions {
  /** Events that may wait. More are lost, and are counted. */
  readonly bufferSize: number;
  /** Largest number of events in a batch. */
  readonly batchSize: number;
  /** Longest time that an event waits for a full batch. */
  readonly maxWaitMs: number;
  /** Limits the batches per second. Undefined: no limit. */
  readonly throttle: { readonly perSecond: number; readonly burst: number } | undefined;
  /** Batches that are passed to the backend at the same time. */
  readonly parallelBatchesMax: number;
}

/** Backend, clock and reports of a `BufferedBackend`. */
export interface BufferedBackendOptions extends BatchOptions {
  readonly backend: AuditBackend;
  readonly clock: Clock;
  readonly failures: FailureReport;
}

/** The mode `batch` of a backend. */
export class BufferedBackend implements AsyncDisposable {
  readonly #options: BufferedBackendOptions;
  readonly #bucket: TokenBucket | undefined;
  readonly #sending = new Set<Promise<unknown>>();
  #waiting: AuditEvent[] = [];
  #wait: Timer | undefined;
  #draining: Promise<void> | undefined;
  /** Whether waiting events are sent although their batch is not full. */
  #isDue = false;

  constructor(options: BufferedBackendOptions) {
    this.#options = options;
    const { throttle, clock } = options;
    this.#bucket = throttle && new TokenBucket(clock, throttle.perSecond, throttle.burst);
  }

  /** Adds events to the buffer. Those that do not fit are lost, and are counted. */
  add(events: readonly AuditEvent[]): void {
    const { bufferSize, failures } = this.#options;
    const room = Math.max(0, bufferSize - this.#waiting.length);
    this.#waiting.push(...events.slice(0, room));
    if (events.length > room) failures.add(events.length - room, "audit buffer queue blocked");
    this.#schedule();
  }

  /** Sends all events, and closes the backend. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#wait?.cancel();
    this.#isDue = true;
    await this.#startDraining();
    while (this.#sending.size > 0) await Promise.all(this.#sending);
    this.#options.failures.flush();
    await this.#options.backend[Symbol.asyncDispose]();
  }

  #schedule(): void {
    const { batchSize, maxWaitMs, clock } = this.#options;
    if (this.#draining || this.#waiting.length === 0) return;
    if (this.#waiting.length >= batchSize) {
      this.#wait?.cancel();
      this.#wait = undefined;
      void this.#startDraining();
      return;
    }
    this.#wait ??= clock.after(maxWaitMs, () => {
      this.#wait = undefined;
      this.#isDue = true;
      void this.#startDraining();
    });
  }

  #startDraining(): Promise<void> {
    this.#draining ??= this.#drain().finally(() => {
      this.#draining = undefined;
      this.#schedule();
    });
    return this.#draining;
  }

  /** Sends full batches, and at the end of the wait also the last one. */
  async #drain(): Promise<void> {
    const { batchSize, clock, parallelBatchesMax } = this.#options;
    while (this.#waiting.length >= batchSize || (this.#isDue && this.#waiting.length > 0)) {
      const waitMs = this.#bucket?.takeMs() ?? 0;
      if (waitMs > 0) await sleep(clock, waitMs);
      while (this.#sending.size >= parallelBatchesMax) await Promise.race(this.#sending);
      this.#send(this.#waiting.splice(0, batchSize));
    }
    this.#isDue = false;
  }

  #send(batch: readonly AuditEvent[]): void {
    const sending = this.#options.backend.store(batch).finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
  }
}
