import { expect, test } from "vitest";
import { ownedUtf8, prefixEnd } from "./bytes.ts";

test.each(["", "plain", "ünïcödé", "漢字", "🚀 beyond the BMP"])("ownedUtf8(%j) holds the text in UTF-8", (text) => {
  expect(ownedUtf8(text).toString("utf8")).toBe(text);
});

test("ownedUtf8 has memory of its own, of exactly the text's size", () => {
  const bytes = ownedUtf8("ab€");
  expect(bytes.length).toBe(5);
  expect(bytes.buffer.byteLength).toBe(5);
});

test.each([
  ["/registry/pods/", "/registry/pods0"],
  ["a", "b"],
  ["az", "a{"],
])("the keys with the prefix %j end before %j", (prefix, end) => {
  expect(prefixEnd(prefix)).toBe(end);
  expect(`${prefix}zzzz\uffff` < end).toBe(true);
  expect(prefix < end).toBe(true);
});
