/** Counts the objects of a resource. */
import { Quantity } from "../meta/quantity.ts";
import { countName, type UsageMeasure } from "./usage-measure.ts";

/** The amount of one object. */
export const one = Quantity.of(1);

/**
 * Returns the measure of objects that quotas only count.
 * @param alias another name under which quotas count the objects
 */
export function objectCount(
  resource: { readonly group: string; readonly resource: string },
  alias?: string,
): UsageMeasure {
  const names = alias === undefined ? [countName(resource)] : [countName(resource), alias];
  const usage = new Map(names.map((name) => [name, one]));
  return {
    isCounted: ({ operation, subresource }) => operation === "CREATE" && subresource === "",
    hasName: (name) => names.includes(name),
    usageOf: () => usage,
  };
}
