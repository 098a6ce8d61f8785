import { expect, test } from "vitest";
import { Draws } from "./draws.ts";
import { EventQueue } from "./event-queue.ts";
import { GroupCommit, Threads } from "./stations.ts";

test("EventQueue runs actions in the order of their times, and of their planning at equal times", () => {
  const queue = new EventQueue();
  const seen: string[] = [];
  const plan = (seconds: number, name: string): void =>
    queue.after(seconds, () => seen.push(`${name}@${queue.nowSeconds}`));
  plan(2, "c");
  plan(1, "a");
  plan(1, "b");
  queue.after(0.5, () => plan(0.25, "early"));
  plan(9, "late");
  queue.runUntil(3);
  expect(seen).toEqual(["early@0.75", "a@1", "b@1", "c@2"]);
  expect(queue.nowSeconds).toBe(3);
  queue.runUntil(10);
  expect(seen.at(-1)).toBe("late@9");
});

test("EventQueue keeps the order of many random times", () => {
  const queue = new EventQueue();
  const draws = new Draws(5);
  const times: number[] = [];
  for (let action = 0; action < 2000; action++) queue.after(draws.share() * 100, () => times.push(queue.nowSeconds));
  queue.runUntil(100);
  expect(times.length).toBe(2000);
  expect(times).toEqual([...times].sort((a, b) => a - b));
});

test("Threads handles tasks in turn, and as many at once as it has threads", () => {
  const queue = new EventQueue();
  const ends: string[] = [];
  const run = (threads: Threads, name: string): void => threads.run(1, () => ends.push(`${name}@${queue.nowSeconds}`));
  const one = new Threads(queue);
  const two = new Threads(queue, 2);
  for (const name of ["a", "b"]) run(one, name);
  for (const name of ["c", "d", "e"]) run(two, name);
  queue.runUntil(10);
  expect(ends.toSorted()).toEqual(["a@1", "b@2", "c@1", "d@1", "e@2"]);
  expect([one.busySeconds, two.busySeconds]).toEqual([2, 3]);
});

test("Threads continues long work behind the work that has arrived during its turn", () => {
  const queue = new EventQueue();
  const threads = new Threads(queue);
  const ends: string[] = [];
  threads.run(3, () => ends.push(`long@${queue.nowSeconds}`), 1);
  queue.after(0.5, () => threads.run(1, () => ends.push(`short@${queue.nowSeconds}`)));
  queue.runUntil(10);
  expect(ends).toEqual(["short@2", "long@4"]);
});

test("Threads with random arrivals has the mean time of the theory of queues", () => {
  // One thread with exponential times: the mean time in the system is service / (1 - utilization).
  const queue = new EventQueue();
  const draws = new Draws(17);
  const threads = new Threads(queue);
  const serviceSeconds = 0.001;
  const utilization = 0.6;
  const durations: number[] = [];
  const arrive = (): void =>
    queue.after(draws.exponential(serviceSeconds / utilization), () => {
      const arrival = queue.nowSeconds;
      threads.run(draws.exponential(serviceSeconds), () => durations.push(queue.nowSeconds - arrival));
      arrive();
    });
  arrive();
  queue.runUntil(400);
  const mean = durations.reduce((sum, duration) => sum + duration, 0) / durations.length;
  expect(threads.busySeconds / 400).toBeCloseTo(utilization, 2);
  expect(mean / (serviceSeconds / (1 - utilization))).toBeGreaterThan(0.95);
  expect(mean / (serviceSeconds / (1 - utilization))).toBeLessThan(1.05);
});

test("GroupCommit commits the writes that arrive during a commit in the next group, up to the limit", () => {
  const queue = new EventQueue();
  const groups: string[] = [];
  const costs = { groupMax: 2, secondsOf: (writes: number) => 1 + writes / 10 };
  const store = new GroupCommit<string>(queue, new Draws(1), costs, (group) =>
    groups.push(`${group.join("")}@${queue.nowSeconds.toFixed(1)}`),
  );
  store.add("a");
  for (const write of ["b", "c", "d"]) queue.after(0.5, () => store.add(write));
  queue.runUntil(10);
  expect(groups).toEqual(["a@1.1", "bc@2.3", "d@3.4"]);
  expect(store.groups).toBe(3);
  expect(store.busySeconds).toBeCloseTo(3.4);
});

test("Draws returns values between known quantiles, and the same values for the same seed", () => {
  const quantiles = [
    [0, 1],
    [0.5, 2],
    [1, 8],
  ] as const;
  const valuesOf = (seed: number): number[] => {
    const draws = new Draws(seed);
    return Array.from({ length: 4000 }, () => draws.quantile(quantiles));
  };
  const values = valuesOf(3);
  expect(values).toEqual(valuesOf(3));
  expect(values).not.toEqual(valuesOf(4));
  expect(Math.min(...values)).toBeGreaterThanOrEqual(1);
  expect(Math.max(...values)).toBeLessThanOrEqual(8);
  expect(values.filter((value) => value < 2).length / values.length).toBeCloseTo(0.5, 1);
});
