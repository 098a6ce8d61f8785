import { expect, test } from "vitest";
import { deferred } from "./deferred.ts";

test("the promise has the value that it is resolved with, whoever waited before or waits after", async () => {
  const { promise, resolve } = deferred<number>();
  const before = promise.then((value) => value + 1);
  resolve(1);
  expect([await before, await promise]).toEqual([2, 1]);
});

test("the promise fails with what it is rejected with", async () => {
  const failure = new Error("broken");
  const { promise, reject } = deferred();
  reject(failure);
  await expect(promise).rejects.toBe(failure);
});

test("only the first end counts", async () => {
  const { promise, resolve, reject } = deferred<string>();
  resolve("first");
  resolve("second");
  reject(new Error("third"));
  expect(await promise).toBe("first");
});
