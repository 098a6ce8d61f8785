/** Rule of immutable fields. */
import { type FieldError, invalidField } from "../../meta/field-error.ts";
import type { ShownValue } from "../../meta/go-quote.ts";
import { equalAmounts, type Schema } from "../../schema/index.ts";

const immutable = "field is immutable";

/** Old and new value of an immutable field. */
export interface FieldChange {
  readonly path: string;
  readonly value: ShownValue;
  readonly old: unknown;
  /** Value that the error shows. Default: `value`. */
  readonly shown?: ShownValue;
  /** Schema of a value with quantities. Two notations of one quantity are equal. */
  readonly schema?: Schema;
}

/** Returns an error if the value has changed. Both values must be in canonical form. */
export function immutableField({ path, value, old, schema, ...rest }: FieldChange): FieldError[] {
  if (equalAmounts(schema, value, old)) return [];
  return [invalidField(path, "shown" in rest ? rest.shown : value, immutable)];
}
