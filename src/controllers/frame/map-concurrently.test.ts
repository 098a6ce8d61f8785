import { expect, test } from "vitest";
import { deferred } from "../../base/deferred.ts";
import { mapConcurrently } from "./map-concurrently.ts";

test("mapConcurrently() returns the results in the order of the items and respects the concurrency limit", async () => {
  let underway = 0;
  let most = 0;
  const results = await mapConcurrently(
    Array.from({ length: 100 }, (_, index) => index),
    async (item) => {
      most = Math.max(most, ++underway);
      await new Promise((resolve) => setImmediate(resolve));
      underway--;
      return item * 2;
    },
    7,
  );
  expect(results).toEqual(Array.from({ length: 100 }, (_, index) => index * 2));
  expect(most).toBe(7);
});

test("mapConcurrently() rejects with the first failure and starts no further item", async () => {
  const begun: number[] = [];
  const gate = deferred();
  const working = mapConcurrently(
    [0, 1, 2, 3],
    async (item) => {
      begun.push(item);
      if (item === 1) throw new Error("the second");
      await gate.promise;
    },
    2,
  );
  await expect(working).rejects.toThrow("the second");
  gate.resolve();
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun).toEqual([0, 1]);
});
