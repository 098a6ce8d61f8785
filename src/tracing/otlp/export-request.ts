/** Encodes spans as an ExportTraceServiceRequest of OTLP 1.0. The numbers are those of the fields in opentelemetry-proto. */
import { ProtoWriter } from "../../grpc/index.ts";
import type { FinishedSpan, SpanAttributes, SpanKind, SpanLink } from "../span.ts";

/** Names of the server that sends the spans. */
export interface SentResource {
  readonly attributes: SpanAttributes;
  /** Name of the code that creates the spans. */
  readonly scope: string;
}

const kinds: Readonly<Record<SpanKind, number>> = { internal: 1, server: 2, client: 3 };
const statusError = 2;

/** Returns the message. */
export function exportRequest(spans: readonly FinishedSpan[], { attributes, scope }: SentResource): Buffer {
  const resource = addAttributes(new ProtoWriter(), 1, attributes);
  const scopeSpans = new ProtoWriter().message(1, new ProtoWriter().text(1, scope)).messages(2, spans, spanMessage);
  const resourceSpans = new ProtoWriter().message(1, resource).message(2, scopeSpans);
  return new ProtoWriter().message(1, resourceSpans).finish();
}

function spanMessage(span: FinishedSpan): ProtoWriter {
  const writer = new ProtoWriter()
    .bytes(1, Buffer.from(span.traceId, "hex"))
    .bytes(2, Buffer.from(span.spanId, "hex"))
    .bytes(4, Buffer.from(span.parentId, "hex"))
    .text(5, span.name)
    .integer(6, kinds[span.kind])
    .fixed64(7, toNanoseconds(span.startMs))
    .fixed64(8, toNanoseconds(span.endMs));
  addAttributes(writer, 9, span.attributes).messages(13, span.links, linkMessage);
  return writer.message(15, new ProtoWriter().integer(3, span.isError ? statusError : 0));
}

function linkMessage({ traceId, spanId }: SpanLink): ProtoWriter {
  return new ProtoWriter().bytes(1, Buffer.from(traceId, "hex")).bytes(2, Buffer.from(spanId, "hex"));
}

function addAttributes(writer: ProtoWriter, field: number, attributes: SpanAttributes): ProtoWriter {
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) writer.message(field, new ProtoWriter().text(1, key).message(2, valueMessage(value)));
  }
  return writer;
}

/** Each value is written, also an empty text and 0, because exactly one member must be present. */
function valueMessage(value: string | number): ProtoWriter {
  return typeof value === "string"
    ? new ProtoWriter().presentBytes(1, Buffer.from(value))
    : new ProtoWriter().presentInteger(3, value);
}

function toNanoseconds(timeMs: number): bigint {
  return BigInt(Math.round(timeMs * 1000)) * 1000n;
}
