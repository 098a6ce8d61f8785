/** Restores the client's spelling of values inside atomic lists. The reference compares such values in that form. */
import { withSentForms } from "../schema/index.ts";
import { memberShape } from "./compare.ts";
import { isMap } from "./parts.ts";
import { formOf, type Shape } from "./shape.ts";

/**
 * Returns the decoded value, but with atomic lists as the client sent them: with their empty lists, empty maps and
 * spelling of quantities. The reference compares everything within an atomic list. There, an item with an empty list
 * differs from the stored item, which has none. Elsewhere an empty list counts as absent, and `1000m` equals `1`.
 */
export function withSentItems(shape: Shape, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const { map, list } = formOf(shape, value);
  if (Array.isArray(value)) {
    return list && !list.isAtomic ? value.map((item) => withSentItems(list.items, item)) : withSentForms(value);
  }
  // All lists within an atomic map are compared as a whole.
  const inner = (name: string): Shape => (map && !map.isAtomic ? memberShape(map, name) : noShape);
  if (!isMap(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withSentItems(inner(name), one)]));
}

const noShape: Shape = {};
