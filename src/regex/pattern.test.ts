import { RE2JS } from "re2js";
import { describe, expect, test, vi } from "vitest";
import { type Pattern, patternOf } from "./pattern.ts";
import { PatternError } from "./pattern-error.ts";

function compiled(source: string): Pattern {
  const pattern = patternOf(source);
  if (pattern instanceof PatternError) throw new Error(pattern.message);
  return pattern;
}

/** Invalid patterns, and the reference's errors without `error parsing regexp: `. */
const invalidPatterns: readonly (readonly [source: string, message: string])[] = [
  ["(", "missing closing ): `(`"],
  ["a)", "unexpected ): `a)`"],
  ["[a", "missing closing ]: `[a`"],
  ["[z-a]", "invalid character class range: `z-a`"],
  ["*", "missing argument to repetition operator: `*`"],
  ["a**", "invalid nested repetition operator: `**`"],
  ["x{2,1}", "invalid repeat count: `{2,1}`"],
  ["a{1001}", "invalid repeat count: `{1001}`"],
  ["(a{100}){100}", "invalid repeat count: `{100}`"],
  ["a\\", "trailing backslash at end of expression: ``"],
  ["\\8", "invalid escape sequence: `\\8`"],
  ["\\xg1", "invalid escape sequence: `\\xg1`"],
  ["\\x{110000}", "invalid escape sequence: `\\x{110000`"],
  ["\\pX", "invalid character class range: `\\pX`"],
  ["\\p{Foo}", "invalid character class range: `\\p{Foo}`"],
  ["(?=a)", "invalid or unsupported Perl syntax: `(?=`"],
  ["(?<=a)", "invalid named capture: `(?<=a)`"],
  ["(?P<n-m>a)", "invalid named capture: `(?P<n-m>`"],
  ["[[:foo:]]", "invalid character class range: `[:foo:]`"],
  ["(?i)(?z)", "invalid or unsupported Perl syntax: `(?z`"],
];

describe("patternOf()", () => {
  test.each(invalidPatterns)("%s is rejected in the words of the reference", (source, message) => {
    expect(patternOf(source)).toEqual(new PatternError(`error parsing regexp: ${message}`));
  });

  test("a pattern with more than 20,000 instructions is too large", () => {
    const sources = ["x{1000}".repeat(21), "(?:x{10}){100}".repeat(3000), "a".repeat(20_001)];
    for (const source of sources) {
      expect(patternOf(source)).toEqual(new PatternError(`error parsing regexp: expression too large: \`${source}\``));
    }
  });

  test("a large pattern with a fault is rejected for the fault", () => {
    const source = `${"x{1000}".repeat(50)}(?z)`;
    expect(patternOf(source)).toEqual(
      new PatternError("error parsing regexp: invalid or unsupported Perl syntax: `(?z`"),
    );
    expect(patternOf(`(${"x{1000}".repeat(50)}`)).toHaveProperty(
      "message",
      expect.stringContaining("error parsing regexp: missing closing ): `(x{1000}"),
    );
  });

  test("the same pattern is compiled once", () => {
    expect(patternOf("^same$")).toBe(patternOf("^same$"));
  });

  test("a pattern is forgotten after 500 others", () => {
    const first = patternOf("^first$");
    for (let index = 0; index < 501; index++) patternOf(`^other${index}$`);
    expect(patternOf("^first$")).not.toBe(first);
  });

  test("patterns that would take minutes to be read are rejected within a second", () => {
    const startedMs = performance.now();
    for (const part of ["[[:", "(?P<", "\\p{", "(?:", "x{1000}", "[a-z]{1000}"]) patternOf(part.repeat(12_000));
    expect(performance.now() - startedMs).toBeLessThan(5000);
  });
});

/** Patterns, texts and the results of the reference's `FindAllString(text, -1)`. */
const findings: readonly (readonly [source: string, text: string, found: readonly string[]])[] = [
  ["a|", "baac", ["", "a", "a", ""]],
  ["(|a)", "baac", ["", "", "", "", ""]],
  ["a*", "baac", ["", "aa", ""]],
  ["", "😀b", ["", "", ""]],
  ["^", "ab", [""]],
  ["$", "ab", [""]],
  ["(?m)^", "a\nb\n", ["", "", ""]],
  ["\\b", "ab cd", ["", "", "", ""]],
  ["\\b\\w", "ab cd", ["a", "c"]],
  ["a.*b|a", "aaca", ["a", "a", "a"]],
  ["a.*?b|a", "acb aab", ["acb", "aab"]],
  ["(a+)(b+)?", "aabba", ["aabb", "a"]],
  ["(a|ab)(c|bcd)", "abcd", ["abcd"]],
  ["(?:a|ab)(?:c|bcd)(d*)", "abcd", ["abcd"]],
  [".", "ä😀\nb", ["ä", "😀", "b"]],
  ["(?s).", "ä\n", ["ä", "\n"]],
  ["(?i)k", "kK\u212a", ["k", "K", "\u212a"]],
  ["[^a]", "a😀b", ["😀", "b"]],
  ["x*?", "xx", ["", "", ""]],
  ["(x*)*", "axxb", ["", "xx", ""]],
];

describe("findAll()", () => {
  test.each(findings)("%s in %j finds %j", (source, text, found) => {
    expect(compiled(source).findAll(text, undefined)).toEqual(found);
    expect(compiled(source).find(text)).toBe(found[0]);
    expect(compiled(source).matches(text)).toBe(true);
  });

  test("the limit counts the parts that are found", () => {
    expect(compiled("a").findAll("aaa", 2)).toEqual(["a", "a"]);
    expect(compiled("a").findAll("aaa", 0)).toEqual([]);
    expect(compiled("a|").findAll("baac", 3)).toEqual(["", "a", "a"]);
  });

  test("matches that need the rest of the text are found in a linear time", () => {
    const text = "a".repeat(100_000);
    // A search that goes back takes minutes.
    expect(compiled("a.*b|a").findAll(text, undefined)).toHaveLength(text.length);
  });

  test("a pattern with hundreds of instructions finds long and short parts", () => {
    const source = "a{1,250}b|(?:x|y){250}|a";
    const text = `${"a".repeat(1500)}b`.repeat(2);
    const found = compiled(source).findAll(text, undefined);
    expect(found).toHaveLength(2 * (1500 - 250 + 1));
    expect(new Set(found as readonly string[])).toEqual(new Set(["a", `${"a".repeat(250)}b`]));
  });
});

describe("limits on steps", () => {
  test("a text for which a pattern takes too many steps is an error", () => {
    const error = new PatternError("the regular expression takes too many steps for the text");
    expect(compiled("(?:a?){900}b").findAll("a".repeat(100_000), undefined)).toEqual(error);
    let random = 1;
    const text = Array.from({ length: 200_000 }, () => {
      random = (random * 48_271) % 2_147_483_647;
      return random % 2 === 0 ? "a" : "b";
    }).join("");
    expect(compiled("[ab]*a[ab]{900}c").matches(text)).toEqual(error);
    expect(compiled("[ab]*a[ab]{900}c").matches("abc")).toBe(false);
  });

  test("a pattern whose states do not fit into the memory still matches", () => {
    const pattern = compiled("a[ab]{40}c");
    let random = 7;
    const next = (): string => {
      random = (random * 48_271) % 2_147_483_647;
      return random % 2 === 0 ? "a" : "b";
    };
    const text = Array.from({ length: 5000 }, next).join("");
    expect(pattern.matches(text)).toBe(false);
    expect(pattern.matches(`${text}a${text.slice(0, 40)}c`)).toBe(true);
    expect(pattern.matches(`${text}a${text.slice(0, 40)}b`)).toBe(false);
  });
});

test("a pattern with a large repetition is compiled by its first match", () => {
  const compile = vi.spyOn(RE2JS, "compile");
  const pattern = compiled("a{900}b{7}");
  // With a bracket too many, re2js stops before it compiles.
  expect(compile.mock.calls).toEqual([["a{900}b{7})"]]);
  expect(pattern.matches(`${"a".repeat(900)}bbbbbbb`)).toBe(true);
  expect(compile.mock.calls.slice(1)).toEqual([["a{900}b{7}"]]);
  compile.mockRestore();
});
