/** Ends requests that take too long. Long-running requests, such as watches, have their own limits. */

import type { Clock } from "../../base/clock.ts";
import { reasonOf } from "../../base/reason-of.ts";
import { durationMs, parseDuration } from "../../meta/duration.ts";
import { badRequest, type StatusError, timeout } from "../../meta/status-error.ts";
import type { Filter } from "../chain.ts";
import type { Call } from "../requests/call.ts";
import { isLongRunning, opensConnection } from "../requests/long-running.ts";
import { textParameter } from "../requests/query-parameters.ts";
import { withinTime } from "../requests/time-limit.ts";

/**
 * Returns the filter. When the time is over, a request without a response gets a 504. A response that has begun is
 * aborted.
 * @param defaultMs limit of a request without a shorter `timeout` parameter
 * @param onFailure called before the response to a request with a malformed `timeout` parameter
 */
export function deadline(clock: Clock, defaultMs: number, onFailure: (call: Call) => void = () => undefined): Filter {
  return (call, next) => {
    if (isLongRunning(call)) return next(call);
    // As in the reference, the `timeout` parameter has no effect on connections.
    const timeoutMs = opensConnection(call) ? defaultMs : timeoutOf(call, defaultMs, onFailure);
    return withinTime(call, { clock, timeoutMs, error: timeoutError }, next);
  };
}

function timeoutError(): StatusError {
  return timeout("request did not complete within the allotted timeout");
}

function timeoutOf(call: Call, defaultMs: number, onFailure: (call: Call) => void): number {
  const text = textParameter(call, "timeout");
  if (text === "") return defaultMs;
  try {
    const requestedMs = durationMs(parseDuration(text));
    return requestedMs <= 0 ? defaultMs : Math.min(requestedMs, defaultMs);
  } catch (error) {
    const why = reasonOf(error);
    onFailure(call);
    throw badRequest(`invalid timeout specified in the request URL - ${why}`, error);
  }
}
