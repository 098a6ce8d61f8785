/** A machine on which everything takes long. */
import { vi } from "vitest";

export interface SlowClock extends Disposable {
  /** How often somebody has looked at it. */
  readonly looks: number;
}

/** The machine's clock shows another second whenever it is looked at: whoever works in turns has one look in each. */
export function slowClock(): SlowClock {
  const now = vi.spyOn(performance, "now");
  now.mockImplementation(() => now.mock.calls.length * 1000);
  return {
    get looks() {
      return now.mock.calls.length;
    },
    [Symbol.dispose]: () => now.mockRestore(),
  };
}
