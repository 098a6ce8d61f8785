/** Requests that are meant to last: no deadline applies to them, and they take no place among those in flight. */
import type { Call } from "./call.ts";

export function isLongRunning(call: Call): boolean {
  return call.info.isResource && call.info.verb === "watch";
}
