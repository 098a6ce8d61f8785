/** Longest wait before an expiration is compared with the clock again, because the clock of the machine may be set. */
const longestWaitMs = 10 * 60_000;

/** Returns the delay before the next check of tokens that expire at these times. Undefined if none of them expires. */
export function nextCheckMs(expirationsMs: readonly number[], nowMs: number): number | undefined {
  const firstMs = Math.min(...expirationsMs);
  return firstMs === Number.POSITIVE_INFINITY ? undefined : Math.min(firstMs - nowMs, longestWaitMs);
}
