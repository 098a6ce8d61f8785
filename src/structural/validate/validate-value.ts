/** Validates values of custom types. */
import { isJsonObject } from "../../base/json-object.ts";
import type { FieldError } from "../../meta/field-error.ts";
import type { Correlated } from "../correlate.ts";
import type { StructuralSchema } from "../structural-schema.ts";
import { compileCheck, type Purpose } from "./compile.ts";
import { SchemaRun } from "./run.ts";

/** Options of `validateValue()`. */
export interface ValidationOptions {
  /** The path of the value; empty for a whole object, which is the default. */
  readonly path?: string;
  /** The value and its old value in an update. Errors of unchanged parts are not reported again. */
  readonly correlated?: Correlated;
  /** `objects` is the default. */
  readonly purpose?: Purpose;
}

const noErrors: readonly FieldError[] = [];

/**
 * Returns the errors of a value, as far as they follow from types, limits, patterns, formats, allowed values and required members.
 * The errors of an object's members are in the order of the members.
 */
export function validateValue(
  schema: StructuralSchema,
  value: unknown,
  options: ValidationOptions = {},
): readonly FieldError[] {
  const { path = "", correlated, purpose = "objects" } = options;
  const check = compileCheck(schema, purpose);
  const run = new SchemaRun(path, undefined);
  check(value, run);
  if (run.errorCount === 0) return noErrors;
  if (!correlated || !isJsonObject(correlated.old)) return run.distinctErrors();
  const update = new SchemaRun(path, correlated);
  check(value, update);
  return update.distinctErrors();
}
