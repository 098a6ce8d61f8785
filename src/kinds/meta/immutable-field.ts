/** Fields that never change once they are set. */
import { equalJson } from "../../base/json-tree.ts";
import { type FieldError, invalidField } from "../../meta/field-error.ts";
import type { ShownValue } from "../../meta/go-quote.ts";

const immutable = "field is immutable";

export interface FieldChange {
  readonly path: string;
  readonly value: ShownValue;
  readonly old: unknown;
  /** What the message shows for the new value; default: the value itself. */
  readonly shown?: ShownValue;
}

/** The error of a change to a field that must not change; both sides in canonical form. */
export function immutableField({ path, value, old, ...rest }: FieldChange): FieldError[] {
  if (equalJson(value ?? null, old ?? null)) return [];
  return [invalidField(path, "shown" in rest ? rest.shown : value, immutable)];
}
