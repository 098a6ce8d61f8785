/**
 * The filters that every request passes before it is routed, in the order in which they run. A filter runs code before
 * `next`, when the request arrives, and after it, when the handler has returned. Only `offload` reads the body.
 *
 * A filter that does nothing after `next` returns the promise of `next` and is not an async function. Every request
 * passes every filter, and a watch would keep the frame of an async function in memory until it ends. A filter may
 * throw synchronously, because `recover` catches that too.
 */
import type { Call } from "./requests/call.ts";

/** Runs the remaining filters and the handler. One function serves all calls. */
export type Next = (call: Call) => Promise<void>;
/** A step that every request passes. Calls `next` to continue, or throws or responds to end the request. */
export type Filter = (call: Call, next: Next) => Promise<void>;

/** Returns a function that runs `filters` in order, then `handle`. */
export function chain(
  filters: readonly Filter[],
  handle: (call: Call) => Promise<void>,
): (call: Call) => Promise<void> {
  return filters.reduceRight<(call: Call) => Promise<void>>((next, filter) => (call) => filter(call, next), handle);
}
