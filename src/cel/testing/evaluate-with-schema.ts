/** Evaluates expressions on objects with a schema, for tests. */
import type { ReadonlyJsonObject } from "../../base/json-object.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import {
  check,
  clusterEnvironments,
  declareType,
  formatType,
  fromSchema,
  plan,
  readStructuralSchema,
  resourceSchema,
  schemaEnvironment,
} from "../index.ts";
import { shownValue } from "./show-value.ts";

const vocabulary = vocabularies.orch;
const { forNewExpressions } = clusterEnvironments({ vocabulary });

/** The values of `self` and `oldSelf`. Default of `oldSelf`: `self`. */
export interface TestObjects {
  readonly self: unknown;
  readonly oldSelf?: unknown;
  /** Whether they are API objects. Default: false. */
  readonly isResource?: boolean;
}

/** Returns the value as plain data, or the faults of the expression as a text. */
export function evaluateWithSchema(expression: string, json: ReadonlyJsonObject, objects: TestObjects): unknown {
  const read = readStructuralSchema(json, vocabulary);
  const schema = objects.isResource ? resourceSchema(read) : read;
  const self = declareType(schema, "selfType");
  if (!self) return "the schema has no type";
  const environment = schemaEnvironment(forNewExpressions, { self });
  const { checked, issues } = check(expression, environment);
  if (!checked) return issues.map(({ message }) => message).join("\n");
  const values = {
    self: fromSchema(objects.self, schema),
    oldSelf: fromSchema(objects.oldSelf ?? objects.self, schema),
  };
  return shownValue(plan(checked, environment).evaluate(values).value);
}

/** Returns the type of the values of a schema in messages; undefined if expressions cannot use them. */
export function typeOfSchema(json: ReadonlyJsonObject): string | undefined {
  const declared = declareType(readStructuralSchema(json, vocabulary), "selfType");
  return declared && formatType(declared.type);
}

/** Returns the schema of an object with these properties. */
export function objectSchema(properties: ReadonlyJsonObject, more: ReadonlyJsonObject = {}): ReadonlyJsonObject {
  return { type: "object", properties, ...more };
}
