/**
 * Time, injected. No other file reads the system's clock or sets a timer, so that a test can move time by hand
 * and a run can be replayed.
 */

/** A pending callback; disposing it is the same as `cancel()`. */
export interface Timer extends Disposable {
  /** Stops the callback from running; harmless once it has run. */
  cancel(): void;
}

/** Where time comes from: the system, or a test that moves it by hand. */
export interface Clock {
  /** Wall-clock time in milliseconds since the Unix epoch. */
  nowMs(): number;
  /** Milliseconds since an arbitrary start; never goes back, for measuring durations. */
  monotonicMs(): number;
  /** Runs `callback` once after `delayMs`. The timer does not keep the process alive. */
  after(delayMs: number, callback: () => void): Timer;
}

/** setTimeout fires at once for larger delays. */
const timerDelayMsMax = 2 ** 31 - 1;

class SystemTimer implements Timer {
  readonly #handle: NodeJS.Timeout;

  constructor(delayMs: number, callback: () => void) {
    this.#handle = setTimeout(callback, Math.min(delayMs, timerDelayMsMax));
    // A browser's is a number, and keeps nothing alive.
    if (typeof this.#handle === "object") this.#handle.unref();
  }

  cancel(): void {
    clearTimeout(this.#handle);
  }

  [Symbol.dispose](): void {
    this.cancel();
  }
}

/** The machine's time. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  after: (delayMs, callback) => new SystemTimer(delayMs, callback),
};

/**
 * Resolves after `delayMs` of the clock's time.
 * @throws the signal's reason when it is aborted first
 */
export function sleep(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(abortReason(signal));
      return;
    }
    const onAbort = (): void => {
      timer.cancel();
      if (signal) reject(abortReason(signal));
    };
    const timer = clock.after(delayMs, () => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    });
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}

function abortReason(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error("aborted", { cause: signal.reason });
}

/** Resolves when the time is over or the signal is aborted. */
export function sleepOrAbort(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  return sleep(clock, delayMs, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
