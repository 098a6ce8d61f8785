/** Messages of Go's decoder about values that are no JSON patch. */
import { isJsonList, isJsonObject } from "../../base/json-object.ts";
import { jsonType } from "./json-type.ts";

/** Returns why a value is no JSON patch: it is neither null nor a list of objects. Undefined if it is one. */
export function jsonPatchFault(patch: unknown): string | undefined {
  if (patch === null) return undefined;
  if (!isJsonList(patch)) return mismatch(patch, "Patch");
  const other = patch.find((one) => one !== null && !isJsonObject(one));
  return other === undefined ? undefined : mismatch(other, "Operation");
}

function mismatch(found: unknown, type: string): string {
  return `json: cannot unmarshal ${jsonType(found)} into Go value of type jsonpatch.${type}`;
}
