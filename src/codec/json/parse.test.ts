import * as fc from "fast-check";
import { expect, test } from "vitest";
import { textOfNumber } from "../../base/number-text.ts";
import { defaultDecodeLimits } from "../limits.ts";
import { readFixture } from "../testing/fixture.ts";
import { roundBigints } from "../testing/rounded.ts";
import { thrownBy } from "../testing/thrown.ts";
import { countKeys, parseJson } from "./parse.ts";
import { stringifyJson } from "./stringify.ts";

interface Fixture {
  readonly values: readonly { json: string; value: string }[];
  readonly errors: readonly { json: string; error: string }[];
}
const { values, errors } = readFixture("json-decoding.json") as Fixture;

test.each(values)("parseJson() reads $json as the reference does", ({ json, value }) => {
  const read = parseJson(Buffer.from(json)).value;
  expect(read === 0 ? 0 : read).toStrictEqual(JSON.parse(value));
});

test.each(errors)("parseJson() rejects $json as the reference does", async ({ json, error }) => {
  expect((await thrownBy(() => parseJson(Buffer.from(json)))).message).toBe(error);
});

test("parseJson() returns what stringifyJson() has written", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(roundBigints(parseJson(Buffer.from(text)).value)).toStrictEqual(roundBigints(value));
    }),
  );
});

test("parseJson() and stringifyJson() keep integers beyond 2^53", () => {
  const integers = fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n });
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.array(integers)), (value) => {
      const text = stringifyJson(value, { exact: true });
      const { value: read, hasBigint } = parseJson(Buffer.from(text));
      expect(stringifyJson(read)).toBe(text);
      const beyond = Object.values(value)
        .flat()
        .some((integer) => !Number.isSafeInteger(Number(integer)));
      expect(hasBigint).toBe(beyond);
    }),
  );
});

test("parseJson() reports no bigint for a body with exponents and long safe integers", () => {
  expect(parseJson(Buffer.from('{"a":1234567890123456,"b":1e5}'))).toStrictEqual({
    value: { a: 1234567890123456, b: 100000 },
    keyCount: 2,
    hasBigint: false,
  });
});

test.each([
  ['{"a":1,"b":{"c":2}}', 3, 3],
  ['{"a":1,"a":2}', 2, 1],
  ['{"a":{"x":1,"x":1},"b":[{"y":1,"y":2,"y":3}]}', 7, 4],
  ['{"a":{"b":1},"a":{"b":1}}', 4, 2],
  ['{"__proto__":{"a":1},"__proto__":{"a":1}}', 4, 2],
])("parseJson() counts the keys of %s: %i in the body and %i in the value", (text, inBody, inValue) => {
  const { value, keyCount } = parseJson(Buffer.from(text));
  expect(keyCount).toBe(inBody);
  expect(countKeys(value)).toBe(inValue);
});

test("parseJson() reads names that objects inherit as ordinary members and changes no prototype", () => {
  const { value } = parseJson(Buffer.from('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'));
  expect(Object.keys(value as object)).toStrictEqual(["__proto__", "constructor"]);
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  expect(stringifyJson(value)).toBe('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}');
});

test.each([
  ["a byte that begins nothing", [0x22, 0xff, 0x22]],
  ["an overlong form of a slash", [0x22, 0xc0, 0xaf, 0x22]],
  ["an encoded surrogate", [0x22, 0xed, 0xa0, 0x80, 0x22]],
  ["a character that is cut off", [0x22, 0xe2, 0x82]],
  ["a code point beyond U+10FFFF", [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22]],
])("parseJson() rejects %s, which is not UTF-8", async (_, bytes) => {
  const error = await thrownBy(() => parseJson(Buffer.from(bytes)));
  expect(error).toMatchObject({ code: "encoding", message: "invalid UTF-8 in JSON input" });
});

test("parseJson() limits the nesting to the caller's limit", async () => {
  const nested = (depth: number): Buffer => Buffer.from('{"a":['.repeat(depth / 2) + "]}".repeat(depth / 2));
  expect(countKeys(parseJson(nested(1000)).value)).toBe(500);
  expect(await thrownBy(() => parseJson(nested(1002)))).toMatchObject({ code: "limit", message: "exceeded max depth" });
  expect(await thrownBy(() => parseJson(nested(10_000)))).toMatchObject({ code: "limit" });
  const limits = { ...defaultDecodeLimits, depthMax: 2 };
  expect(countKeys(parseJson(nested(2), { limits }).value)).toBe(1);
  await thrownBy(() => parseJson(nested(4), { limits }));
});

test("parseJson() reports a syntax error that precedes too deep nesting", async () => {
  expect((await thrownBy(() => parseJson(Buffer.from(`{x${"[".repeat(2000)}`)))).message).toBe(
    "invalid character 'x' looking for beginning of object key string",
  );
});

test("parseJson() limits the number of keys", async () => {
  const body = Buffer.from('{"a":1,"b":2,"c":3}');
  expect(parseJson(body, { limits: { ...defaultDecodeLimits, keysMax: 3 } }).keyCount).toBe(3);
  const error = await thrownBy(() => parseJson(body, { limits: { ...defaultDecodeLimits, keysMax: 2 } }));
  expect(error).toMatchObject({ code: "limit", message: "exceeded max number of keys of 2" });
});

test("parseJson() accepts 100,000 keys and a string of 3 MiB", () => {
  const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`key-${index}`, index]));
  expect(parseJson(Buffer.from(JSON.stringify(many))).keyCount).toBe(100_000);
  const long = "é\n".repeat(2 ** 20);
  expect(parseJson(Buffer.from(JSON.stringify({ long }))).value).toStrictEqual({ long });
});

test("parseJson() keeps the spelling of integers with a fraction or an exponent on request", () => {
  const body = Buffer.from('{"a":[1.0,1e3,1e400,-2.00],"b":1.5,"c":10,"d":1.05}');
  const { value } = parseJson(body, { keepsNumberTexts: true });
  const { a, ...others } = value as { a: symbol[] };
  expect(a.map(textOfNumber)).toEqual(["1.0", "1e3", "1e400", "-2.00"]);
  expect(others).toEqual({ b: 1.5, c: 10, d: 1.05 });
  expect(parseJson(Buffer.from('{"a":[1.0,1e3]}')).value).toEqual({ a: [1, 1000] });
  // A float64 is exactly 1.
  const rounded = parseJson(Buffer.from("1.00000000000000000001"), { keepsNumberTexts: true }).value as symbol;
  expect(textOfNumber(rounded)).toBe("1.00000000000000000001");
});
