import * as fc from "fast-check";
import { expect, test } from "vitest";
import { stringifyJson } from "./stringify.ts";

test("stringifyJson() writes bigints as integers", () => {
  const value = { a: [9007199254740993n, -18446744073709551616n], b: { c: 1n, d: 1.5, e: "x\n", f: null } };
  expect(stringifyJson(value)).toBe(
    '{"a":[9007199254740993,-18446744073709551616],"b":{"c":1,"d":1.5,"e":"x\\n","f":null}}',
  );
  expect(stringifyJson(value, { exact: true })).toBe(stringifyJson(value));
});

test("stringifyJson() indents by two blanks and keeps empty collections in one line", () => {
  const text = `{
  "a": [
    1,
    {
      "b": {}
    },
    []
  ],
  "c": "d"
}`;
  const value = { a: [1, { b: {} }, []], c: "d" };
  expect(stringifyJson(value, { pretty: true })).toBe(text);
  expect(stringifyJson({ ...value, a: [1n, { b: {} }, []] }, { pretty: true })).toBe(text);
});

test("stringifyJson() omits members that are undefined", () => {
  expect(stringifyJson({ a: undefined, b: [undefined], c: 1 })).toBe('{"b":[null],"c":1}');
  expect(stringifyJson({ a: undefined, b: [undefined], c: 1n })).toBe('{"b":[null],"c":1}');
});

test("stringifyJson() writes negative zero as zero", () => {
  expect(stringifyJson([-0])).toBe("[0]");
  expect(stringifyJson([-0, 1n])).toBe("[0,1]");
});

test("stringifyJson() throws for values that are not JSON data", () => {
  const cycle: Record<string, unknown> = {};
  cycle["self"] = cycle;
  expect(() => stringifyJson(cycle)).toThrow(RangeError);
});

test("stringifyJson() writes other values as usual if there is a bigint", () => {
  const marker = "marker";
  fc.assert(
    fc.property(fc.jsonValue(), fc.boolean(), (value, pretty) => {
      const expected = JSON.stringify([value, marker], undefined, pretty ? 2 : 0);
      fc.pre(!/"\d+": ?/.test(expected));
      expect(stringifyJson([value, 7n], { pretty }).replace(/7(?=\s*\]$)/, `"${marker}"`)).toBe(expected);
    }),
  );
});

test("stringifyJson() with `exact` sorts keys that JavaScript treats as indexes", () => {
  const value = { data: { "9": "a", "10": "b", ".x": "c", a: "d" }, one: { "7": 1 } };
  expect(stringifyJson(value, { exact: true })).toBe('{"data":{".x":"c","10":"b","9":"a","a":"d"},"one":{"7":1}}');
});
