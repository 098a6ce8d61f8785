import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromLabelSelector, fromLabels, matchAllLabels, matchNoLabels, parseLabelSelector } from "./label-selector.ts";
import { ParseError } from "./parse-error.ts";

const nameRule =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const valueRule =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
const operators = "in, notin, =, ==, !=, gt, lt";

describe("parseLabelSelector()", () => {
  test.each([
    ["", ""],
    [" \t\r\n", ""],
    ["a", "a"],
    ["!a", "!a"],
    ["! a", "!a"],
    ["a=b", "a=b"],
    ["a == b", "a==b"],
    ["a!=b", "a!=b"],
    ["a=", "a="],
    ["a=,b", "a=,b"],
    ["a>1", "a>1"],
    ["a < 5", "a<5"],
    ["b=1,a=2", "a=2,b=1"],
    ["x in (foo,,baz),y,z notin ()", "x in (,baz,foo),y,z notin ()"],
    ["a in (c, b ,c)", "a in (b,c)"],
    ["a in (,)", "a in ()"],
    ["a in (b,)", "a in (,b)"],
    ["a notin (in,notin)", "a notin (in,notin)"],
    ["in in (in)", "in in (in)"],
    ["notin", "notin"],
    ["app.example.com/name=web", "app.example.com/name=web"],
  ])("parseLabelSelector() reads %j as %j", (text, canonical) => {
    expect(parseLabelSelector(text).toString()).toBe(canonical);
  });

  test.each([
    ["=", "found '=', expected: !, identifier, or 'end of string'"],
    [",a", "found ',', expected: !, identifier, or 'end of string'"],
    ["a,", "found '', expected: identifier after ','"],
    ["a,,b", "found ',', expected: identifier after ','"],
    ["a=b c", "found 'c', expected: ',' or 'end of string'"],
    ["!a=b", "found '=', expected: ',' or 'end of string'"],
    ["a b", `unable to parse requirement: found 'b', expected: ${operators}`],
    ["a ! b", `unable to parse requirement: found '!', expected: ${operators}`],
    ["!", "unable to parse requirement: found '', expected: identifier"],
    ["!!a", "unable to parse requirement: found '!', expected: identifier"],
    ["a=(b)", "unable to parse requirement: found '(', expected: identifier"],
    ["a===b", "unable to parse requirement: found '=', expected: identifier"],
    ["a in", "unable to parse requirement: found '' expected: '('"],
    ["a in b", "unable to parse requirement: found 'b' expected: '('"],
    ["a in (", "unable to parse requirement: found '', expected: ',', ')' or identifier"],
    ["a in (b", "unable to parse requirement: found '', expected: ',' or ')'"],
    ["a in (b c)", "unable to parse requirement: found 'c', expected: ',' or ')'"],
    ["a in (b,", "unable to parse requirement: found '', expected: ',', or identifier"],
    ["a in (b,,)", "unable to parse requirement: found ')', expected: ',', or identifier"],
    ["-a", `unable to parse requirement: <nil>: Invalid value: "-a": ${nameRule}`],
    ["a=-b", `unable to parse requirement: values[0][a]: Invalid value: "-b": ${valueRule}`],
    [
      "a in (-b,c,+)",
      `unable to parse requirement: [values[0][a]: Invalid value: "+": ${valueRule}, values[1][a]: Invalid value: "-b": ${valueRule}]`,
    ],
    [
      "a>x",
      "unable to parse requirement: values[0]: Invalid value: \"x\": for 'Gt', 'Lt' operators, the value must be an integer",
    ],
  ])("parseLabelSelector() rejects %j", (text, message) => {
    expect(() => parseLabelSelector(text)).toThrow(new ParseError(message));
  });

  test("parseLabelSelector() rejects selectors that are too long or have too many requirements", () => {
    expect(() => parseLabelSelector("a".repeat(65_537))).toThrow("longer than 65536 characters");
    expect(() => parseLabelSelector(Array.from({ length: 1001 }, () => "a").join(","))).toThrow(
      "more than 1000 requirements",
    );
  });
});

describe("LabelSelector.matches()", () => {
  test.each([
    ["", {}, true],
    ["a", { a: "" }, true],
    ["a", {}, false],
    ["!a", {}, true],
    ["!a", { a: "1" }, false],
    ["a=1", { a: "1" }, true],
    ["a=1", { a: "2" }, false],
    ["a=", { a: "" }, true],
    ["a=", {}, false],
    ["a!=1", {}, true],
    ["a!=1", { a: "1" }, false],
    ["a!=1", { a: "2" }, true],
    ["a in (1,2)", { a: "2" }, true],
    ["a in (1,2)", { a: "3" }, false],
    ["a in ()", { a: "" }, true],
    ["a in (,1)", {}, false],
    ["a notin (1,2)", { a: "2" }, false],
    ["a notin (1,2)", { a: "3" }, true],
    ["a notin (1,2)", {}, true],
    ["a>5", { a: "6" }, true],
    ["a>5", { a: "5" }, false],
    ["a>5", { a: "x" }, false],
    ["a>5", {}, false],
    ["a<5", { a: "-6" }, true],
    ["a<5", { a: "05" }, false],
    ["a>9223372036854775806", { a: "9223372036854775807" }, true],
    ["a>5", { a: "9223372036854775808" }, false],
    ["a=1,b=2", { a: "1", b: "2" }, true],
    ["a=1,b=2", { a: "1" }, false],
  ] as const)("matches() of %j with the labels %j is %j", (text, labels, expected) => {
    expect(parseLabelSelector(text).matches(labels)).toBe(expected);
  });

  test("matches() ignores inherited members, but not labels with such names", () => {
    expect(parseLabelSelector("constructor").matches({})).toBe(false);
    expect(parseLabelSelector("constructor=x").matches({ constructor: "x" })).toBe(true);
  });

  test("matches() treats absent labels as an empty set", () => {
    expect(parseLabelSelector("!a").matches(undefined)).toBe(true);
    expect(parseLabelSelector("a").matches(null)).toBe(false);
  });
});

describe("fromLabelSelector()", () => {
  test("fromLabelSelector() joins labels and expressions, sorted by key", () => {
    const selector = fromLabelSelector({
      matchLabels: { tier: "web" },
      matchExpressions: [
        { key: "env", operator: "In", values: ["prod", "dev"] },
        { key: "zone", operator: "NotIn", values: ["b"] },
        { key: "app", operator: "Exists" },
        { key: "old", operator: "DoesNotExist", values: [] },
      ],
    });
    expect(selector.toString()).toBe("app,env in (dev,prod),!old,tier=web,zone notin (b)");
    expect(selector.matches({ tier: "web", env: "dev", app: "x" })).toBe(true);
    expect(selector.matches({ tier: "web", env: "dev", app: "x", zone: "b" })).toBe(false);
  });

  test("fromLabelSelector() matches everything for an empty object and nothing for an absent one", () => {
    expect(fromLabelSelector({}).isEmpty).toBe(true);
    expect(fromLabelSelector({}).matches({})).toBe(true);
    expect(fromLabelSelector(undefined).isEmpty).toBe(false);
    expect(fromLabelSelector(null).matches({ a: "b" })).toBe(false);
    expect(matchNoLabels.toString()).toBe("");
  });

  test.each([
    [{ key: "a", operator: "Foo" }, '"Foo" is not a valid label selector operator'],
    [{ key: "a", operator: "constructor" }, '"constructor" is not a valid label selector operator'],
    [
      { key: "a", operator: "In" },
      "values: Invalid value: []string(nil): for 'in', 'notin' operators, values set can't be empty",
    ],
    [
      { key: "a", operator: "Exists", values: ["x"] },
      'values: Invalid value: []string{"x"}: values set must be empty for exists and does not exist',
    ],
    [
      { key: "-", operator: "In", values: [] },
      `[key: Invalid value: "-": ${nameRule}, values: Invalid value: []string(nil): for 'in', 'notin' operators, values set can't be empty]`,
    ],
  ])("fromLabelSelector() rejects the expression %j", (expression, message) => {
    expect(() => fromLabelSelector({ matchExpressions: [expression] })).toThrow(new ParseError(message));
  });
});

test("fromLabels() requires all labels and does not validate them", () => {
  const selector = fromLabels({ b: "not a label!", a: "1" });
  expect(selector.matches({ a: "1", b: "not a label!", c: "2" })).toBe(true);
  expect(selector.matches({ a: "1" })).toBe(false);
});

test("requiresExact() returns the value that a label must equal", () => {
  const selector = parseLabelSelector("a=1,b in (2),c in (3,4),d!=5,e");
  expect(["a", "b", "c", "d", "e", "f"].map((key) => selector.requiresExact(key))).toEqual([
    "1",
    "2",
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test("a LabelSelector freezes its requirements", () => {
  const [requirement] = parseLabelSelector("a in (b)").requirements;
  expect(Object.isFrozen(requirement)).toBe(true);
  expect(Object.isFrozen(requirement?.values)).toBe(true);
  expect(Object.isFrozen(matchAllLabels.requirements)).toBe(true);
});

test("parseLabelSelector() reads the text of any selector as a selector with the same text and matches", () => {
  const key = fc.constantFrom("a", "b", "in", "notin", "x.y/z");
  const value = fc.constantFrom("", "1", "2", "b", "in");
  const requirement = fc.oneof(
    key,
    key.map((one) => `!${one}`),
    fc.tuple(key, fc.constantFrom("=", "==", "!="), value).map((parts) => parts.join("")),
    fc.tuple(key, fc.constantFrom(">", "<"), fc.integer({ min: 0, max: 9 })).map((parts) => parts.join("")),
    fc
      .tuple(key, fc.constantFrom("in", "notin"), fc.array(value, { minLength: 1, maxLength: 3 }))
      .filter(([, , values]) => !values.slice(0, -1).includes(""))
      .map(([one, operator, values]) => `${one} ${operator} (${values.join(",")})`),
  );
  const labels = fc.dictionary(key, value, { noNullPrototype: true });
  fc.assert(
    fc.property(fc.array(requirement, { maxLength: 4 }), labels, (requirements, present) => {
      const selector = parseLabelSelector(requirements.join(", "));
      const again = parseLabelSelector(selector.toString());
      expect(again.toString()).toBe(selector.toString());
      expect(again.matches(present)).toBe(selector.matches(present));
    }),
  );
});

test("parseLabelSelector() reads hostile text in linear time", () => {
  const startMs = performance.now();
  for (const text of [" ".repeat(65_000), "(".repeat(65_000), `a in (${"b,".repeat(30_000)})`, "!".repeat(65_000)]) {
    try {
      parseLabelSelector(text);
    } catch (error) {
      expect(error).toBeInstanceOf(ParseError);
    }
  }
  expect(performance.now() - startMs).toBeLessThan(2000);
});
