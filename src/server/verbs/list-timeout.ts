/**
 * The time limit of a list, which clients set with `timeoutSeconds`. Watches have a separate timer
 * (`watch-session.ts`).
 */
import type { Clock } from "../../base/clock.ts";
import { type StatusError, timeout } from "../../meta/status-error.ts";
import type { Call } from "../requests/call.ts";
import { withinTime } from "../requests/time-limit.ts";

/** Time limit of a list request. */
export interface ListTimeout {
  readonly clock: Clock;
  /** Undefined or not positive: only the limit of all requests applies. */
  readonly timeoutSeconds: number | undefined;
}

/**
 * Runs `respond`, which responds to the call. If the time ends first, the client gets a 504. A response that has begun
 * is aborted then.
 */
export async function respondInTime(
  call: Call,
  { clock, timeoutSeconds = 0 }: ListTimeout,
  respond: () => Promise<void>,
): Promise<void> {
  if (timeoutSeconds <= 0) return await respond();
  await withinTime(call, { clock, timeoutMs: timeoutSeconds * 1000, error: timeoutError }, respond);
}

function timeoutError(): StatusError {
  return timeout("request did not complete within requested timeout - context deadline exceeded");
}
