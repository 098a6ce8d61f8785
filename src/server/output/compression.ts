/** Decides whether a response is compressed. */
import { acceptsGzip } from "../../codec/index.ts";
import type { Call } from "../requests/call.ts";
import type { ResponseHeaders } from "../requests/exchange.ts";

/** Whether compression is enabled, the call is a GET, and its client accepts gzip. */
export function mayCompress(call: Call): boolean {
  if (!call.compression.enabled || call.method !== "GET") return false;
  return acceptsGzip(call.exchange.header("accept-encoding"));
}

/** Whether a response with a body of about this length is compressed. */
export function shouldCompress(call: Call, bodyBytes: number): boolean {
  return bodyBytes >= call.compression.bytesMin && mayCompress(call);
}

/** Headers of a compressed response. */
export const gzipHeaders: ResponseHeaders = { "content-encoding": "gzip", vary: "Accept-Encoding" };
