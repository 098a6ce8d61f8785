/** Converts the results of expressions. */
import { ListValue, type Value } from "../../../cel/index.ts";

/** Returns a text or a list of texts without the empty ones. Undefined if the value is of another type. Null is empty. */
export function textsOf(value: Value): readonly string[] | undefined {
  if (value === null || value === "") return [];
  if (typeof value === "string") return [value];
  if (!(value instanceof ListValue)) return undefined;
  const texts: string[] = [];
  for (const item of value) {
    if (typeof item !== "string") return undefined;
    if (item !== "") texts.push(item);
  }
  return texts;
}
