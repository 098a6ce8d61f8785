/** What a patch's value becomes where there is nothing to merge it with. */

import { isJsonList, isJsonObject, type JsonObject } from "../../base/json-object.ts";
import { setOwn } from "../../base/own-property.ts";
import { hasPatchDirective } from "./directives.ts";

/**
 * The value without null members and without objects that carry a `$patch` directive.
 * @returns undefined when the value is such an object itself
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
