import { expect, test } from "vitest";
import { trimGoSpace } from "./go-space.ts";

test.each<[string, string]>([
  ["", ""],
  [" \t\n\v\f\r", ""],
  ["  a b\n", "a b"],
  ["\u0085a\u00a0", "a"],
  ["\u1680a\u2000\u200a\u2028\u2029\u202f\u205f\u3000", "a"],
  ["\u001ca\u200b", "\u001ca\u200b"],
  ["\ufeffa\ufeff", "\ufeffa\ufeff"],
])("trimGoSpace(%j) removes what Go counts as white space", (text, trimmed) => {
  expect(trimGoSpace(text)).toBe(trimmed);
});
