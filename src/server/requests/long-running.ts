/** Long-running requests. No deadline applies to them, and they do not count as requests in flight. */
import type { Call } from "./call.ts";

/** Whether a request is long-running: a watch. */
export function isLongRunning(call: Call): boolean {
  return call.info.isResource && call.info.verb === "watch";
}
