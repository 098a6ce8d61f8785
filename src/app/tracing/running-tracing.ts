/** The tracing of a thread: its tracer, and the exporter that sends its spans. */
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import { Counter, type MetricRegistry } from "../../base/metrics.ts";
import type { Random } from "../../base/random.ts";
import { type FinishedSpan, type SpanSink, Tracer } from "../../tracing/index.ts";
import type { SpanExporter } from "../../tracing/otlp/index.ts";
import type { LoadedTracing } from "../config/tracing-flags.ts";

/** Services of a thread. */
export interface TracingServices {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly metrics: MetricRegistry;
  /** Returns the name of the server. Empty if it has none. */
  readonly instance: () => string;
}

/** Spans that are kept while the exporter is being loaded. */
const earlySpansMax = 512;

const sentMetric = {
  name: "tracing_spans_sent_total",
  help: "Number of spans that the collector has accepted.",
  stability: "ALPHA",
  labels: [],
} as const;

const lostMetric = {
  name: "tracing_spans_lost_total",
  help: "Number of spans that were lost, because the queue was full or the collector has not accepted them.",
  stability: "ALPHA",
  labels: ["reason"],
} as const;

/** The tracing of a thread. */
export class RunningTracing implements SpanSink, AsyncDisposable {
  readonly tracer: Tracer;
  #exporter: SpanExporter | undefined;
  readonly #loading: Promise<void>;
  #earlySpans: FinishedSpan[] = [];
  #lostEarly = 0;

  constructor(loaded: LoadedTracing, services: TracingServices) {
    const { clock, random, metrics } = services;
    this.tracer = new Tracer({ clock, random, samplesPerMillion: loaded.samplesPerMillion, sink: this });
    this.#loading = this.#load(loaded, services);
    metrics.add(new Counter(sentMetric), (counter) => counter.raise([], this.#exporter?.totals.sent ?? 0));
    metrics.add(new Counter<"reason">(lostMetric), (counter) => {
      counter.raise(["queue"], this.#lostEarly + (this.#exporter?.totals.queue ?? 0));
      counter.raise(["failed"], this.#exporter?.totals.failed ?? 0);
    });
  }

  add(span: FinishedSpan): void {
    if (this.#exporter) this.#exporter.add(span);
    else if (this.#earlySpans.length < earlySpansMax) this.#earlySpans.push(span);
    else this.#lostEarly++;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#loading;
    await this.#exporter?.[Symbol.asyncDispose]();
  }

  /** Loads the code of the exporter, which only servers with tracing need. */
  async #load(loaded: LoadedTracing, { clock, logger, instance }: TracingServices): Promise<void> {
    const { parseEndpoint, SpanExporter } = await import("../../tracing/otlp/index.ts");
    const exporter = new SpanExporter({
      address: parseEndpoint(loaded.endpoint),
      identity: { service: "apiserver", instance: () => loaded.instance ?? instance() },
      clock,
      logger,
    });
    for (const span of this.#earlySpans) exporter.add(span);
    this.#earlySpans = [];
    this.#exporter = exporter;
  }
}
