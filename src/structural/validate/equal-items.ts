/** Items that occur in a list more than once. */
import type { JsonList } from "../../base/json-object.ts";
import { goJson } from "../shown-value.ts";

/** Whether two items are equal. */
export function hasEqualItems(list: JsonList): boolean {
  return new Set(list.map(goJson)).size < list.length;
}
