import { expect, test } from "vitest";
import { asBuffer, copyText, prefixEnd, Slabs, utf8Copy } from "./bytes.ts";

const slabBytes = 256 * 1024;

test.each(["", "plain", "ünïcödé", "漢字", "🚀 beyond the BMP"])("utf8Copy(%j) returns the text in UTF-8", (text) => {
  expect(utf8Copy(text).toString("utf8")).toBe(text);
});

test("utf8Copy() returns separate memory of exactly the text's size", () => {
  const bytes = utf8Copy("ab€");
  expect(bytes.length).toBe(5);
  expect(bytes.buffer.byteLength).toBe(5);
});

test.each(["", "default/web-000001", "漢字 and 🚀"])("copyText(%j) returns the same text", (text) => {
  expect(copyText(`prefix/${text}`.slice("prefix/".length))).toBe(text);
});

test.each([
  ["/registry/pods/", "/registry/pods0"],
  ["a", "b"],
  ["az", "a{"],
])("prefixEnd() of %j is %j", (prefix, end) => {
  expect(prefixEnd(prefix)).toBe(end);
  expect(`${prefix}zzzz\uffff` < end).toBe(true);
  expect(prefix < end).toBe(true);
});

test("Slabs cuts small pieces from one slab without overlap", () => {
  const { allocate } = new Slabs();
  const [one, other] = [allocate(3), allocate(5)];
  one.fill(1);
  other.fill(2);
  expect([...one, ...other]).toEqual([1, 1, 1, 2, 2, 2, 2, 2]);
  expect(other.buffer).toBe(one.buffer);
  expect(one.buffer.byteLength).toBe(slabBytes);
});

test("Slabs starts a new slab for a piece that does not fit", () => {
  const { allocate } = new Slabs();
  const pieces = Array.from({ length: 9 }, () => allocate(slabBytes / 8));
  expect(new Set(pieces.map(({ buffer }) => buffer)).size).toBe(2);
  expect(pieces.map(({ length }) => length)).toEqual(Array(9).fill(slabBytes / 8));
});

test("Slabs returns separate memory for a large piece", () => {
  const { allocate } = new Slabs();
  expect(allocate(slabBytes / 8 + 1).buffer.byteLength).toBe(slabBytes / 8 + 1);
});

test("asBuffer() returns a Buffer on the same memory", () => {
  const bytes = new Uint8Array([1, 2, 3, 4]).subarray(1, 3);
  const buffer = asBuffer(bytes);
  bytes[0] = 9;
  expect([...buffer]).toEqual([9, 3]);
  expect(asBuffer(buffer)).toBe(buffer);
});
