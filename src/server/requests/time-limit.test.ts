import { expect, test } from "vitest";
import { deferred } from "../../base/deferred.ts";
import { ManualClock } from "../../base/manual-clock.ts";
import { timeout } from "../../meta/status-error.ts";
import { testCall } from "../testing/test-call.ts";
import { withinTime } from "./time-limit.ts";

function limit(): { clock: ManualClock; timeoutMs: number; error: () => ReturnType<typeof timeout> } {
  return { clock: new ManualClock(), timeoutMs: 1000, error: () => timeout("the time is over") };
}

test("work that is done in time leaves nothing behind", async () => {
  const { call } = testCall();
  const time = limit();
  await withinTime(call, time, () => Promise.resolve());
  expect(time.clock.pendingCount).toBe(0);
  expect(call.signal.aborted).toBe(false);
});

test("what the work fails with is what the caller gets", async () => {
  const { call } = testCall();
  const time = limit();
  await expect(withinTime(call, time, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(time.clock.pendingCount).toBe(0);
});

test("when the time is over first the call is aborted, and nobody waits for the work", async () => {
  const { call } = testCall();
  const time = limit();
  const work = deferred();
  const limited = withinTime(call, time, () => work.promise);
  const refused = expect(limited).rejects.toMatchObject({ code: 504, message: "Timeout: the time is over" });
  await time.clock.advance(999);
  expect(call.signal.aborted).toBe(false);
  await time.clock.advance(1);
  await refused;
  expect(call.signal.aborted).toBe(true);
  // Nobody is told of it any more but the log.
  work.reject(new Error("late"));
  await new Promise((resolve) => setImmediate(resolve));
});
