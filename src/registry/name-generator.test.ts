import { expect, test } from "vitest";
import { type Random, seededRandom } from "../base/random.ts";
import { generateName } from "./name-generator.ts";

const always = (number: number): Random => ({ below: () => number, uuid: () => "" });

test("generateName() appends five characters without vowels to the prefix", () => {
  expect(generateName("web-", always(0))).toBe("web-bbbbb");
  expect(generateName("web-", always(26))).toBe("web-99999");
  const random = seededRandom(7);
  const names = Array.from({ length: 1000 }, () => generateName("web-", random));
  for (const name of names) expect(name).toMatch(/^web-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
  expect(new Set(names).size).toBeGreaterThan(990);
});

test("generateName() cuts the prefix so that the name has 63 characters", () => {
  const prefix = `${"a".repeat(57)}bcdef`;
  expect(generateName(prefix, always(0))).toBe(`${"a".repeat(57)}bbbbbb`);
  expect(generateName(prefix, always(0))).toHaveLength(63);
  expect(generateName("a".repeat(58), always(0))).toBe(`${"a".repeat(58)}bbbbb`);
});
