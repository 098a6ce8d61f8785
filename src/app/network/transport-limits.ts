/** Limits of connections. */
import type { TransportLimits } from "../../server/transport/index.ts";

/**
 * Returns the limits of a listener.
 * @param streamsMax maximum number of concurrent streams of one HTTP/2 connection
 */
export function transportLimits(streamsMax: number): TransportLimits {
  return {
    headerBytesMax: 64 * 1024,
    headersMax: 256,
    pipelinedMax: 100,
    streamsMax,
    handshakeTimeoutMs: 10_000,
    headersTimeoutMs: 10_000,
    requestTimeoutMs: 60_000,
    responseTimeoutMs: 60_000,
    idleTimeoutMs: 90_000,
    firstRequestMs: 1_000,
    closeTimeoutMs: 5_000,
  };
}
