import { equalJson } from "../../base/json-tree.ts";
import { type FieldError, forbiddenField } from "../../meta/field-error.ts";

/** Errors for changes of fields that stay as they were created, in the words that classes have for it. */
export function forbiddenChanges<T extends object>(
  object: T,
  old: T,
  fields: readonly (keyof T & string)[],
): FieldError[] {
  return fields
    .filter((field) => !equalJson(object[field] ?? null, old[field] ?? null))
    .map((field) => forbiddenField(field, `updates to ${field} are forbidden.`));
}
