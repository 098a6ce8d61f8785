import { expect, test } from "vitest";
import { withSeed } from "../../../test/support/with-seed.ts";
import type { Random } from "../../base/random.ts";
import { readSharing } from "./shared-value.ts";

function read(text: string, { before = "", after = "" } = {}): { readonly value: object; readonly rest: string } {
  const bytes = Buffer.from(before + text + after);
  const { value, end } = readSharing(bytes, Buffer.byteLength(before));
  return { value, rest: bytes.toString("utf8", end) };
}

test.each([
  "{}",
  '{"a":{}}',
  '{"a":{"b":{}},"c":{"b":{}},"d":{}}',
  '{"":{},"ä":{"日本":{}},"😀":{}}',
  '{"a\\"b":{"\\\\":{}},"\\u0041":{},"}":{},"{":{}}',
  '{"a":1,"b":1,"c":12,"d":[],"e":[{"x":{}},"}"],"f":"{","g":null,"h":-1.5e3,"i":true,"j":true}',
  '{"k:{\\"name\\":\\"web\\"}":{".":{},"f:image":{}},"k:{\\"name\\":\\"log\\"}":{".":{},"f:image":{}}}',
])("readSharing() reads the same as JSON.parse: %s", (text) => {
  for (const after of ["", "}", ',"x":{}}', "]"]) {
    const { value, rest } = read(text, { before: '{"ä":', after });
    expect(value).toEqual(JSON.parse(text));
    expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(text)));
    expect(rest).toBe(after);
  }
});

test("readSharing() distinguishes a member whose value begins like the previous one", () => {
  expect(read('{"a":{"x":{}},"b":{"x":{},"y":{}},"c":{"x":{}}}').value).toEqual({
    a: { x: {} },
    b: { x: {}, y: {} },
    c: { x: {} },
  });
  expect(read('{"a":1,"b":12,"c":123}').value).toEqual({ a: 1, b: 12, c: 123 });
});

test("readSharing() reads `__proto__` as an ordinary member", () => {
  const { value } = read('{"__proto__":{"a":{}},"constructor":{}}');
  expect(Object.keys(value)).toEqual(["__proto__", "constructor"]);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});

test("readSharing() shares the value of equal consecutive members and of empty objects", () => {
  const value = read('{"a":{"x":{}},"b":{"x":{}},"c":{},"d":{"x":{}}}').value as Record<string, { x?: object }>;
  expect(value["a"]).toBe(value["b"]);
  expect(value["c"]).toBe(value["a"]?.x);
  expect(value["d"]).toEqual(value["a"]);
});

test("readSharing() stops at the end of truncated bytes", () => {
  const text = '{"a":{"b":{}},"c":{"d":{"e":{}}}}';
  for (let length = 1; length < text.length; length++) {
    const bytes = Buffer.from(text.slice(0, length));
    try {
      expect(readSharing(bytes, 0).end).toBeGreaterThanOrEqual(bytes.length);
    } catch (error) {
      expect(error).toBeInstanceOf(SyntaxError);
    }
  }
});

test("readSharing() reads random objects as JSON.parse does", async () => {
  await withSeed(async (random) => {
    for (let run = 0; run < 500; run++) {
      const object = randomObject(random, 0);
      const text = JSON.stringify(object);
      const { value, rest } = read(text, { before: "[", after: "]" });
      expect(JSON.stringify(value)).toBe(text);
      expect(rest).toBe("]");
    }
  });
});

const names = ["a", "b", ".", "f:x", 'k:{"name":"ä"}', 'v:"}\\"', "日本", "x".repeat(40)];
const scalars = [1, 12, "", "{", '"', null, true, [], [{}], 0.5];

function randomObject(random: Random, depth: number): object {
  const object: Record<string, unknown> = {};
  const count = depth > 4 ? 0 : random.below(5);
  for (let index = 0; index < count; index++) {
    const name = names[random.below(names.length)] ?? "";
    const isScalar = random.below(8) === 0;
    object[name] = isScalar ? scalars[random.below(scalars.length)] : randomObject(random, depth + 1);
  }
  return object;
}
