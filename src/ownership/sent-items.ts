/** Lists that belong to one owner, with values in the form that the client sent. */
import { withSentForms } from "../schema/index.ts";
import { memberShape } from "./compare.ts";
import { isMap } from "./parts.ts";
import { formOf, type Shape } from "./shape.ts";

/**
 * Returns the decoded value in which lists of one owner have the empty lists, the empty maps and the spelling of quantities
 * that the client sent. The reference compares everything within such a list. There, an item with an empty list differs from
 * the stored item, which has none. Elsewhere an empty list counts as none, and `1000m` equals `1`.
 */
export function withSentItems(shape: Shape, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const { map, list } = formOf(shape, value);
  if (Array.isArray(value)) {
    return list && !list.isAtomic ? value.map((item) => withSentItems(list.items, item)) : withSentForms(value);
  }
  // Any list within a map of one owner is compared as a whole.
  const inner = (name: string): Shape => (map && !map.isAtomic ? memberShape(map, name) : noShape);
  if (!isMap(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withSentItems(inner(name), one)]));
}

const noShape: Shape = {};
