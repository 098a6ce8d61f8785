import { expect, test } from "vitest";
import { DurationManualClock } from "./duration-manual-clock.ts";

test.each([
  ["5m", 300_000],
  ["1h2m3.5s", 3_723_500],
  ["0", 0],
  ["250ms", 250],
  [250, 250],
])("advance(%j) moves the clock by %d ms", async (by, movedMs) => {
  const clock = new DurationManualClock(1000);
  await clock.advance(by);
  expect(clock.nowMs()).toBe(1000 + movedMs);
});

test("advance() runs timers at their times", async () => {
  const clock = new DurationManualClock(0);
  const ran: number[] = [];
  clock.after(120_000, () => ran.push(clock.nowMs()));
  await clock.advance("1m59s");
  expect(ran).toEqual([]);
  await clock.advance("1s");
  expect(ran).toEqual([120_000]);
});

test.each([
  ["5", 'time: missing unit in duration "5"'],
  ["5 minutes", 'time: unknown unit " minutes" in duration "5 minutes"'],
  ["", 'time: invalid duration ""'],
  ["-5m", "time moves forward only, not by -300000 ms"],
])("advance(%j) is rejected and does not move the clock", async (by, message) => {
  const clock = new DurationManualClock(1000);
  await expect(clock.advance(by)).rejects.toThrow(message);
  expect(clock.nowMs()).toBe(1000);
});
