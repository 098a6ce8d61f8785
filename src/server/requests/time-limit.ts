/** Work for a call that may only take so long. */

import type { Clock } from "../../base/clock.ts";
import { deferred } from "../../base/deferred.ts";
import { reasonOf } from "../../base/reason-of.ts";
import type { StatusError } from "../../meta/status-error.ts";
import type { Call } from "./call.ts";

export interface TimeLimit {
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** What the client is told when the time is over. */
  readonly error: () => StatusError;
}

/**
 * When the time is over first, the call is aborted and the error thrown: an answer that has begun is broken off. What the
 * work still does is not waited for.
 */
export async function withinTime(
  call: Call,
  { clock, timeoutMs, error }: TimeLimit,
  work: () => Promise<void>,
): Promise<void> {
  const over = deferred<never>();
  const working = work();
  using _ = clock.after(timeoutMs, () => {
    const reason = error();
    call.abort(reason);
    over.reject(reason);
    working.catch((late: unknown) => logLate(call, late));
  });
  await Promise.race([working, over.promise]);
}

function logLate(call: Call, error: unknown): void {
  const reason = reasonOf(error);
  call.logger.info("a request failed after its time was over", { id: call.id, reason });
}
