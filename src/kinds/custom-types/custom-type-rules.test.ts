/**
 * Compares the errors of rules with those of the API server v1.32.13. `compare/custom-types/record-rules.ts` has recorded its
 * answers to the cases in `testing/cases`.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { assert } from "../../base/assert.ts";
import { compareText } from "../../base/compare-text.ts";
import type { JsonObject, ReadonlyJsonObject } from "../../base/json-object.ts";
import { causeReasons, type FieldError, formatFieldErrorBody } from "../../meta/field-error.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import { readStructuralSchema } from "../../structural/index.ts";
import { ruleErrors, storedExpressions } from "./definition-rules.ts";
import { RuleCheck } from "./rule-check.ts";
import { ruleTextErrors } from "./rule-text-errors.ts";
import { ruleTree } from "./rule-tree.ts";
import { ruleCases } from "./testing/cases/index.ts";
import type { Answer, AnsweredCause, CaseAnswers, CaseSchema, ObjectCase, RuleCase } from "./testing/rule-case.ts";
import { definitionStructs, expressionStructs, shownRules } from "./testing/shown-rules.ts";

const answersPath = new URL("./testing/fixtures/rule-answers.json", import.meta.url);
const answers = new Map(
  (JSON.parse(readFileSync(answersPath, "utf8")) as readonly CaseAnswers[]).map((one) => [one.title, one]),
);
const vocabulary = vocabularies.kubernetes;
const path = "spec.validation.openAPIV3Schema";
/** No case takes so long. */
const times = { nowMs: () => performance.now(), sliceMs: 60_000, repeatMs: 60_000, slicesMax: 1 };

function sorted(causes: readonly AnsweredCause[]): readonly string[] {
  return causes.map(({ field, message, reason }) => `${field}: ${message} (${reason})`).sort(compareText);
}

function causesOf(errors: readonly FieldError[]): readonly AnsweredCause[] {
  return errors.map((error) => ({
    field: error.path,
    message: formatFieldErrorBody(error),
    reason: causeReasons[error.type],
  }));
}

/** Returns the errors of the texts of all rules of a schema. */
function textErrors(schema: ReadonlyJsonObject, at: string): FieldError[] {
  const inner = Object.entries(schema).flatMap(([name, part]): FieldError[] => {
    if (name === "properties") {
      return Object.entries(part as Record<string, JsonObject>).flatMap(([key, property]) =>
        textErrors(property, `${at}.properties[${key}]`),
      );
    }
    if (name === "items" || name === "additionalProperties" || name === "not") {
      return textErrors(part as JsonObject, `${at}.${name}`);
    }
    if (name === "allOf" || name === "anyOf" || name === "oneOf") {
      return (part as readonly JsonObject[]).flatMap((one, index) => textErrors(one, `${at}.${name}[${index}]`));
    }
    return [];
  });
  return [...inner, ...ruleTextErrors(schema, at, vocabulary)];
}

/** Returns the errors of a definition's rules. */
function definitionErrors({ schema, stored }: RuleCase, { causes }: Answer): readonly FieldError[] {
  const schemaErrors = textErrors(schema, path);
  if (causes.some((cause) => !isAboutRules(cause))) return schemaErrors;
  const write = { vocabulary, isEnabled: () => true };
  const options = { path, write, schemaErrors, ...(stored && { stored: storedExpressions([stored], vocabulary) }) };
  return [...schemaErrors, ...ruleErrors(schema, options)];
}

/** Whether an error of a definition is about its rules. Other errors are about the schema, and its rules are not compiled. */
function isAboutRules({ field, message }: AnsweredCause): boolean {
  return message.includes("rule") || /x-kubernetes-validations\[\d+\]/.test(field);
}

/** Whether an error of an object is about the schema, and not about its rules. */
function isAboutSchema({ field, message }: AnsweredCause): boolean {
  return (
    / in body /.test(message) ||
    (field === "<nil>" && message.includes("were not checked")) ||
    /^(Too|Unsupported)|^Required value$/.test(message)
  );
}

function objectOf(content: JsonObject): JsonObject {
  return { apiVersion: "rules.example.com/v1", kind: "T0", metadata: { name: "o0" }, ...content };
}

function check(schema: CaseSchema, { object, old }: ObjectCase): RuleCheck | undefined {
  const node = ruleTree(readStructuralSchema(schema, vocabulary), vocabulary);
  if (!node) return undefined;
  const result = new RuleCheck(node, objectOf(object), old && objectOf(old), times);
  while (!result.advance());
  return result;
}

function nameOf({ ids, title }: RuleCase): string {
  return `[${ids.join(", ")}] ${title}`;
}

/** Returns the rules of validation that causes show. */
function rulesOf(causes: readonly AnsweredCause[], structs: readonly string[]): string {
  const shown = causes.map(({ field: path, message, reason }) => ({ path, message, reason }));
  return shownRules(shown, structs);
}

function answerTo({ title }: RuleCase): CaseAnswers {
  const answer = answers.get(title);
  assert(answer, `the answers to "${title}" are not recorded`);
  return answer;
}

describe("definitions are accepted or rejected like in the reference", () => {
  const cases = ruleCases.map((ruleCase) => {
    const causes = answerTo(ruleCase).definition.causes.filter(isAboutRules);
    return [`${nameOf(ruleCase)}${rulesOf(causes, definitionStructs)}`, ruleCase] as const;
  });

  test.each(cases)("%s", (_, ruleCase) => {
    const { definition } = answerTo(ruleCase);
    const expected = definition.causes.filter(isAboutRules);
    expect(sorted(causesOf(definitionErrors(ruleCase, definition)))).toEqual(sorted(expected));
  });
});

const objectCases = ruleCases.flatMap((ruleCase) =>
  answerTo(ruleCase).objects.map((answer, index) => ({
    ...ruleCase,
    name: `${nameOf(ruleCase)}${rulesOf(
      answer.causes.filter((cause) => !isAboutSchema(cause)),
      expressionStructs,
    )}`,
    answer,
    index,
    case: ruleCase.objects?.[index] as ObjectCase,
  })),
);

describe("objects are accepted or rejected like in the reference", () => {
  const titled = objectCases.map((one) => [`${one.name}: object ${one.index}`, one] as const);

  test.each(titled)("%s", (_, { schema, answer, case: objectCase }) => {
    const expected = answer.causes.filter((cause) => !isAboutSchema(cause));
    const result = check(schema, objectCase);
    const isChecked = !answer.causes.some(({ message }) => message.includes("were not checked"));
    expect(isChecked ? sorted(causesOf(result?.errors ?? [])) : []).toEqual(sorted(expected));
    expect(isChecked ? (result?.warnings.toSorted(compareText) ?? []) : []).toEqual(
      answer.warnings.toSorted(compareText),
    );
  });
});
