/** Limits the time that the work for a call may take. */

import type { Clock } from "../../base/clock.ts";
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
 * broken off. Does not wait for work that continues after the abort. Every request passes through this function, so it makes
 * only the one promise that it returns.
 */
export function withinTime(
  call: Call,
  { clock, timeoutMs, error }: TimeLimit,
  work: (call: Call) => Promise<void>,
): Promise<void> {
  call.deadlineMs = Math.min(call.deadlineMs, clock.monotonicMs() + timeoutMs);
  const working = work(call);
  return new Promise((resolve, reject) => {
    let isOver = false;
    const timer = clock.after(timeoutMs, () => {
      isOver = true;
      const reason = error();
      call.abort(reason);
      reject(reason);
    });
    const onEnd = (): void => {
      timer.cancel();
      resolve();
    };
    const onError = (failure: unknown): void => {
      timer.cancel();
      if (isOver) logLate(call, failure);
      else reject(failure);
    };
    working.then(onEnd, onError);
  });
}

function logLate(call: Call, error: unknown): void {
  const reason = reasonOf(error);
  call.logger.info("a request failed after its time was over", { id: call.id, reason });
}
