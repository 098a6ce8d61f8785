/** What the object that is being replaced has already: rules that came late let it stay. */
import { valueAt } from "../base/paths.ts";
import type { ValidationContext } from "../schema/index.ts";

/**
 * @param context stands at no part of a list: its items may have moved
 * @returns undefined for a new object
 */
export function formerValue<T>(context: ValidationContext): T | undefined {
  const { old } = context.write;
  return typeof old === "object" && old !== null ? (valueAt(old, context.path()) as T | undefined) : undefined;
}
