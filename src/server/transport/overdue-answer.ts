/** Complete answers that their clients do not take. */
import type { ServerResponse } from "node:http";
import type { ServerHttp2Stream } from "node:http2";

/**
 * Breaks an answer off that is complete, once its client takes nothing of it for `timeoutMs`. To be called now and then
 * for what is open: nearly every answer is taken at once, and a timer for each would cost more than the look.
 */
export function breakOffOverdue(
  answer: ServerHttp2Stream | ServerResponse,
  timeoutMs: number,
  breakOff: () => void,
): void {
  if (!answer.writableEnded || answer.destroyed || answer.listenerCount("timeout") > 0) return;
  answer.setTimeout(timeoutMs, breakOff);
}
