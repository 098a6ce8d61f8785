import { expect, test } from "vitest";
import { Fifo } from "./fifo.ts";

test("take() returns the items in the order of add(), even when both alternate", () => {
  const fifo = new Fifo<number>();
  const taken: (number | undefined)[] = [];
  for (let count = 0; count < 10; count += 2) {
    fifo.add(count);
    fifo.add(count + 1);
    taken.push(fifo.take());
  }
  expect(fifo.size).toBe(5);
  while (fifo.size > 0) taken.push(fifo.take());
  expect(taken).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(fifo.take()).toBeUndefined();
});
