/** Measures work that must not delay other work for long. */

const microsPerMs = 1000;

/**
 * Returns a function that returns how long the work since this call has taken, in milliseconds. Time in which the operating system gave
 * the processor to other programs does not count, so that work on a busy machine can end. It is measured only beyond `limitMs`.
 * @param nowMs returns monotonic time in milliseconds
 */
export function workTimer(nowMs: () => number, limitMs: number): () => number {
  const startMs = nowMs();
  const startUsage = process.cpuUsage();
  return () => {
    const elapsedMs = nowMs() - startMs;
    if (elapsedMs <= limitMs) return elapsedMs;
    const { user, system } = process.cpuUsage(startUsage);
    return Math.min(elapsedMs, (user + system) / microsPerMs);
  };
}
