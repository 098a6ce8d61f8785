/** tracing/otlp: sends spans to a collector, by the OpenTelemetry protocol over gRPC. It is loaded only if tracing is configured. */
export { type CollectorAddress, parseEndpoint } from "./collector-address.ts";
export { SpanExporter, type SpanExporterOptions } from "./span-exporter.ts";
