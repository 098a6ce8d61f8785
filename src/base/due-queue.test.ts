import { expect, test } from "vitest";
import { DueQueue } from "./due-queue.ts";
import { newSeed, seededRandom } from "./random.ts";

const at = (...times: number[]): DueQueue<{ atMs: number }> => {
  const queue = new DueQueue<{ atMs: number }>();
  for (const atMs of times) queue.add({ atMs });
  return queue;
};

test("knows the earliest one, in whatever order they come", () => {
  expect(at().first).toBeUndefined();
  expect(at(7, 3, 9).first).toEqual({ atMs: 3 });
});

test("gives what is due and keeps the rest", () => {
  const queue = at(50, 10, 30, 20, 40);
  expect(queue.takeDue(30, 9).map(({ atMs }) => atMs)).toEqual([10, 20, 30]);
  expect(queue.takeDue(39, 9)).toEqual([]);
  expect(queue.size).toBe(2);
});

test("gives no more than asked for, the earliest first", () => {
  const queue = at(3, 1, 2);
  expect(queue.takeDue(10, 2).map(({ atMs }) => atMs)).toEqual([1, 2]);
  expect(queue.first).toEqual({ atMs: 3 });
});

test("is empty when it is cleared", () => {
  const queue = at(1, 2);
  queue.clear();
  expect(queue.takeDue(10, 10)).toEqual([]);
});

test("gives everything in order, however it is filled and emptied in turns", () => {
  const seed = newSeed();
  const random = seededRandom(seed);
  const queue = at();
  let held: number[] = [];
  for (let round = 0; round < 300; round++) {
    for (let count = random.below(8); count > 0; count--) {
      const atMs = random.below(100);
      queue.add({ atMs });
      held.push(atMs);
    }
    const nowMs = random.below(100);
    const max = random.below(6);
    held.sort((one, other) => one - other);
    const expected = held.filter((atMs) => atMs <= nowMs).slice(0, max);
    expect(
      queue.takeDue(nowMs, max).map(({ atMs }) => atMs),
      `seed ${seed}, round ${round}`,
    ).toEqual(expected);
    held = held.slice(expected.length);
  }
});
