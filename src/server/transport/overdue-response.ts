/** Aborts complete responses that clients do not read. */
import type { ServerResponse } from "node:http";
import type { ServerHttp2Stream } from "node:http2";

/**
 * If a response is complete but not yet sent, sets a timeout: the response is aborted when its client reads nothing for
 * `timeoutMs`. Must be called periodically for open responses. Nearly every response is sent at once, and a timer for
 * each of them would cost more than this check. See docs/performance.md, "Optimizations", "one periodic check".
 */
export function abortIfOverdue(
  response: ServerHttp2Stream | ServerResponse,
  timeoutMs: number,
  abort: () => void,
): void {
  if (!response.writableEnded || response.destroyed || response.listenerCount("timeout") > 0) return;
  response.setTimeout(timeoutMs, abort);
}
