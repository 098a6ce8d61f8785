import { expect, test } from "vitest";
import { deferred } from "../../base/deferred.ts";
import { ManualClock } from "../../base/manual-clock.ts";
import { timeout } from "../../meta/status-error.ts";
import { testCall } from "../testing/test-call.ts";
import { withinTime } from "./time-limit.ts";

function createLimit(): { clock: ManualClock; timeoutMs: number; error: () => ReturnType<typeof timeout> } {
  return { clock: new ManualClock(), timeoutMs: 1000, error: () => timeout("the time is over") };
}

test("withinTime() cancels its timer when the work ends in time", async () => {
  const { call } = testCall();
  const limit = createLimit();
  await withinTime(call, limit, () => Promise.resolve());
  expect(limit.clock.pendingCount).toBe(0);
  expect(call.signal.aborted).toBe(false);
});

test("withinTime() throws the error of the work", async () => {
  const { call } = testCall();
  const limit = createLimit();
  await expect(withinTime(call, limit, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(limit.clock.pendingCount).toBe(0);
});

test("withinTime() aborts the call and throws when the time is over first", async () => {
  const { call } = testCall();
  const limit = createLimit();
  const work = deferred();
  const limited = withinTime(call, limit, () => work.promise);
  const rejection = expect(limited).rejects.toMatchObject({ code: 504, message: "Timeout: the time is over" });
  await limit.clock.advance(999);
  expect(call.signal.aborted).toBe(false);
  await limit.clock.advance(1);
  await rejection;
  expect(call.signal.aborted).toBe(true);
  // A later error is only logged.
  work.reject(new Error("late"));
  await new Promise((resolve) => setImmediate(resolve));
});
