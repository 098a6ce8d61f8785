import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import type { HollowClient } from "../hollow-client.ts";
import { costOf, paced, repeat, round, threadTimes, timesPer } from "./measure.ts";

function compute(forMs: number): void {
  const before = process.cpuUsage();
  for (;;) {
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1000 > forMs) return;
  }
}

test("timesPer() divides the processor time of the main thread by the operations, without the time of waiting", async () => {
  const main = process.pid;
  const before = threadTimes(main);
  const perOperation = await timesPer(main, 10, async () => {
    compute(100);
    await pause(50);
  });
  const after = threadTimes(main);
  const total = after.mainMicros + after.otherMicros - before.mainMicros - before.otherMicros;
  // Linux counts whole nanoseconds. Sums of fractions of microseconds have rounding errors.
  const nanoseconds = (micros: number): number => Math.round(micros * 1000);
  expect(nanoseconds((perOperation.mainMicros + perOperation.otherMicros) * 10)).toBeLessThanOrEqual(
    nanoseconds(total),
  );
  expect((perOperation.mainMicros + perOperation.otherMicros) * 10).toBeGreaterThan(90_000);
});

test("repeat() runs each number once, and one operation at a time for each client", async () => {
  const clients = [{}, {}] as HollowClient[];
  const busy = new Set<HollowClient>();
  const seen: number[] = [];
  await repeat(clients, { first: 5, count: 7 }, async (client, number) => {
    expect(busy.has(client)).toBe(false);
    busy.add(client);
    await pause(1);
    busy.delete(client);
    seen.push(number);
  });
  expect(seen.sort((a, b) => a - b)).toEqual([5, 6, 7, 8, 9, 10, 11]);
});

test("paced() does not send faster than its pace", async () => {
  const paths: string[] = [];
  const client = {
    request: async ({ path }: { path: string }) => {
      paths.push(path);
      return await Promise.resolve({ status: 200, body: Buffer.alloc(0) });
    },
  } as unknown as HollowClient;
  const startMs = performance.now();
  await paced(client, { count: 5, perSecond: 100 }, (number) => ({ method: "GET", path: `/${number}` }));
  expect(performance.now() - startMs).toBeGreaterThanOrEqual(39);
  expect(paths).toEqual(["/0", "/1", "/2", "/3", "/4"]);
});

test("costOf() keeps every run, with four digits", () => {
  expect(costOf([{ mainMicros: 1.23456, otherMicros: 0 }]).mainMicros).toEqual([1.235]);
  expect(round(123_456)).toBe(123_500);
});
