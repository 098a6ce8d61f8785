import { expect, test } from "vitest";
import { deferred } from "../../base/deferred.ts";
import { ManualClock } from "../../base/manual-clock.ts";
import { CallLimit } from "./call-limit.ts";

const limits = { callsPerUserMax: 2, perUserMax: 4, allMax: 6, waitMaxMs: 1000 };

/** Reviews whose calls end when the test ends them. */
class Reviews {
  readonly clock = new ManualClock();
  readonly limit = new CallLimit(this.clock, limits);
  /** Names of the users of the calls that run, in the order of their starts. */
  readonly running: string[] = [];
  readonly #ends: (() => void)[] = [];

  start(userName: string): Promise<unknown> {
    return this.limit.run(userName, async () => {
      const end = deferred();
      this.running.push(userName);
      this.#ends.push(end.resolve);
      await end.promise;
      return "done";
    });
  }

  async endFirst(): Promise<void> {
    this.#ends.shift()?.();
    this.running.shift();
    await this.clock.advance(0);
  }
}

test("reviews of a user wait while two calls about the same user run, and other users do not wait", async () => {
  const reviews = new Reviews();
  const started = ["ann", "ann", "ann", "bob"].map((name) => reviews.start(name));
  await reviews.clock.advance(0);
  expect(reviews.running).toEqual(["ann", "ann", "bob"]);
  await reviews.endFirst();
  expect(reviews.running).toEqual(["ann", "bob", "ann"]);
  for (let count = 0; count < 3; count++) await reviews.endFirst();
  expect(await Promise.all(started)).toEqual(["done", "done", "done", "done"]);
  expect(reviews.limit.userCount).toBe(0);
});

test("a review fails after a second of waiting, and its place is free again", async () => {
  const reviews = new Reviews();
  const started = ["ann", "ann", "ann"].map((name) => reviews.start(name));
  await reviews.clock.advance(999);
  const later = reviews.start("ann");
  await reviews.clock.advance(1);
  expect(await started[2]).toEqual({ failure: "other reviews of this user take too long", result: "timeout" });
  await reviews.endFirst();
  expect(reviews.running).toEqual(["ann", "ann"]);
  for (let count = 0; count < 2; count++) await reviews.endFirst();
  expect(await Promise.all([started[0], started[1], later])).toEqual(["done", "done", "done"]);
});

test("reviews beyond the number of one user, or of all users, fail at once", async () => {
  const reviews = new Reviews();
  const started = ["ann", "ann", "ann", "ann", "bob", "bob"].map((name) => reviews.start(name));
  expect(await reviews.start("ann")).toEqual({
    failure: "more than 4 reviews of this user are in progress",
    result: "error",
  });
  expect(await reviews.start("carol")).toEqual({ failure: "more than 6 reviews are in progress", result: "error" });
  expect(reviews.limit.userCount).toBe(2);
  for (let count = 0; count < 6; count++) {
    await reviews.clock.advance(0);
    await reviews.endFirst();
  }
  expect(new Set(await Promise.all(started))).toEqual(new Set(["done"]));
});

test("a call that fails frees its place", async () => {
  const { limit } = new Reviews();
  const fail = async (): Promise<never> => {
    throw new Error("broken");
  };
  for (let count = 0; count < 5; count++) await expect(limit.run("ann", fail)).rejects.toThrow("broken");
  expect(limit.userCount).toBe(0);
});
