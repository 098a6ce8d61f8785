/** Compares the validation of values of custom types with recorded answers of the reference. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type {
  ObjectCase,
  RecordedAnswer,
  RecordedCase,
  RecordedCases,
  RecordedError,
  SchemaCase,
} from "../../compare/custom-types/schema-case.ts";
import { parseExact } from "../../src/codec/index.ts";
import { embeddedMetadataRules as metadataRules } from "../../src/kinds/custom-types/embedded-metadata.ts";
import { definitionStructs, objectStructs, shownRules } from "../../src/kinds/custom-types/testing/shown-rules.ts";
import { validateDefaults } from "../../src/structural/validate/index.ts";
import { memberAnswer, objectAnswer, recordedError, schemaOf, statusAnswer, wholeObject } from "./answers.ts";

const text = readFileSync(new URL("fixtures/validation.json", import.meta.url), "utf8");
const { members, objects, defaults } = parseExact(text).value as RecordedCases;

function expectAnswer(errors: readonly RecordedError[], { errors: expected, isRandomOrder }: RecordedAnswer): void {
  const sorted = (list: readonly RecordedError[]): readonly RecordedError[] =>
    list.toSorted((one, other) => (one.join() < other.join() ? -1 : 1));
  expect(isRandomOrder ? sorted(errors) : errors).toEqual(isRandomOrder ? sorted(expected) : expected);
}

interface Answered {
  readonly expected: RecordedAnswer;
}

/** One test for each value. */
function titled<T extends object>(
  name: string,
  values: readonly T[] | undefined,
  answers: readonly RecordedAnswer[] | undefined,
): readonly (readonly [title: string, T & Answered])[] {
  return (values ?? []).map((value, index) => {
    const shown = JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? String(part) : part));
    const expected = answers?.[index] ?? { errors: [] };
    const errors = expected.errors.map(([reason, path, message]) => ({ reason, path, message }));
    return [`${name} ${shown}${shownRules(errors, objectStructs)}`, { ...value, expected }] as const;
  });
}

/** The kind of the definition with the case, as the script that recorded it named it. */
function kindOf({ answers }: RecordedCase<SchemaCase>): string {
  const [, , message = ""] = answers?.flatMap(({ errors }) => errors).find(([reason]) => reason === "BadRequest") ?? [];
  return message.split(" ")[0] ?? "";
}

describe("values of members", () => {
  for (const one of members) {
    const kind = kindOf(one);
    const values = (one.values ?? []).map((value) => ({ value }));
    test.each(titled(one.name, values, one.answers))("%s has the recorded errors", (_, { value, expected }) => {
      expectAnswer(memberAnswer(one, { value }, kind), expected);
    });
    test.each(titled(one.name, one.updates, one.updateAnswers))(
      "the update %s has the recorded errors",
      (_, { old, value, expected }) => {
        expectAnswer(memberAnswer(one, { old, value }, kind), expected);
      },
    );
  }
});

describe("whole objects", () => {
  objects.forEach((one: RecordedCase<ObjectCase>, index) => {
    const schema = schemaOf(one.schema);
    const kind = `Kobjects${index}`;
    const object = (value: object): object => wholeObject(kind, value);
    const values = (one.values ?? []).map((value) => ({ value }));
    test.each(titled(one.name, values, one.answers))("%s has the recorded errors", (_, { value, expected }) => {
      expectAnswer(objectAnswer(schema, object(value), { kind }), expected);
    });
    test.each(titled(one.name, one.updates, one.updateAnswers))(
      "the update %s has the recorded errors",
      (_, { old, value, expected }) => {
        expectAnswer(objectAnswer(schema, object(value), { kind, old: object(old) }), expected);
      },
    );
    test.each(titled(one.name, one.statuses, one.statusAnswers))(
      "the update of a status %s has the recorded errors",
      (_, { old, value, expected }) => {
        expectAnswer(statusAnswer(schema, value, old), expected);
      },
    );
  });
});

describe("validateDefaults()", () => {
  const cases = defaults.map((one) => {
    const errors = one.answer.errors.map(([reason, path, message]) => ({ reason, path, message }));
    return [`${one.name}${shownRules(errors, definitionStructs)}`, one] as const;
  });

  test.each(cases)("%s: reports the recorded errors", (_, { schema, answer: expected }) => {
    const errors = validateDefaults(schemaOf({ type: "object", properties: { spec: schema } }), {
      path: "spec.validation.openAPIV3Schema",
      metadata: metadataRules,
      requiresPruned: true,
    });
    expectAnswer(errors.map(recordedError), expected);
  });
});
