/** Access to the stored object during an update. Some rules allow values that the stored object already has. */
import { valueAt } from "../base/paths.ts";
import type { ValidationContext } from "../schema/index.ts";

/**
 * Returns the value at the same path in the stored object. Undefined on create.
 * @param context not inside of a list, because the items of a list may have moved
 */
export function previousValue<T>(context: ValidationContext): T | undefined {
  const { old } = context.write;
  return typeof old === "object" && old !== null ? (valueAt(old, context.path()) as T | undefined) : undefined;
}
