/** Simulates a machine on which every step takes long. */
import { vi } from "vitest";

/** Mock of `performance.now()`. */
export interface SlowClock extends Disposable {
  /** Number of calls of `performance.now()`. */
  readonly readCount: number;
}

let nowMs = performance.now();

/**
 * Mocks `performance.now()` so that each call returns a time one second later. Code that yields after some milliseconds
 * of work then yields at each check of the clock.
 */
export function slowClock(): SlowClock {
  // All slow clocks share `nowMs`, so that the time never goes backwards.
  const now = vi.spyOn(performance, "now").mockImplementation(() => (nowMs += 1000));
  return {
    get readCount() {
      return now.mock.calls.length;
    },
    [Symbol.dispose]: () => now.mockRestore(),
  };
}
