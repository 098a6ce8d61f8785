import { expect, test } from "vitest";
import { KeyedHash } from "./keyed-hash.ts";

test("a keyed hash is the same for the same text and key, and different otherwise", () => {
  const hash = new KeyedHash();
  expect(hash.of("a")).toBe(hash.of("a"));
  expect(hash.of("a")).not.toBe(hash.of("b"));
  expect(hash.of("a")).not.toBe(new KeyedHash().of("a"));
  expect(hash.of("a")).toMatch(/^[A-Za-z0-9+/]{43}=$/);
});
