import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { escapeFieldValue, everyField, FieldSelector, parseFieldSelector } from "./field-selector.ts";
import { ParseError } from "./parse-error.ts";

function fieldsOf(fields: Readonly<Record<string, string>>): (field: string) => string | undefined {
  return (field) => fields[field];
}

describe("parsing", () => {
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
  ])("%j gives the selector %j", (text, canonical) => {
    expect(parseFieldSelector(text).toString()).toBe(canonical);
  });

  test("resolves escapes in values", () => {
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
  ])("%j is refused", (text, message) => {
    expect(() => parseFieldSelector(text)).toThrow(new ParseError(message));
  });

  test("refuses selectors beyond its limits", () => {
    expect(() => parseFieldSelector("a".repeat(65_537))).toThrow("longer than 65536 characters");
    expect(() => parseFieldSelector("a=b,".repeat(1001))).toThrow("more than 1000 terms");
    expect(parseFieldSelector("a=b,".repeat(1000)).requirements).toHaveLength(1000);
  });
});

describe("matching", () => {
  test("needs every requirement to hold", () => {
    const selector = parseFieldSelector("a=1,b!=2");
    expect(selector.matches(fieldsOf({ a: "1", b: "3" }))).toBe(true);
    expect(selector.matches(fieldsOf({ a: "1", b: "2" }))).toBe(false);
    expect(selector.matches(fieldsOf({ a: "2", b: "3" }))).toBe(false);
  });

  test("takes a missing field as empty", () => {
    expect(parseFieldSelector("a=").matches(fieldsOf({}))).toBe(true);
    expect(parseFieldSelector("a!=").matches(fieldsOf({}))).toBe(false);
    expect(parseFieldSelector("a!=1").matches(fieldsOf({}))).toBe(true);
  });

  test("is true for everything when there is no requirement", () => {
    expect(everyField.isEmpty).toBe(true);
    expect(everyField.matches(fieldsOf({}))).toBe(true);
    expect(parseFieldSelector("a=1").isEmpty).toBe(false);
  });
});

test("the one value that a field must have is known", () => {
  const selector = parseFieldSelector("a=1,b!=2");
  expect(selector.requiresExact("a")).toBe("1");
  expect(selector.requiresExact("b")).toBeUndefined();
  expect(selector.requiresExact("c")).toBeUndefined();
});

test("requirements cannot be changed afterwards", () => {
  const mine = [{ field: "a", operator: "=" as const, value: "1" }];
  const selector = new FieldSelector(mine);
  mine.push({ field: "b", operator: "=", value: "2" });
  expect(selector.toString()).toBe("a=1");
  expect(Object.isFrozen(selector.requirements[0])).toBe(true);
});

test("the canonical text of any values parses to the same selector", () => {
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

test("escaping touches the three signs only", () => {
  expect(escapeFieldValue("a\\b,c=d.e")).toBe("a\\\\b\\,c\\=d.e");
});
