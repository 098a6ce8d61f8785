import { describe, expect, test } from "vitest";
import { newSeed, seededRandom } from "../../base/random.ts";
import { compareKeys, isWellFormedKey, keyAfter, rangeStart } from "./key-order.ts";

const alphabet = [
  "\0",
  "-",
  "/",
  "0",
  "a",
  "z",
  "é",
  "\u07ff",
  "\u0800",
  "\ud7ff",
  "\ue000",
  "\uffff",
  "\u{10000}",
  "\u{1f600}",
];

describe("compareKeys()", () => {
  test("compareKeys() orders keys by their UTF-8 bytes", () => {
    const seed = newSeed();
    const random = seededRandom(seed);
    const anyKey = (): string =>
      Array.from({ length: random.below(5) }, () => alphabet[random.below(alphabet.length)]).join("");
    for (let round = 0; round < 5000; round++) {
      const [a, b] = [anyKey(), anyKey()];
      const expected = Buffer.compare(Buffer.from(a), Buffer.from(b));
      expect(Math.sign(compareKeys(a, b)), `${JSON.stringify([a, b])}, seed ${seed}`).toBe(expected);
    }
  });

  test("keyAfter() returns the smallest greater key", () => {
    expect(compareKeys("a", keyAfter("a"))).toBeLessThan(0);
    expect(compareKeys(keyAfter("a"), "a\0\0")).toBeLessThan(0);
  });
});

test("rangeStart() returns the prefix, or the key after a key that is not before it", () => {
  expect(rangeStart("b/", undefined)).toBe("b/");
  expect(rangeStart("b/", "a")).toBe("b/");
  expect(rangeStart("b/", "b")).toBe("b/");
  expect(rangeStart("b/", "b/")).toBe("b/\0");
  expect(rangeStart("b/", "b/1")).toBe("b/1\0");
  expect(rangeStart("b/", "c")).toBe("c\0");
});

test("isWellFormedKey() accepts non-empty texts without unpaired surrogates", () => {
  expect(["a", "/é", "\u{1f600}", "\0"].every(isWellFormedKey)).toBe(true);
  expect(["", "\ud83d", "\ude00", "a\ud83dz", "\ude00\ud83d"].some(isWellFormedKey)).toBe(false);
});
