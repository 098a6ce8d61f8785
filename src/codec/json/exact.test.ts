import * as fc from "fast-check";
import { expect, test } from "vitest";
import { goQuote } from "../../meta/go-quote.ts";
import { readFixture } from "../testing/fixture.ts";
import { roundBigints } from "../testing/rounded.ts";
import { parseExact } from "./exact.ts";

interface Fixture {
  readonly values: readonly { json: string; value: string }[];
  readonly duplicates: readonly { json: string; duplicates: string[] }[];
}
const { values, duplicates } = readFixture("json-decoding.json") as Fixture;

test.each(values)("parseExact() reads $json as the reference does", ({ json, value }) => {
  // Integers of the reference have no negative zero.
  const read = parseExact(json).value;
  expect(read === 0 ? 0 : read).toStrictEqual(JSON.parse(value));
});

test.each(duplicates)(
  "parseExact() reports the duplicates of $json in the reference's order",
  ({ json, duplicates }) => {
    const told = new Set<string>();
    parseExact(json, { onDuplicate: (path) => told.add(`duplicate field ${goQuote(path)}`) });
    expect([...told]).toStrictEqual(duplicates);
  },
);

test("parseExact() reports every repetition of a key", () => {
  const told: string[] = [];
  parseExact('{"a":1,"a":2,"a":3}', { onDuplicate: (path) => told.push(path) });
  expect(told).toStrictEqual(["a", "a"]);
});

test.each([
  ["9007199254740991", 9007199254740991],
  ["-9007199254740991", -9007199254740991],
  ["9007199254740992", 9007199254740992n],
  ["9007199254740993", 9007199254740993n],
  ["-9007199254740993", -9007199254740993n],
  ["18446744073709551616", 18446744073709551616n],
  ["9007199254740993.0", 9007199254740992],
  ["1e19", 1e19],
])("parseExact() keeps the value of %s", (text, value) => {
  expect(parseExact(text)).toStrictEqual({ value, hasBigint: typeof value === "bigint" });
});

test("parseExact() reads names that objects inherit as ordinary members", () => {
  const { value } = parseExact('{"__proto__":{"polluted":true},"constructor":1,"toString":2}');
  expect(Object.keys(value as object)).toStrictEqual(["__proto__", "constructor", "toString"]);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
});

test("parseExact() agrees with JSON.parse on all valid JSON", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(0, 1, 4), (value, indent) => {
      const text = JSON.stringify(value, undefined, indent);
      expect(roundBigints(parseExact(text).value)).toStrictEqual(roundBigints(JSON.parse(text)));
    }),
  );
});

const fragments = fc.constantFrom(
  ...Array.from('{}[]",:\\ntfu0123456789.eE+-é😀 \n'),
  "true",
  "null",
  '"a"',
  "\\u00e9",
);

test("parseExact() accepts and rejects the same text as JSON.parse", () => {
  fc.assert(
    fc.property(fc.array(fragments, { maxLength: 12 }), (parts) => {
      const text = parts.join("");
      // `JSON.parse` reads numbers out of range as infinity, but the complete reader rejects them.
      fc.pre(!/[eE][-+]?[0-9]{3}/.test(text));
      expect(outcome(() => parseExact(text).value)).toStrictEqual(outcome(() => JSON.parse(text)));
    }),
    { numRuns: 5000 },
  );
});

function outcome(parse: () => unknown): unknown {
  try {
    return { value: parse() };
  } catch (error) {
    return error instanceof Error ? "refused" : error;
  }
}
