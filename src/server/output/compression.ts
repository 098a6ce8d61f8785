/** Whether an answer is compressed. */
import { acceptsGzip } from "../../codec/index.ts";
import type { Call } from "../requests/call.ts";
import type { ResponseHeaders } from "../requests/exchange.ts";

/** Whether the answer of a call may be compressed: reads, for clients that accept it. */
export function mayCompress(call: Call): boolean {
  if (!call.compression.enabled || call.method !== "GET") return false;
  return acceptsGzip(call.exchange.header("accept-encoding"));
}

/** The same for a body of about this length. */
export function compresses(call: Call, bodyBytes: number): boolean {
  return bodyBytes >= call.compression.bytesMin && mayCompress(call);
}

export const gzipHeaders: ResponseHeaders = { "content-encoding": "gzip", vary: "Accept-Encoding" };
