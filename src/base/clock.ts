/**
 * Injectable time. No other file reads the system clock or sets a timer, so that a test can control time and repeat a
 * run.
 */

import { onAbort } from "./abort-listeners.ts";

/** A pending callback. Disposing the timer cancels it. */
export interface Timer extends Disposable {
  /** Prevents the callback from running. Has no effect after it has run. */
  cancel(): void;
}

/** Source of time: the system clock, or a clock that a test controls. */
export interface Clock {
  /** Returns the wall-clock time in milliseconds since the Unix epoch. */
  nowMs(): number;
  /** Returns milliseconds since an arbitrary start, for measuring durations. It never goes back. */
  monotonicMs(): number;
  /**
   * Runs `callback` once after `delayMs`. The timer does not keep the process alive.
   * @param delayMs in milliseconds
   * @param callback must not throw
   */
  after(delayMs: number, callback: () => void): Timer;
}

/** Largest delay of setTimeout. With a larger one it fires immediately. */
const timerDelayMsMax = 2 ** 31 - 1;

class SystemTimer implements Timer {
  readonly #handle: NodeJS.Timeout;

  constructor(delayMs: number, callback: () => void) {
    this.#handle = setTimeout(callback, Math.min(delayMs, timerDelayMsMax));
    // In browsers, the handle is a number and does not keep anything alive.
    if (typeof this.#handle === "object") this.#handle.unref();
  }

  cancel(): void {
    clearTimeout(this.#handle);
  }

  [Symbol.dispose](): void {
    this.cancel();
  }
}

/** The real clock: wall-clock time and timers of the operating system. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  after: (delayMs, callback) => new SystemTimer(delayMs, callback),
};

/** Keeps the process alive until it is disposed. For waits that only the clock ends, because its timers do not keep it alive. */
export function keepProcessAlive(): Disposable {
  const interval = setInterval(() => undefined, timerDelayMsMax);
  return {
    [Symbol.dispose]() {
      clearInterval(interval);
    },
  };
}

/**
 * Resolves after `delayMs`, measured by the clock.
 * @throws the signal's reason if the signal is aborted before
 */
export function sleep(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(abortReason(signal));
      return;
    }
    const timer = clock.after(delayMs, () => {
      abortListener?.[Symbol.dispose]();
      resolve();
    });
    const abortListener =
      signal &&
      onAbort(signal, () => {
        timer.cancel();
        reject(abortReason(signal));
      });
  });
}

function abortReason(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error("aborted", { cause: signal.reason });
}

/** Resolves after `delayMs`, or when the signal is aborted. */
export function sleepOrAbort(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  return sleep(clock, delayMs, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
