import { expect, test } from "vitest";
import { workTimer } from "./work-timer.ts";

test("time within the limit is returned as it is", () => {
  let nowMs = 5;
  const workedMs = workTimer(() => nowMs, 20);
  nowMs = 12;
  expect(workedMs()).toBe(7);
});

test("beyond the limit, time without work does not count", () => {
  let nowMs = 0;
  const workedMs = workTimer(() => nowMs, 20);
  nowMs = 3_600_000;
  expect(workedMs()).toBeLessThan(60_000);
});

test("work beyond the limit counts", () => {
  const workedMs = workTimer(() => performance.now(), 5);
  const endMs = performance.now() + 10_000;
  while (workedMs() <= 5 && performance.now() < endMs);
  expect(workedMs()).toBeGreaterThan(5);
});
