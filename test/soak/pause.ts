/** Time in which nothing is done. */
import { setTimeout as sleep } from "node:timers/promises";

/** Resolves after `ms`, or when the signal is aborted. */
export async function pauseUnless(signal: AbortSignal, ms: number): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
