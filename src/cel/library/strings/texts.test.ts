import { describe, expect, test } from "vitest";
import { newSeed, seededRandom } from "../../../base/random.ts";
import { ArrayListValue, EvaluationError, type ListValue } from "../../values/index.ts";
import * as texts from "./texts.ts";

const alphabets = [
  ["a", "b"],
  ["a", "ä"],
  ["a", "😀"],
  ["😀", "😁"],
];

describe("positions in texts", () => {
  test("functions count code points", () => {
    const seed = newSeed();
    const random = seededRandom(seed);
    for (let round = 0; round < 3000; round++) {
      const alphabet = alphabets[random.below(alphabets.length)] ?? [];
      const points = Array.from({ length: random.below(8) }, () => alphabet[random.below(alphabet.length)] ?? "");
      const sought = Array.from({ length: 1 + random.below(2) }, () => alphabet[random.below(alphabet.length)] ?? "");
      const [start, end] = [random.below(9), random.below(9)];
      const text = points.join("");
      const message = `seed ${seed}: ${text} ${sought.join("")} ${start} ${end}`;
      const places = Array.from(points.keys());
      const found = places.filter((place) => sought.every((point, index) => points[place + index] === point));
      const first = found.find((place) => place >= start) ?? -1;
      expect(texts.indexOf(text, sought.join(""), BigInt(start)), message).toBe(BigInt(first));
      if (points.length > 0) {
        expect(texts.lastIndexOf(text, sought.join(""), undefined), message).toBe(BigInt(found.at(-1) ?? -1));
      }
      if (start <= end && end <= points.length) {
        expect(texts.substring(text, BigInt(start), BigInt(end)), message).toBe(points.slice(start, end).join(""));
      }
      if (start <= points.length) expect(texts.charAt(text, BigInt(start)), message).toBe(points[start] ?? "");
      expect(Array.from(texts.split(text, "", -1n) as ListValue), message).toEqual(points);
    }
  });

  test("a position outside of the text is an error", () => {
    expect(texts.charAt("😀", 2n)).toEqual(new EvaluationError("index out of range: 2"));
    expect(texts.substring("😀", 2n, undefined)).toEqual(new EvaluationError("index out of range: 2"));
    expect(texts.substring("abc", 2n, 1n)).toEqual(new EvaluationError("invalid substring range. start: 2, end: 1"));
    expect(texts.indexOf("abc", "b", -1n)).toEqual(new EvaluationError("index out of range: -1"));
  });
});

describe("replace()", () => {
  test.each([
    ["hello hello", "he", "we", -1n, "wello wello"],
    ["hello hello", "he", "we", 1n, "wello hello"],
    ["hello hello", "he", "we", 0n, "hello hello"],
    ["ab", "", "_", -1n, "_a_b_"],
    ["ab", "", "_", 2n, "_a_b"],
    ["😀", "", "_", -1n, "_😀_"],
    ["", "", "_", -1n, "_"],
    ["aaa", "a", "$&", -1n, "$&$&$&"],
  ])("%j with %j replaced by %j, %d times, is %j", (text, old, replacement, limit, result) => {
    expect(texts.replace(text, old, replacement, limit)).toBe(result);
  });
});

describe("results that are too long", () => {
  test("replace() and join() return an error instead of a text that does not fit into memory", () => {
    const [long, many] = ["x".repeat(20_000), "a".repeat(20_000)];
    expect(texts.replace(many, "a", long, -1n)).toEqual(
      new EvaluationError("the result of replace() exceeds 16777216 characters"),
    );
    expect(texts.replace(many, "a", long, 100n)).toHaveLength(100 * 20_000 + 19_900);
    const list = new ArrayListValue(Array.from({ length: 20_000 }, () => long));
    expect(texts.join(list, "")).toEqual(new EvaluationError("the result of join() exceeds 16777216 characters"));
  });
});
