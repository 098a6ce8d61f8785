/** Limits the time that the work for a call may take. */

import type { Clock } from "../../base/clock.ts";
import { deferred } from "../../base/deferred.ts";
import { reasonOf } from "../../base/reason-of.ts";
import type { StatusError } from "../../meta/status-error.ts";
import type { Call } from "./call.ts";

/** A time limit, and the error of a call that exceeds it. */
export interface TimeLimit {
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** Returns the error that the client gets when the time is over. */
  readonly error: () => StatusError;
}

/**
 * Runs `work`. If the time limit ends first, aborts the call and throws the error. A response that has begun is then
 * broken off. Does not wait for work that continues after the abort.
 */
export async function withinTime(
  call: Call,
  { clock, timeoutMs, error }: TimeLimit,
  work: () => Promise<void>,
): Promise<void> {
  const timeLimit = deferred<never>();
  call.deadlineMs = Math.min(call.deadlineMs, clock.monotonicMs() + timeoutMs);
  const working = work();
  using _ = clock.after(timeoutMs, () => {
    const reason = error();
    call.abort(reason);
    timeLimit.reject(reason);
    working.catch((lateError: unknown) => logLate(call, lateError));
  });
  await Promise.race([working, timeLimit.promise]);
}

function logLate(call: Call, error: unknown): void {
  const reason = reasonOf(error);
  call.logger.info("a request failed after its time was over", { id: call.id, reason });
}
