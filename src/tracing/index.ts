/**
 * tracing: spans of requests. A `Tracer` begins the span of a request, and `inSpan` measures a step of the request in a child
 * span. Without a tracer there are no spans, and `inSpan` only runs the step. `tracing/otlp` sends the spans to a collector.
 */
export { activeSpan, inSpan, runInSpan, type TracedStep } from "./active-span.ts";
export { type FinishedSpan, type ParentSpan, Span, type SpanAttributes, type SpanKind, type SpanLink } from "./span.ts";
export { parseTraceparent, traceparentOf } from "./traceparent.ts";
export { type SpanSink, type TraceIdentity, Tracer, type TracerOptions } from "./tracer.ts";
