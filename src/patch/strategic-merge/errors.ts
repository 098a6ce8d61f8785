/** The errors of strategic merge patches, in the words of the reference. */

import type { JsonObject } from "../../base/json-object.ts";
import { PatchError } from "../patch-error.ts";
import { goPrint, goType } from "./go-print.ts";

export function malformed(message: string): PatchError {
  return new PatchError("malformed", message);
}

export function missingMergeKey(item: JsonObject, key: string): PatchError {
  return malformed(`map: ${goPrint(item)} does not contain declared merge key: ${key}`);
}

export function notAnObject(value: unknown): PatchError {
  return malformed(`expected a map[string]interface {}, but received a ${typeText(value)}`);
}

export function notAList(value: unknown): PatchError {
  return malformed(`expected a []interface {}, but received a ${typeText(value)}`);
}

/** Returns the type of a value as Go's `%s` prints it. Null has none. */
function typeText(value: unknown): string {
  return value === null ? "%!s(<nil>)" : goType(value);
}
