import { expect, test } from "vitest";
import { deferred } from "./deferred.ts";
import { ManualClock } from "./manual-clock.ts";
import { RepeatedTask } from "./repeated-task.ts";

test("RepeatedTask runs once in every interval, the first time after one interval", async () => {
  const clock = new ManualClock();
  let runs = 0;
  await using _ = new RepeatedTask({
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

test("RepeatedTask starts the interval when a run has ended, and disposing waits for a run", async () => {
  const clock = new ManualClock();
  const gate = deferred();
  let ended = 0;
  const repeated = new RepeatedTask({
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
