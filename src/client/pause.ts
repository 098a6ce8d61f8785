/** Waits between requests. */
import { type Clock, keepProcessAlive, sleep, systemClock } from "../base/clock.ts";

/**
 * Resolves after `delayMs`, measured by the clock. With the system's clock, the process stays alive meanwhile: between
 * two attempts, nothing else may keep it alive, and a program that waits for the next one has not finished.
 * @throws the signal's reason if the signal is aborted before
 */
export async function pause(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  using _ = clock === systemClock ? keepProcessAlive() : undefined;
  await sleep(clock, delayMs, signal);
}

/** Like `pause()`, but also resolves when the signal is aborted. */
export async function pauseOrAbort(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  try {
    await pause(clock, delayMs, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
