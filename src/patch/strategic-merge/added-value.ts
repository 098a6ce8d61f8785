/** Adds a value of a patch where the object has no value to merge it with. */

import { isJsonList, isJsonObject, type JsonObject } from "../../base/json-object.ts";
import { setOwn } from "../../base/own-property.ts";
import { hasPatchDirective } from "./directives.ts";

/**
 * Returns the value without null members and without objects that have a `$patch` directive. Undefined if the value
 * itself is such an object.
 */
export function addedValue(value: unknown): unknown {
  if (isJsonList(value)) return value.map(addedValue).filter((item) => item !== undefined);
  if (!isJsonObject(value)) return value;
  if (hasPatchDirective(value)) return undefined;
  const added: JsonObject = {};
  for (const [name, member] of Object.entries(value)) {
    const kept = member === null ? undefined : addedValue(member);
    if (kept !== undefined) setOwn(added, name, kept);
  }
  return added;
}
