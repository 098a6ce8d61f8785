/** A machine on which everything takes long. */
import { vi } from "vitest";

export interface SlowClock extends Disposable {
  /** How often somebody has looked at it. */
  readonly looks: number;
}

let nowMs = performance.now();

/** The machine's clock shows another second whenever it is looked at: whoever works in turns has one look in each. */
export function slowClock(): SlowClock {
  // It does not go back to what an earlier slow clock has shown.
  const now = vi.spyOn(performance, "now").mockImplementation(() => (nowMs += 1000));
  return {
    get looks() {
      return now.mock.calls.length;
    },
    [Symbol.dispose]: () => now.mockRestore(),
  };
}
