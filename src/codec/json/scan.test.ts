import * as fc from "fast-check";
import { expect, test } from "vitest";
import { defaultDecodeLimits } from "../limits.ts";
import { countKeys } from "./parse.ts";
import { type JsonScan, scanJson } from "./scan.ts";

function scan(text: string, limits = defaultDecodeLimits): JsonScan {
  return scanJson(Buffer.from(text), limits);
}

test.each([
  ["1", 0],
  ["{}", 0],
  ['{"a":1}', 1],
  ['{"a":{"b":[{"c":1},{"c":2}]},"d":3}', 5],
  ['{"a":1,"a":2}', 2],
  ['{"a:b":":{[,"}', 1],
  ['{"a\\":":"\\\\","b":1}', 2],
  ['["a:b","\\":"]', 0],
])("counts the keys of %s", (text, keys) => {
  expect(scan(text).keyCount).toBe(keys);
});

test.each([
  ["123456789012345", false],
  ["1234567890123456", true],
  ["-9007199254740993", true],
  ["0.12345678901234567890", false],
  ["1.5", false],
  ["1e5", true],
  ["1.5E-3", true],
  ["[1,2,12345678901234567890]", true],
  ['"12345678901234567890"', false],
  ['"1e5"', false],
  ["[true,false,null]", false],
])("finds out whether %s holds a number that a float64 may not keep", (text, unusual) => {
  expect(scan(text).unusual).toBe(unusual);
});

test.each([
  ['"\\ud800"', true],
  ['"\\uD83D\\uDE00"', true],
  ['"\\ud7ff"', false],
  ['"\\ue000"', false],
  ['"\\\\ud800"', false],
  ['"\\u00e9"', false],
])("finds out whether %s holds an escaped surrogate", (text, unusual) => {
  expect(scan(text).unusual).toBe(unusual);
});

test("containers may nest as deeply as the limit says, and no deeper", () => {
  const limits = { ...defaultDecodeLimits, depthMax: 3 };
  expect(scan('[{"a":[]},[[]],{}]', limits).tooDeep).toBe(false);
  expect(scan('[{"a":[[]]}]', limits).tooDeep).toBe(true);
  expect(scan('"[[[["', limits).tooDeep).toBe(false);
});

test.each(["", '"', '"\\', '"\\u', '"\\ud', "1", '{"a":12', "}}}]]]"])("comes to an end on the fragment %j", (text) => {
  expect(scan(text).tooDeep).toBe(false);
});

test("the key count is that of the parsed value when no key is repeated", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
      const text = JSON.stringify(value, undefined, indent);
      expect(scan(text).keyCount).toBe(countKeys(JSON.parse(text)));
    }),
  );
});
