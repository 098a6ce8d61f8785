import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { causeReasons, type FieldErrorType, formatFieldError } from "../../meta/field-error.ts";
import { uncheckedRulesError } from "./blocking-errors.ts";
import type { CaseAnswers } from "./testing/rule-case.ts";

const answersPath = new URL("./testing/fixtures/rule-answers.json", import.meta.url);
const answers = JSON.parse(readFileSync(answersPath, "utf8")) as readonly CaseAnswers[];
const types = new Map(Object.entries(causeReasons).map(([type, reason]) => [reason, type as FieldErrorType]));

/** The recorded errors of objects against their schemas, and whether they have prevented the check of rules. */
const recorded = answers
  .flatMap(({ objects }) => objects)
  .map(({ causes }) => ({
    types: causes
      .filter(({ message }) => !/rule|were not checked/.test(message))
      .map(({ reason }) => types.get(reason) ?? "Invalid"),
    unchecked: causes.find(({ message }) => message.includes("were not checked")),
  }))
  .filter((one) => one.types.length > 0 && (one.unchecked || one.types.every((type) => type === "Invalid")));

test.each(recorded)(
  "[CEL-01] [CustomResourceCEL#1] errors of the types $types prevent the check of rules like in the reference",
  (one) => {
    const error = uncheckedRulesError(one.types.map((type) => ({ type, path: "spec", detail: "" })));
    const expected = one.unchecked && `${one.unchecked.field}: ${one.unchecked.message}`;
    expect(error && formatFieldError(error)).toBe(expected);
  },
);

test("an object without errors has its rules checked", () => {
  expect(uncheckedRulesError([])).toBeUndefined();
});
