import { expect, test } from "vitest";
import { SharedParts } from "./shared-parts.ts";

const keptMax = 64 * 1024;

/** Reads the part `text` in the middle of other JSON. */
function readIn(parts: SharedParts, text: string, before = "["): object {
  const bytes = Buffer.from(`${before}${text},1]`);
  const { value, end } = parts.read(bytes, Buffer.byteLength(before));
  expect(bytes.toString("utf8", end)).toBe(",1]");
  return value;
}

/** Returns the JSON of an object of about `bytes` bytes. All begin alike. */
const sized = (name: string, bytes: number): string =>
  JSON.stringify({ "what all of them begin with, at length": {}, [name.padEnd(bytes - 60, "x")]: {} });

test("SharedParts returns the same object for the same bytes", () => {
  const parts = new SharedParts(1000);
  const text = '{"f:data":{"f:ä":{}}}';
  const first = readIn(parts, text);
  expect(first).toEqual({ "f:data": { "f:ä": {} } });
  expect(readIn(parts, text, '{"x":"ä","y":')).toBe(first);
  expect(parts.textOf(first)).toBe(text);
});

test("SharedParts distinguishes objects with the same beginning or end", () => {
  const parts = new SharedParts(10_000);
  const texts = ["a", "b", "ab", "b"].map((name) => sized(name, 200));
  const values = texts.map((text) => readIn(parts, text));
  for (const [index, text] of texts.entries()) expect(values[index]).toEqual(JSON.parse(text));
  expect(values[1]).toBe(values[3]);
  const short = readIn(parts, '{"a":{}}');
  expect(readIn(parts, '{"a":{},"b":{}}')).toEqual({ a: {}, b: {} });
  expect(readIn(parts, '{"a":{}}')).toBe(short);
});

test("textOf() is undefined for an object that was not read", () => {
  const parts = new SharedParts(1000);
  readIn(parts, '{"a":{}}');
  expect(parts.textOf({ a: {} })).toBeUndefined();
});

test("SharedParts keeps objects that are read often and drops others", () => {
  const parts = new SharedParts(10_000);
  const often = readIn(parts, sized("often", 500));
  const once = readIn(parts, sized("once", 500));
  for (let other = 0; other < 100; other++) {
    readIn(parts, JSON.stringify({ [`${other}`.padStart(300, "o")]: {} }));
    expect(readIn(parts, sized("often", 500))).toBe(often);
  }
  const again = readIn(parts, sized("once", 500));
  expect(again).not.toBe(once);
  expect(again).toEqual(once);
});

test("SharedParts keeps the latest objects with the same beginning", () => {
  const parts = new SharedParts(100_000);
  const values = Array.from({ length: 20 }, (_, index) => readIn(parts, sized(`${index}-`, 100)));
  const isKnown = (index: number): boolean => readIn(parts, sized(`${index}-`, 100)) === values[index];
  for (let index = 19; index >= 4; index--) expect(isKnown(index), `${index}`).toBe(true);
  expect(isKnown(3)).toBe(false);
});

test("SharedParts reads long objects but does not cache them", () => {
  const parts = new SharedParts(10 * keptMax);
  const text = sized("long", keptMax + 100);
  const value = readIn(parts, text);
  expect(parts.textOf(value)).toBe(text);
  expect(readIn(parts, text)).not.toBe(value);
});
