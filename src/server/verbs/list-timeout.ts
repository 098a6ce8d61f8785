/** The time that a client gives a list with `timeoutSeconds`. A watch has a clock of its own. */
import type { Clock } from "../../base/clock.ts";
import { type StatusError, timeout } from "../../meta/status-error.ts";
import type { Call } from "../requests/call.ts";
import { withinTime } from "../requests/time-limit.ts";

export interface ListTimeout {
  readonly clock: Clock;
  /** Undefined and 0: what every request has. */
  readonly timeoutSeconds: number | undefined;
}

/** Runs what answers the call. When its time is over first, that is answered, or an answer under way broken off. */
export async function respondInTime(
  call: Call,
  { clock, timeoutSeconds = 0 }: ListTimeout,
  answer: () => Promise<void>,
): Promise<void> {
  if (timeoutSeconds <= 0) return await answer();
  await withinTime(call, { clock, timeoutMs: timeoutSeconds * 1000, error: overtime }, answer);
}

function overtime(): StatusError {
  return timeout("request did not complete within requested timeout - context deadline exceeded");
}
