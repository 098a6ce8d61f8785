/** Ends requests that take too long. Those that are meant to last, such as watches, have limits of their own. */
import type { Clock } from "../../base/clock.ts";
import { deferred } from "../../base/deferred.ts";
import { durationMs, parseDuration } from "../../meta/duration.ts";
import { badRequest, timeout } from "../../meta/status-error.ts";
import type { Call } from "../call.ts";
import type { Filter } from "../chain.ts";
import { isLongRunning } from "../long-running.ts";

/**
 * An answer that has not begun is a 504, one that has is broken off. What the handler still does is not waited for.
 * @param defaultMs what a request gets that does not ask for less
 */
export function deadline(clock: Clock, defaultMs: number): Filter {
  return async (call, next) => {
    if (isLongRunning(call)) return await next();
    const timeoutMs = timeoutOf(call, defaultMs);
    const over = deferred<never>();
    const handled = next();
    const timer = clock.after(timeoutMs, () => {
      const error = timeout("request did not complete within the allotted timeout");
      call.abort(error);
      over.reject(error);
      handled.catch((late: unknown) => logLate(call, late));
    });
    try {
      await Promise.race([handled, over.promise]);
    } finally {
      timer.cancel();
    }
  };
}

function logLate(call: Call, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  call.logger.info("a request failed after its time was over", { id: call.id, reason });
}

function timeoutOf(call: Call, defaultMs: number): number {
  const asked = call.hasQuery ? call.parameters.get("timeout") : null;
  if (asked === null || asked === "") return defaultMs;
  try {
    const askedMs = durationMs(parseDuration(asked));
    return askedMs <= 0 ? defaultMs : Math.min(askedMs, defaultMs);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw badRequest(`invalid timeout specified in the request URL - ${why}`, error);
  }
}
