/** The header `traceparent` of the W3C, which names the span of a request in another process. */
import type { SpanLink } from "./span.ts";

const headerLength = 55;
const hexadecimal = /^[0-9a-f]*$/;
const onlyZeros = /^0*$/;

/** Returns the span that a header names. Undefined if it names none. */
export function parseTraceparent(header: string | undefined): SpanLink | undefined {
  if (header?.length !== headerLength) return undefined;
  const parts = header.split("-");
  const [version = "", traceId = "", spanId = "", flags = ""] = parts;
  const hasForm = version.length === 2 && traceId.length === 32 && spanId.length === 16 && flags.length === 2;
  if (!hasForm || version === "ff" || !parts.every((part) => hexadecimal.test(part))) return undefined;
  return onlyZeros.test(traceId) || onlyZeros.test(spanId) ? undefined : { traceId, spanId };
}

/** Returns the header for a request that is sent within a span. The span is recorded. */
export function traceparentOf({ traceId, spanId }: SpanLink): string {
  return `00-${traceId}-${spanId}-01`;
}
