import { expect, test } from "vitest";
import { parseIndexList } from "./index-list.ts";
import { ParseError } from "./parse-error.ts";

test("parseIndexList() reads single indexes and ranges in order", () => {
  expect(parseIndexList("0-2,5,7-9", 10)).toEqual([
    { first: 0, last: 2 },
    { first: 5, last: 5 },
    { first: 7, last: 9 },
  ]);
  expect(parseIndexList("", 0)).toEqual([]);
});

test.each([
  [
    "1-2-3",
    "the fragment \"1-2-3\" violates the requirement that an index interval can have at most two parts separated by '-'",
  ],
  ["x", 'cannot convert string to integer for index: "x"'],
  ["1,", 'cannot convert string to integer for index: ""'],
  ["-1", 'cannot convert string to integer for index: ""'],
  ["10", 'too large index: "10"'],
  ["3-12", 'too large index: "12"'],
  ["3-3", "non-increasing order, previous: 3, current: 3"],
  ["1,3-4,4", "non-increasing order, previous: 4, current: 4"],
])("parseIndexList() rejects %j for ten completions", (text, message) => {
  expect(() => parseIndexList(text, 10)).toThrow(new ParseError(message));
});
