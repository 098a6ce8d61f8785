import { expect, test } from "vitest";
import type { Expectation } from "./case-file.ts";
import { contains, differences, expectationText } from "./expectation.ts";
import type { LabOutcome } from "./lab.ts";

const allowed: LabOutcome = {
  isAllowed: true,
  message: "",
  code: 0,
  warnings: [],
  audit: {},
  title: "CREATE configmaps a",
  object: undefined,
  mutatingPolicies: [],
  policies: [],
};
const denied: LabOutcome = { ...allowed, isAllowed: false, message: "denied request: at most 5, not 9", code: 422 };
const anything: Expectation = {
  isAllowed: true,
  message: [],
  code: undefined,
  warnings: undefined,
  audit: {},
  object: undefined,
};

test.each<[string, string, boolean]>([
  ["abc", "", true],
  ["abc", "b", true],
  ["abc", "a*c", true],
  ["abc", "*", true],
  ["abc", "c*a", false],
  ["abc", "ac", false],
  ["aXbXc", "a*b*c", true],
  ["a.b", "a.b", true],
  ["axb", "a.b", false],
])("the text %j contains the pattern %j: %s", (text, pattern, expected) => {
  expect(contains(text, pattern)).toBe(expected);
});

test.each<[string, LabOutcome, Partial<Expectation>, readonly string[]]>([
  ["an expected permission", allowed, {}, []],
  ["an unexpected permission", allowed, { isAllowed: false, message: ["x"] }, ["expected deny, got allow"]],
  ["an unexpected denial", denied, {}, ["expected allow, got deny: denied request: at most 5, not 9"]],
  ["an expected message", denied, { isAllowed: false, message: ["at most", "not 9"], code: 422 }, []],
  [
    "another message and code",
    denied,
    { isAllowed: false, message: ["at least"], code: 403 },
    ['expected a message with "at least", got: denied request: at most 5, not 9', "expected the code 403, got 422"],
  ],
  ["warnings that are not mentioned", { ...allowed, warnings: ["old"] }, {}, []],
  ["an expected warning", { ...allowed, warnings: ["old", "new"] }, { warnings: ["new"] }, []],
  [
    "a missing warning",
    { ...allowed, warnings: ["old"] },
    { warnings: ["x"] },
    ['expected a warning with "x", got "old"'],
  ],
  [
    "a warning instead of none",
    { ...allowed, warnings: ["old"] },
    { warnings: [] },
    ['expected no warning, got "old"'],
  ],
  ["an expected annotation", { ...allowed, audit: { "p/a": "12" } }, { audit: { "p/a": "1" } }, []],
  [
    "a missing annotation",
    allowed,
    { audit: { "p/a": "1" } },
    ['expected the audit annotation p/a with "1", got none'],
  ],
])("differences() reports %s", (_, outcome, expected, lines) => {
  expect(differences(outcome, { ...anything, ...expected })).toEqual(lines);
});

test("the text of an expectation has its patterns", () => {
  expect(expectationText({ ...anything, warnings: ["old"] })).toBe('allow, warn "old"');
  expect(expectationText({ ...anything, isAllowed: false, message: ["a", "b"] })).toBe('deny "a" "b"');
});
