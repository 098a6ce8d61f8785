/**
 * The filters that every request passes before it is routed, in the order in which they run. Each sees the request go in
 * and, after `next`, the answer come out. No filter reads the body.
 *
 * A filter that does nothing with the answer returns what `next` returns and is no async function: every request passes
 * it, and what an async function keeps until it ends is kept by every watch. It may throw at once; `recover` catches that.
 */
import type { Call } from "./requests/call.ts";

export type Next = () => Promise<void>;
export type Filter = (call: Call, next: Next) => Promise<void>;

/** Runs `filters` in order, then `handle`. */
export function chain(
  filters: readonly Filter[],
  handle: (call: Call) => Promise<void>,
): (call: Call) => Promise<void> {
  return filters.reduceRight<(call: Call) => Promise<void>>(
    (next, filter) => (call) => filter(call, () => next(call)),
    handle,
  );
}
