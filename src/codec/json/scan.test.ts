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
])("scanJson() counts the keys of %s", (text, keys) => {
  expect(scan(text).keyCount).toBe(keys);
});

test.each([
  ["123456789012345", false],
  ["1234567890123456", true],
  ["-9007199254740993", true],
  ["0.123456789012345", true],
  ["0.12345678901234", false],
  ["123456789012.345", false],
  ["123456789012.3456", true],
  ["[1234567890123456,1.5]", true],
  ["[123456789012345,0.5]", false],
  ["1.5", false],
  ["1e5", true],
  ["1.5E-3", true],
  ["[1,2,12345678901234567890]", true],
  ['"12345678901234567890"', false],
  ['"1e5"', false],
  ["[true,false,null]", false],
])("scanJson() reports whether %s has a number that a float64 may change", (text, needsExactReader) => {
  expect(scan(text).needsExactReader).toBe(needsExactReader);
});

test.each([
  ['"\\ud800"', true],
  ['"\\uD83D\\uDE00"', true],
  ['"\\ud7ff"', false],
  ['"\\ue000"', false],
  ['"\\\\ud800"', false],
  ['"\\u00e9"', false],
])("scanJson() reports whether %s has an escaped surrogate", (text, needsExactReader) => {
  expect(scan(text).needsExactReader).toBe(needsExactReader);
});

test("scanJson() accepts nesting up to the limit", () => {
  const limits = { ...defaultDecodeLimits, depthMax: 3 };
  expect(scan('[{"a":[]},[[]],{}]', limits).isTooDeep).toBe(false);
  expect(scan('[{"a":[[]]}]', limits).isTooDeep).toBe(true);
  expect(scan('"[[[["', limits).isTooDeep).toBe(false);
});

test.each(["", '"', '"\\', '"\\u', '"\\ud', "1", '{"a":12', "}}}]]]"])("scanJson() ends on the fragment %j", (text) => {
  expect(scan(text).isTooDeep).toBe(false);
});

test("scanJson() counts as many keys as the parsed value has if no key is repeated", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
      const text = JSON.stringify(value, undefined, indent);
      expect(scan(text).keyCount).toBe(countKeys(JSON.parse(text)));
    }),
  );
});
