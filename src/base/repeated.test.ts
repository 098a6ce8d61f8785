import { expect, test } from "vitest";
import { deferred } from "./deferred.ts";
import { ManualClock } from "./manual-clock.ts";
import { Repeated } from "./repeated.ts";

test("work is done once in every interval, the first time after the first one", async () => {
  const clock = new ManualClock();
  let runs = 0;
  await using _ = new Repeated({
    clock,
    intervalMs: 1000,
    run: async () => {
      runs++;
    },
  });
  await clock.advance(999);
  expect(runs).toBe(0);
  await clock.advance(1);
  expect(runs).toBe(1);
  await clock.advance(3000);
  expect(runs).toBe(4);
});

test("the interval begins when the work has ended, and disposing waits for that", async () => {
  const clock = new ManualClock();
  const gate = deferred();
  let ended = 0;
  const repeated = new Repeated({
    clock,
    intervalMs: 1000,
    run: async () => {
      await gate.promise;
      ended++;
    },
  });
  await clock.advance(5000);
  expect(clock.pendingCount).toBe(0);
  const disposed = repeated[Symbol.asyncDispose]();
  gate.resolve();
  await disposed;
  expect(ended).toBe(1);
  expect(clock.pendingCount).toBe(0);
});
