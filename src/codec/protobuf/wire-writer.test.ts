import { expect, test } from "vitest";
import { WireWriter } from "./wire-writer.ts";

test.each([
  ["nothing", "", 0],
  ["a few letters", "abc\u0000~\u007f", 6],
  ["as many letters as are copied one by one", "x".repeat(48), 48],
  ["one more", "x".repeat(49), 49],
  ["a letter of two bytes at the end", `${"x".repeat(47)}é`, 49],
  ["a letter of two bytes at the beginning", "éx", 3],
  ["a character of four bytes", "a\u{1f600}", 5],
])("WireWriter writes a string after its length in bytes: %s", (_what, text, byteLength) => {
  const writer = new WireWriter();
  writer.text("before");
  writer.text(text);
  writer.text("after");
  const expected = [Buffer.from([6]), "before", Buffer.from([byteLength]), text, Buffer.from([5]), "after"];
  expect(writer.finish().toString("latin1")).toBe(
    Buffer.concat(expected.map((part) => Buffer.from(part as string))).toString("latin1"),
  );
});

test("WireWriter grows its buffer for strings", () => {
  const writer = new WireWriter();
  for (let count = 0; count < 2000; count++) writer.text("ten-bytes.");
  const bytes = writer.finish();
  expect(bytes.length).toBe(2000 * 11);
  expect(bytes.toString("latin1", bytes.length - 11)).toBe("\u000aten-bytes.");
});
