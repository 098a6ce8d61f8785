/** Ends writes that take too long, for example because webhooks are slow. */
import type { Clock } from "../../base/clock.ts";
import { type StatusError, timeout } from "../../meta/status-error.ts";
import type { Filter } from "../chain.ts";
import { opensConnection } from "../requests/long-running.ts";
import { withinTime } from "../requests/time-limit.ts";
import { isWrite } from "../requests/write-verbs.ts";

/** Time limit of a write, as in the reference. The time in queues does not count. */
const writeTimeoutMs = 34_000;

/** Returns the filter. It runs after authorization. When the time is over, the write gets a 504. */
export function writeDeadline(clock: Clock): Filter {
  return (call, next) =>
    isWrite(call.info) && !opensConnection(call)
      ? withinTime(call, { clock, timeoutMs: writeTimeoutMs, error: writeTimeoutError }, next)
      : next(call);
}

function writeTimeoutError(): StatusError {
  return timeout("request did not complete within requested timeout - context deadline exceeded");
}
