import { expect, test } from "vitest";
import { deferred } from "./deferred.ts";

test("deferred() resolves its promise for earlier and later waiters", async () => {
  const { promise, resolve } = deferred<number>();
  const before = promise.then((value) => value + 1);
  resolve(1);
  expect([await before, await promise]).toEqual([2, 1]);
});

test("deferred() rejects its promise with the reason", async () => {
  const failure = new Error("broken");
  const { promise, reject } = deferred();
  reject(failure);
  await expect(promise).rejects.toBe(failure);
});

test("deferred() ignores all calls after the first", async () => {
  const { promise, resolve, reject } = deferred<string>();
  resolve("first");
  resolve("second");
  reject(new Error("third"));
  expect(await promise).toBe("first");
});
