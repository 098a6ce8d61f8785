/** Lists that belong to one owner, with values in the form in which a client has sent them. */
import { withSentForms } from "../schema/index.ts";
import { memberShape } from "./compare.ts";
import { isMap } from "./parts.ts";
import { formOf, type Shape } from "./shape.ts";

/**
 * Returns the decoded value with the empty lists and maps, and with the spelling of quantities, that its client has sent
 * within lists of one owner. The reference compares such a list with all that its items hold: an item with an empty list
 * differs from the stored item, which has none. Elsewhere an empty list counts as none, and `1000m` equals `1`.
 */
export function withSentItems(shape: Shape, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const { map, list } = formOf(shape, value);
  if (Array.isArray(value)) {
    return list && !list.isAtomic ? value.map((item) => withSentItems(list.items, item)) : withSentForms(value);
  }
  // Lists within a map of one owner are compared as a whole, whatever their type.
  const inner = (name: string): Shape => (map && !map.isAtomic ? memberShape(map, name) : noShape);
  if (!isMap(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withSentItems(inner(name), one)]));
}

const noShape: Shape = {};
