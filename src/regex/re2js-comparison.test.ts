/** Compares matches with those of re2js's own engines, whose instructions are read here. */
import { RE2JS } from "re2js";
import { expect, test } from "vitest";
import { newSeed, type Random, seededRandom } from "../base/random.ts";
import { patternOf } from "./pattern.ts";
import { PatternError } from "./pattern-error.ts";

const atoms = [
  "a",
  "b",
  "c",
  ".",
  "^",
  "$",
  "[a-c]",
  "[^a]",
  "\\d",
  "\\w",
  "\\W",
  "\\s",
  "\\b",
  "\\B",
  "(?i:k)",
  "(?s:.)",
  "(?m:^)",
  "(?m:$)",
  "ä",
  "😀",
  "\\pL",
  "\\PL",
  "[😀-😂]",
];
const repetitions = ["", "", "", "*", "+", "?", "*?", "+?", "??", "{2}", "{0,2}", "{1,}"];
const characters = ["a", "a", "b", "b", "c", "k", "K", "1", " ", "\n", "ä", "_", "😀", "😁", "\u212a"];

function pick<T>(random: Random, choices: readonly T[]): T {
  return choices[random.below(choices.length)] as T;
}

function randomPattern(random: Random, depth: number): string {
  const parts = Array.from({ length: 1 + random.below(4) }, () => {
    const choice = depth > 0 ? random.below(8) : 2;
    if (choice === 0) return `(${randomPattern(random, depth - 1)})${pick(random, repetitions)}`;
    if (choice > 1) return pick(random, atoms) + pick(random, repetitions);
    return `(?:${randomPattern(random, depth - 1)}|${randomPattern(random, depth - 1)})${pick(random, repetitions)}`;
  });
  return parts.join("");
}

test("random patterns match as in re2js", () => {
  const seed = newSeed();
  const random = seededRandom(seed);
  for (let round = 0; round < 2000; round++) {
    const source = randomPattern(random, 2);
    const pattern = patternOf(source);
    if (pattern instanceof PatternError) continue;
    const theirs = RE2JS.compile(source);
    for (let text = 0; text < 4; text++) {
      const input = Array.from({ length: random.below(12) }, () => pick(random, characters)).join("");
      const message = `seed ${seed}: ${source} and ${JSON.stringify(input)}`;
      expect(pattern.matches(input), message).toBe(theirs.test(input));
      expect(pattern.findAll(input, undefined), message).toEqual(theirs.re2().findAll(input, -1) ?? []);
    }
  }
});
