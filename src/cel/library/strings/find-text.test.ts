import { describe, expect, test } from "vitest";
import { newSeed, seededRandom } from "../../../base/random.ts";
import { findLastText, findText, splitText } from "./find-text.ts";

/** So long that texts are not searched by JavaScript's own functions. */
const padding = "xyz".repeat(2000);

describe("searches in long texts", () => {
  test("find the same places as JavaScript", () => {
    const seed = newSeed();
    const random = seededRandom(seed);
    const word = (length: number): string => Array.from({ length }, () => "ab"[random.below(2)]).join("");
    for (let round = 0; round < 300; round++) {
      const sought = word(1 + random.below(3)) + padding.slice(0, random.below(4)) + "ab".repeat(500);
      const text = word(random.below(5)) + sought + word(random.below(3)) + sought.slice(1) + sought + padding;
      const from = random.below(text.length);
      const message = `seed ${seed}: ${from}`;
      expect(findText(text, sought, from), message).toBe(text.indexOf(sought, from));
      expect(findLastText(text, sought, from), message).toBe(text.lastIndexOf(sought, from));
      expect(splitText(text, sought), message).toEqual(text.split(sought));
    }
  });

  test("take a linear time", () => {
    const text = "a".repeat(1_000_000);
    const sought = `${"a".repeat(250_000)}b${"a".repeat(250_000)}`;
    const startedMs = performance.now();
    expect(findText(text, sought, 0)).toBe(-1);
    expect(findLastText(text, sought, text.length)).toBe(-1);
    expect(splitText(text, sought)).toEqual([text]);
    expect(performance.now() - startedMs).toBeLessThan(5000);
  });
});
