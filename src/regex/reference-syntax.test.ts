import { describe, expect, test } from "vitest";
import { patternOf } from "./pattern.ts";
import { PatternError } from "./pattern-error.ts";

function matches(source: string, text: string): unknown {
  const pattern = patternOf(source);
  return pattern instanceof PatternError ? pattern.message : pattern.matches(text);
}

describe("names of character classes", () => {
  test.each([
    "\\p{Greek}",
    "\\p{greek}",
    "\\p{GREEK}",
    "\\p{ gre-ek_}",
    "\\p{L}",
    "\\p{l}",
    "\\pl",
    "\\p{Letter}",
    "\\p{lowercase letter}",
    "\\p{Lowercase_Letter}",
    "\\p{Cased-Letter}",
    "\\p{Any}",
    "\\p{assigned}",
    "\\P{^greek}",
    "[\\p{greek}]",
  ])("%s accepts a Greek letter", (source) => {
    expect(matches(`^${source}$`, "α")).toBe(true);
  });

  test("a negated class rejects a letter of the class", () => {
    expect(matches("^\\P{greek}$", "α")).toBe(false);
    expect(matches("^\\p{^greek}$", "α")).toBe(false);
  });

  test.each(["Old_Italic", "SignWriting", "Garay", "Gr", "", "^"])("%s is unknown, as in the reference", (name) => {
    const text = `\\p{${name}}`;
    expect(matches(text, "")).toBe(`error parsing regexp: invalid character class range: \`${text}\``);
  });
});

describe("groups", () => {
  test("groups with the same name are accepted", () => {
    expect(matches("^(?P<n>a)(?P<n>b)(?<n>c)(?<n_>d)$", "abcd")).toBe(true);
  });

  test("an error shows the pattern as it was written", () => {
    expect(matches("(?<n>a)(?<n>\\p{greek}**)", "")).toBe(
      "error parsing regexp: invalid nested repetition operator: `**`",
    );
    expect(matches("(?<n>a)(?<n>\\p{greek}", "")).toBe(
      "error parsing regexp: missing closing ): `(?<n>a)(?<n>\\p{greek}`",
    );
  });
});

describe("brackets", () => {
  test("a bracket and a colon in a class are characters unless a name ends later", () => {
    expect(matches("^[[:]+$", "[:")).toBe(true);
    expect(matches("^[[:alpha:]]+$", "abc")).toBe(true);
  });

  test("quoted texts and classes have no groups", () => {
    expect(matches("^\\Q(?P<n>\\E[(?P<n>]$", "(?P<n>(")).toBe(true);
  });
});
