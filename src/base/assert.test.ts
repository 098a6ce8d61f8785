import { expect, test } from "vitest";
import { AssertionError, assert, unreachable } from "./assert.ts";

test("assert() does nothing if the condition holds, and narrows the type", () => {
  const value: string | undefined = ["a"].at(0);
  assert(value !== undefined, "there is a value");
  expect(value.length).toBe(1);
});

test.each([false, 0, "", null, undefined])("assert() throws for %j", (condition) => {
  expect(() => assert(condition, "it holds")).toThrow(new AssertionError("it holds"));
});

test("unreachable() names the unexpected value", () => {
  expect(() => unreachable("purple" as never)).toThrow(new AssertionError("unexpected value: purple"));
});
