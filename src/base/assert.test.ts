import { expect, test } from "vitest";
import { AssertionError, assert, unreachable } from "./assert.ts";

test("what holds passes, and is known to hold from then on", () => {
  const value: string | undefined = ["a"].at(0);
  assert(value !== undefined, "there is a value");
  expect(value.length).toBe(1);
});

test.each([false, 0, "", null, undefined])("%j does not hold", (condition) => {
  expect(() => assert(condition, "it holds")).toThrow(new AssertionError("it holds"));
});

test("a case that cannot be tells what it was", () => {
  expect(() => unreachable("purple" as never)).toThrow(new AssertionError("unexpected value: purple"));
});
