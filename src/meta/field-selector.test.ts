import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { escapeFieldValue, FieldSelector, matchAllFields, parseFieldSelector } from "./field-selector.ts";
import { ParseError } from "./parse-error.ts";

function fieldsOf(fields: Readonly<Record<string, string>>): (field: string) => string | undefined {
  return (field) => fields[field];
}

describe("parseFieldSelector()", () => {
  test.each([
    ["", ""],
    ["a=b", "a=b"],
    ["a==b", "a=b"],
    ["a!=b", "a!=b"],
    ["b=2,a=1", "a=1,b=2"],
    ["a=", "a="],
    [",,a=b,", "a=b"],
    ["a=x\\,y\\=z\\\\", "a=x\\,y\\=z\\\\"],
    ["metadata.name=x,status.phase!=Running", "metadata.name=x,status.phase!=Running"],
    [" a = b ", " a = b "],
    ["=", ""],
  ])("parseFieldSelector() reads %j as the selector %j", (text, canonical) => {
    expect(parseFieldSelector(text).toString()).toBe(canonical);
  });

  test("parseFieldSelector() resolves escapes in values", () => {
    expect(parseFieldSelector("a=x\\,y\\=z\\\\").requirements).toEqual([
      { field: "a", operator: "=", value: "x,y=z\\" },
    ]);
  });

  test.each([
    ["a", "invalid selector: 'a'; can't understand 'a'"],
    ["x=1,b\\,c", "invalid selector: 'x=1,b\\,c'; can't understand 'b\\,c'"],
    ["a=b=c", "invalid field selector: unescaped character in value: 61"],
    ["a=\\x", "invalid field selector: invalid escape sequence: \\x"],
    ["a=b\\", "invalid field selector: invalid escape sequence: \\"],
  ])("parseFieldSelector() rejects %j", (text, message) => {
    expect(() => parseFieldSelector(text)).toThrow(new ParseError(message));
  });

  test("parseFieldSelector() rejects selectors that are too long or have too many terms", () => {
    expect(() => parseFieldSelector("a".repeat(65_537))).toThrow("longer than 65536 characters");
    expect(() => parseFieldSelector("a=b,".repeat(1001))).toThrow("more than 1000 terms");
    expect(parseFieldSelector("a=b,".repeat(1000)).requirements).toHaveLength(1000);
  });
});

describe("FieldSelector.matches()", () => {
  test("matches() is false if one requirement does not match", () => {
    const selector = parseFieldSelector("a=1,b!=2");
    expect(selector.matches(fieldsOf({ a: "1", b: "3" }))).toBe(true);
    expect(selector.matches(fieldsOf({ a: "1", b: "2" }))).toBe(false);
    expect(selector.matches(fieldsOf({ a: "2", b: "3" }))).toBe(false);
  });

  test("matches() treats a missing field as empty", () => {
    expect(parseFieldSelector("a=").matches(fieldsOf({}))).toBe(true);
    expect(parseFieldSelector("a!=").matches(fieldsOf({}))).toBe(false);
    expect(parseFieldSelector("a!=1").matches(fieldsOf({}))).toBe(true);
  });

  test("matches() is true for every object if there are no requirements", () => {
    expect(matchAllFields.isEmpty).toBe(true);
    expect(matchAllFields.matches(fieldsOf({}))).toBe(true);
    expect(parseFieldSelector("a=1").isEmpty).toBe(false);
  });
});

test("requiresExact() returns the value that a field must equal", () => {
  const selector = parseFieldSelector("a=1,b!=2");
  expect(selector.requiresExact("a")).toBe("1");
  expect(selector.requiresExact("b")).toBeUndefined();
  expect(selector.requiresExact("c")).toBeUndefined();
});

test("a FieldSelector freezes its requirements", () => {
  const mine = [{ field: "a", operator: "=" as const, value: "1" }];
  const selector = new FieldSelector(mine);
  mine.push({ field: "b", operator: "=", value: "2" });
  expect(selector.toString()).toBe("a=1");
  expect(Object.isFrozen(selector.requirements[0])).toBe(true);
});

test("parseFieldSelector() reads the text of any selector as the same selector", () => {
  const requirement = fc.record({
    field: fc.stringMatching(/^[a-z.]{1,8}$/),
    operator: fc.constantFrom("=" as const, "!=" as const),
    value: fc.oneof(fc.string(), fc.stringMatching(/^[\\,=ab]{0,6}$/)),
  });
  fc.assert(
    fc.property(fc.array(requirement, { maxLength: 4 }), (requirements) => {
      const text = new FieldSelector(requirements).toString();
      const again = parseFieldSelector(text);
      expect(again.requirements).toHaveLength(requirements.length);
      expect(again.requirements).toEqual(expect.arrayContaining(requirements));
      expect(parseFieldSelector(again.toString()).toString()).toBe(again.toString());
    }),
  );
});

test("escapeFieldValue() escapes only backslashes, commas and equals signs", () => {
  expect(escapeFieldValue("a\\b,c=d.e")).toBe("a\\\\b\\,c\\=d.e");
});
