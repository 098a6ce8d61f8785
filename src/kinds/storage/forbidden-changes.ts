import { equalJson } from "../../base/json-tree.ts";
import { type FieldError, forbiddenField } from "../../meta/field-error.ts";

/** Returns the errors of changed immutable fields, in the words that the reference uses for classes. */
export function forbiddenChanges<T extends object>(
  object: T,
  old: T,
  fields: readonly (keyof T & string)[],
): FieldError[] {
  return fields
    .filter((field) => !equalJson(object[field] ?? null, old[field] ?? null))
    .map((field) => forbiddenField(field, `updates to ${field} are forbidden.`));
}
