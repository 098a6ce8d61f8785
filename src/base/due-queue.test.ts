import { expect, test } from "vitest";
import { DueQueue } from "./due-queue.ts";
import { newSeed, seededRandom } from "./random.ts";

const at = (...times: number[]): DueQueue<{ atMs: number }> => {
  const queue = new DueQueue<{ atMs: number }>();
  for (const atMs of times) queue.add({ atMs });
  return queue;
};

test("`first` is the earliest item, regardless of the order of addition", () => {
  expect(at().first).toBeUndefined();
  expect(at(7, 3, 9).first).toEqual({ atMs: 3 });
});

test("takeDue() returns the items that are due and keeps the others", () => {
  const queue = at(50, 10, 30, 20, 40);
  expect(queue.takeDue(30, 9).map(({ atMs }) => atMs)).toEqual([10, 20, 30]);
  expect(queue.takeDue(39, 9)).toEqual([]);
  expect(queue.size).toBe(2);
});

test("takeDue() returns at most `max` items, earliest first", () => {
  const queue = at(3, 1, 2);
  expect(queue.takeDue(10, 2).map(({ atMs }) => atMs)).toEqual([1, 2]);
  expect(queue.first).toEqual({ atMs: 3 });
});

test("clear() removes all items", () => {
  const queue = at(1, 2);
  queue.clear();
  expect(queue.takeDue(10, 10)).toEqual([]);
});

test("takeDue() returns items in order after any sequence of additions and removals", () => {
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
