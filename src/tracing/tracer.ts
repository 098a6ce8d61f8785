/** Begins the spans of requests. */
import type { Clock } from "../base/clock.ts";
import type { Random } from "../base/random.ts";
import { type FinishedSpan, ParentSpan, Span, type SpanLink, type SpanServices, type SpanStart } from "./span.ts";

/** Gets the spans that have ended. Must not block. */
export interface SpanSink {
  add(span: FinishedSpan): void;
}

/** Names of a server in its traces. */
export interface TraceIdentity {
  readonly service: string;
  /** Empty if the server has no name. */
  readonly instance: () => string;
}

/** Services and settings of a tracer. */
export interface TracerOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** How many of a million requests are traced. */
  readonly samplesPerMillion: number;
  readonly sink: SpanSink;
}

const hexWord = (random: Random): string =>
  random
    .below(2 ** 32)
    .toString(16)
    .padStart(8, "0");

/** Decides which requests are traced, and begins their spans. */
export class Tracer implements SpanServices {
  readonly #options: TracerOptions;
  /** Time of the wall clock at which the monotonic clock is 0. So spans have the precision of the monotonic clock. */
  readonly #originMs: number;

  constructor(options: TracerOptions) {
    this.#options = options;
    this.#originMs = options.clock.nowMs() - options.clock.monotonicMs();
  }

  /**
   * Begins the span of a request in a new trace. Undefined if the request is not traced.
   * @param startedMs monotonic time at which the request began
   */
  begin(start: () => SpanStart, { auditId, startedMs }: { auditId: string; startedMs: number }): Span | undefined {
    const { random, samplesPerMillion } = this.#options;
    if (random.below(1_000_000) >= samplesPerMillion) return undefined;
    const traceId = Array.from({ length: 4 }, () => hexWord(random)).join("");
    const place = { traceId, parentId: "", auditId };
    return new Span(place, { ...start(), startMs: this.#originMs + startedMs }, this);
  }

  /** Returns a span of another thread, whose children this thread adds. */
  continueFrom(link: SpanLink, auditId: string): ParentSpan {
    return new ParentSpan(link, this, auditId);
  }

  nowMs(): number {
    return this.#originMs + this.#options.clock.monotonicMs();
  }

  newSpanId(): string {
    const { random } = this.#options;
    return `${hexWord(random)}${hexWord(random)}`;
  }

  finished(span: FinishedSpan): void {
    this.#options.sink.add(span);
  }
}
