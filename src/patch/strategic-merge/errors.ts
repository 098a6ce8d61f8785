/** Errors of strategic merge patches, with the reference's messages. */

import { goType } from "../../base/go-type.ts";
import type { JsonObject } from "../../base/json-object.ts";
import { PatchError } from "../patch-error.ts";
import { goPrint } from "./go-print.ts";

/** Returns an error for an invalid patch. */
export function malformedPatch(message: string): PatchError {
  return new PatchError("malformed", message);
}

/** Returns the error for a list item without its merge key. */
export function missingMergeKey(item: JsonObject, key: string): PatchError {
  return malformedPatch(`map: ${goPrint(item)} does not contain declared merge key: ${key}`);
}

/** Returns the error for a value that must be an object. */
export function notAnObject(value: unknown): PatchError {
  return malformedPatch(`expected a map[string]interface {}, but received a ${typeText(value)}`);
}

/** Returns the error for a value that must be a list. */
export function notAList(value: unknown): PatchError {
  return malformedPatch(`expected a []interface {}, but received a ${typeText(value)}`);
}

/** Returns the type of a value as Go's `%s` prints it. Null has no type. */
function typeText(value: unknown): string {
  return value === null ? "%!s(<nil>)" : goType(value);
}
