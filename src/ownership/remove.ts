/** Removes fields from a value. */
import type { ReadonlyJsonObject } from "../base/json-object.ts";
import { setOwn } from "../base/own-property.ts";
import { memberShape } from "./compare.ts";
import { type FieldSet, isEmptySet, isFieldNode, noFields } from "./field-set.ts";
import { itemStep } from "./list-items.ts";
import { formOf, type Shape } from "./shape.ts";
import { fieldStep } from "./step.ts";

/**
 * Returns the value without `fields`. The result shares its unchanged parts with `value`. It is null if nothing is
 * left.
 * @throws ItemError for a list item without a usable key
 */
export function removeFields(shape: Shape, value: unknown, fields: FieldSet): unknown {
  if (isEmptySet(fields)) return value;
  const { map, list } = formOf(shape, value);
  if (!map && !list) return value;
  if (map?.isAtomic || list?.isAtomic || typeof value !== "object" || value === null) return null;
  if (map) {
    const out: Record<string, unknown> = {};
    for (const name in value) {
      const step = fieldStep(name);
      if (isFieldNode(fields[step])) continue;
      setOwn(
        out,
        name,
        removeFields(memberShape(map, name), (value as ReadonlyJsonObject)[name], fields[step] ?? noFields),
      );
    }
    for (const _ in out) return out;
    return null;
  }
  if (!list) return null;
  const items = (value as readonly unknown[]).flatMap((item) => {
    const step = itemStep(list, item);
    return isFieldNode(fields[step]) ? [] : [removeFields(list.items, item, fields[step] ?? noFields)];
  });
  return items.length > 0 ? items : null;
}
