/** Fields that never change once they are set. */
import { type FieldError, invalidField } from "../../meta/field-error.ts";
import type { ShownValue } from "../../meta/go-quote.ts";
import { equalAmounts, type Schema } from "../../schema/index.ts";

const immutable = "field is immutable";

export interface FieldChange {
  readonly path: string;
  readonly value: ShownValue;
  readonly old: unknown;
  /** What the message shows for the new value; default: the value itself. */
  readonly shown?: ShownValue;
  /** Schema of a value that contains quantities, whose spelling may change. */
  readonly schema?: Schema;
}

/** Returns the error if a field that must not change has changed. Both values are in canonical form. */
export function immutableField({ path, value, old, schema, ...rest }: FieldChange): FieldError[] {
  if (equalAmounts(schema, value, old)) return [];
  return [invalidField(path, "shown" in rest ? rest.shown : value, immutable)];
}
