/**
 * Sends spans to a collector in batches. Requests never wait for it: spans wait in a queue, and those that do not fit are lost and
 * counted.
 */
import { type Clock, sleepOrAbort, type Timer } from "../../base/clock.ts";
import { deferred } from "../../base/deferred.ts";
import type { Logger } from "../../base/logger.ts";
import { reasonOf } from "../../base/reason-of.ts";
import { GrpcCallError, GrpcClient, type Rpc } from "../../grpc/index.ts";
import type { FinishedSpan } from "../span.ts";
import type { SpanSink, TraceIdentity } from "../tracer.ts";
import type { CollectorAddress } from "./collector-address.ts";
import { exportRequest } from "./export-request.ts";

/** Collector and services of an exporter. */
export interface SpanExporterOptions {
  readonly address: CollectorAddress;
  readonly identity: TraceIdentity;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Spans that wait for the next batch. */
const waitingMax = 2048;
/** Spans of one batch. Encoding it takes a few milliseconds. */
const batchMax = 512;
/** Longest time until spans are sent. */
const delayMs = 5000;
/** Time limit of one attempt to send a batch. */
const timeoutMs = 10_000;
/** Wait before the second attempt. It doubles with each one. */
const retryMs = 5000;
/** Time after which a batch is given up. */
const retryMsMax = 60_000;
/** Time limit of the last batches when the server stops. */
const flushMsMax = 3000;
/** Shortest time between two log lines about a collector that does not work. */
const logIntervalMs = 60_000;
const scope = "orch";

const exportRpc: Rpc<Buffer, undefined> = {
  path: "/opentelemetry.proto.collector.trace.v1.TraceService/Export",
  encode: (message) => message,
  decode: () => undefined,
};

/** Sends spans, and counts those that are lost. */
export class SpanExporter implements SpanSink, AsyncDisposable {
  /** Numbers of spans that were sent, that did not fit into the queue, and that the collector has not accepted. */
  readonly totals = { sent: 0, queue: 0, failed: 0 };
  readonly #options: SpanExporterOptions;
  readonly #client: GrpcClient;
  #waiting: FinishedSpan[] = [];
  #timer: Timer | undefined;
  #sending: Promise<void> | undefined;
  readonly #stopping = new AbortController();
  #lastLogMs = Number.NEGATIVE_INFINITY;
  #isFailing = false;

  constructor(options: SpanExporterOptions) {
    this.#options = options;
    const { url, ...socket } = options.address;
    this.#client = new GrpcClient(url, socket, options.clock);
  }

  add(span: FinishedSpan): void {
    if (this.#waiting.length >= waitingMax || this.#stopping.signal.aborted) {
      this.totals.queue++;
      return;
    }
    this.#waiting.push(span);
    if (this.#sending) return;
    if (this.#waiting.length >= batchMax) this.#send();
    else this.#timer ??= this.#options.clock.after(delayMs, () => this.#send());
  }

  /** Sends the spans that wait, within a short time. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort();
    if (!this.#sending) this.#send();
    const timeout = deferred();
    using _timer = this.#options.clock.after(flushMsMax, () => timeout.resolve());
    await Promise.race([this.#sending, timeout.promise]);
    this.#timer?.cancel();
    // Further batches would connect again, and delay the end of the process.
    this.totals.failed += this.#waiting.length;
    this.#waiting = [];
    this.#client.close();
  }

  /** Sends everything that waits, one batch after the other. */
  #send(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#sending = this.#sendBatches().finally(() => {
      this.#sending = undefined;
      if (this.#waiting.length > 0 && !this.#stopping.signal.aborted) {
        this.#timer ??= this.#options.clock.after(delayMs, () => this.#send());
      }
    });
  }

  async #sendBatches(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, batchMax);
      const isSent = await this.#sendBatch(batch);
      if (isSent) this.totals.sent += batch.length;
      else this.totals.failed += batch.length;
      // The rest of a full queue does not wait for the timer.
      if (this.#waiting.length < batchMax && !this.#stopping.signal.aborted) return;
    }
  }

  /** Returns whether the collector has accepted the batch. */
  async #sendBatch(batch: readonly FinishedSpan[]): Promise<boolean> {
    const { clock, identity } = this.#options;
    const attributes = { "service.name": identity.service, "service.instance.id": identity.instance() };
    const message = exportRequest(batch, { attributes, scope });
    const startMs = clock.monotonicMs();
    for (let waitMs = retryMs; ; waitMs *= 2) {
      try {
        await this.#client.call(exportRpc, message, timeoutMs);
        this.#worked();
        return true;
      } catch (error) {
        const isTemporary = error instanceof GrpcCallError && error.isTemporary;
        this.#failed(error);
        const isOver = clock.monotonicMs() - startMs + waitMs > retryMsMax;
        if (!isTemporary || isOver || this.#stopping.signal.aborted) return false;
      }
      await sleepOrAbort(clock, waitMs, this.#stopping.signal);
    }
  }

  #worked(): void {
    if (!this.#isFailing) return;
    this.#isFailing = false;
    this.#options.logger.info("traces are sent again");
  }

  #failed(error: unknown): void {
    const { clock, logger, address } = this.#options;
    this.#isFailing = true;
    if (clock.monotonicMs() - this.#lastLogMs < logIntervalMs) return;
    this.#lastLogMs = clock.monotonicMs();
    const { queue, failed } = this.totals;
    logger.warning("traces cannot be sent", {
      endpoint: address.url,
      reason: reasonOf(error),
      lostSpans: queue + failed,
    });
  }
}
