/** Delays that a signal can end. */
import { setTimeout as sleep } from "node:timers/promises";

/** Resolves after `ms` milliseconds, or as soon as the signal is aborted. */
export async function pauseUnlessAborted(signal: AbortSignal, ms: number): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
