import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { anyJsonValue } from "../patch/testing/json-arbitraries.ts";
import { equalJson, equalMembers } from "./json-tree.ts";

const big = 2n ** 53n + 1n;

test.each<[string, unknown, unknown, boolean]>([
  ["equal scalars", "a", "a", true],
  ["a text and the number it shows", "1", 1, false],
  ["null and false", null, false, false],
  ["null and an empty object", null, {}, false],
  ["members in another order", { a: 1, b: [2] }, { b: [2], a: 1 }, true],
  ["items in another order", [1, 2], [2, 1], false],
  ["a list and its beginning", [1, 2], [1], false],
  ["a member more", { a: 1, b: 1 }, { a: 1 }, false],
  ["a member less", { a: 1 }, { a: 1, b: 1 }, false],
  ["as many members of other names", { a: 1 }, { b: 1 }, false],
  ["an empty list and an empty object", [], {}, false],
  ["a list and an object with the same keys", ["x"], { 0: "x" }, false],
  ["a difference deep inside", { a: [{ b: { c: 1 } }] }, { a: [{ b: { c: 2 } }] }, false],
  ["a bigint and the same number", 1n, 1, true],
  ["a number and the same bigint", [1], [1n], true],
  ["equal bigints", big, 2n ** 53n + 1n, true],
  ["a bigint and the nearest double", big, 2 ** 53, false],
  ["a bigint and a fraction", 1n, 1.5, false],
  ["a bigint and its digits", 1n, "1", false],
  ["zero and minus zero", 0, -0, true],
])("equalJson() compares %s", (_title, left, right, equal) => {
  expect(equalJson(left, right)).toBe(equal);
  expect(equalJson(right, left)).toBe(equal);
});

test("equalJson() ignores inherited members", () => {
  expect(equalJson({ toString: 1 }, { a: 1 })).toBe(false);
  expect(equalJson({ a: 1 }, { toString: 1 })).toBe(false);
  expect(equalJson(JSON.parse('{"__proto__":{}}'), { a: {} })).toBe(false);
  expect(equalJson(JSON.parse('{"__proto__":[1]}'), JSON.parse('{"__proto__":[1]}'))).toBe(true);
  expect(equalJson(JSON.parse('{"__proto__":[1]}'), JSON.parse('{"__proto__":[2]}'))).toBe(false);
});

test("equalJson() agrees with isDeepStrictEqual() on random values", () => {
  fc.assert(
    fc.property(anyJsonValue, anyJsonValue, (left, right) => {
      expect(equalJson(left, right)).toBe(isDeepStrictEqual(left, right));
      expect(equalJson(left, structuredClone(left))).toBe(true);
    }),
  );
});

test.each<[string, Record<string, unknown>, Record<string, unknown>, boolean]>([
  ["the excepted member differs", { a: 1, b: 1 }, { a: 1, b: 2 }, true],
  ["only one has the excepted member", { a: 1, b: 1 }, { a: 1 }, true],
  ["another member differs", { a: 1, b: 1 }, { a: 2, b: 1 }, false],
  ["one has another member instead of the excepted one", { a: 1, b: 1 }, { a: 1, c: 1 }, false],
  ["only the excepted member exists", { b: 1 }, {}, true],
])("equalMembers() ignores the excepted members: %s", (_title, left, right, equal) => {
  expect(equalMembers(left, right, ["b"])).toBe(equal);
  expect(equalMembers(right, left, ["b"])).toBe(equal);
});
