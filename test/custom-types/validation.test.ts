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
import { cloneJson } from "../../src/base/json-tree.ts";
import { parseExact } from "../../src/codec/index.ts";
import { causeReasons, type FieldError, formatFieldError, formatFieldErrorBody } from "../../src/meta/field-error.ts";
import { vocabularies } from "../../src/meta/vocabulary.ts";
import {
  Correlated,
  coerceEmbeddedResources,
  readStructuralSchema,
  type StructuralSchema,
  validateEmbeddedResources,
} from "../../src/structural/index.ts";
import { validateListTypes, validateValue } from "../../src/structural/validate/index.ts";
import { metadataRules } from "./metadata-rules.ts";

const text = readFileSync(new URL("fixtures/validation.json", import.meta.url), "utf8");
const { members, objects } = parseExact(text).value as RecordedCases;

const group = "validation.example.com";

function schemaOf(json: object): StructuralSchema {
  return readStructuralSchema(json as Record<string, unknown>, vocabularies.kubernetes);
}

function recordedError(error: FieldError): RecordedError {
  return [causeReasons[error.type], error.path, formatFieldErrorBody(error)];
}

/** Returns what a server says about a new object, or about an update. */
function answer(
  schema: StructuralSchema,
  sent: object,
  { kind, old }: { kind: string; old?: object },
): RecordedError[] {
  const object = cloneJson(sent);
  const { error } = coerceEmbeddedResources(schema, object, { rules: metadataRules });
  if (error) {
    const message = `${kind} in version "v1" cannot be handled as a ${kind}: ${formatFieldError(error)}`;
    return [["BadRequest", "", message]];
  }
  const correlated = old && new Correlated(object, old, schema);
  const hasOldListErrors = old !== undefined && validateListTypes(schema, old).length > 0;
  return [
    ...validateValue(schema, object, correlated ? { correlated } : {}),
    ...validateEmbeddedResources(schema, object, { rules: metadataRules }),
    ...(hasOldListErrors ? [] : validateListTypes(schema, object)),
  ].map(recordedError);
}

function expectAnswer(errors: readonly RecordedError[], { errors: expected, isRandomOrder }: RecordedAnswer): void {
  const sorted = (list: readonly RecordedError[]): readonly RecordedError[] =>
    list.toSorted((one, other) => (one.join() < other.join() ? -1 : 1));
  expect(isRandomOrder ? sorted(errors) : errors).toEqual(isRandomOrder ? sorted(expected) : expected);
}

interface Title {
  readonly title: string;
  readonly expected: RecordedAnswer;
}

/** One test for each value. */
function titled<T extends object>(
  name: string,
  values: readonly T[] | undefined,
  answers: readonly RecordedAnswer[] | undefined,
): readonly (T & Title)[] {
  return (values ?? []).map((value, index) => {
    const shown = JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? String(part) : part));
    return { ...value, title: `${name} ${shown}`, expected: answers?.[index] ?? { errors: [] } };
  });
}

/** The kind of the definition with the case, as the script that recorded it named it. */
function kindOf({ answers }: RecordedCase<SchemaCase>): string {
  const [, , message = ""] = answers?.flatMap(({ errors }) => errors).find(([reason]) => reason === "BadRequest") ?? [];
  return message.split(" ")[0] ?? "";
}

describe("values of members", () => {
  for (const one of members) {
    const schema = schemaOf({
      type: "object",
      properties: { spec: { type: "object", properties: { [one.name]: one.schema } } },
    });
    const object = (value: unknown): object => ({
      apiVersion: `${group}/v1`,
      kind: "K",
      metadata: { name: "x" },
      spec: { [one.name]: value },
    });
    const values = (one.values ?? []).map((value) => ({ value }));
    test.each(titled(one.name, values, one.answers))("$title has the recorded errors", ({ value, expected }) => {
      expectAnswer(answer(schema, object(value), { kind: kindOf(one) }), expected);
    });
    test.each(titled(one.name, one.updates, one.updateAnswers))(
      "the update $title has the recorded errors",
      ({ old, value, expected }) => {
        expectAnswer(answer(schema, object(value), { kind: kindOf(one), old: object(old) }), expected);
      },
    );
  }
});

describe("whole objects", () => {
  objects.forEach((one: RecordedCase<ObjectCase>, index) => {
    const schema = schemaOf(one.schema);
    const kind = `Kobjects${index}`;
    const object = (value: object): object => ({
      apiVersion: `${group}/v1`,
      kind,
      metadata: { name: "x" },
      ...value,
    });
    const values = (one.values ?? []).map((value) => ({ value }));
    test.each(titled(one.name, values, one.answers))("$title has the recorded errors", ({ value, expected }) => {
      expectAnswer(answer(schema, object(value), { kind }), expected);
    });
    test.each(titled(one.name, one.updates, one.updateAnswers))(
      "the update $title has the recorded errors",
      ({ old, value, expected }) => {
        expectAnswer(answer(schema, object(value), { kind, old: object(old) }), expected);
      },
    );
    test.each(titled(one.name, one.statuses, one.statusAnswers))(
      "the update of a status $title has the recorded errors",
      ({ old, value, expected }) => {
        expectAnswer(statusAnswer(schema, value, old), expected);
      },
    );
  });
});

interface ObjectWithStatus {
  readonly status?: unknown;
}

/** Returns what a server says about an update of a status. */
function statusAnswer(schema: StructuralSchema, value: ObjectWithStatus, old: ObjectWithStatus): RecordedError[] {
  const statusSchema = schema.properties?.get("status");
  if (!statusSchema) throw new Error("the schema describes no status");
  const correlated = new Correlated(value, old, schema).field("status");
  const options = { path: "status", ...(correlated ? { correlated } : {}) };
  const statusErrors = Object.hasOwn(value, "status") ? validateValue(statusSchema, value.status, options) : [];
  const hasOldListErrors = validateListTypes(schema, old).length > 0;
  return [...statusErrors, ...(hasOldListErrors ? [] : validateListTypes(schema, value))].map(recordedError);
}
