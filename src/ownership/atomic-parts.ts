/** The atomic parts of a configuration. A policy must not apply them, because it would remove all that it does not set. */
import { isJsonList, isJsonObject } from "../base/json-object.ts";
import { formOf, type Shape } from "./shape.ts";
import { fieldStep, showPath } from "./step.ts";

/** Returns the paths of all atomic objects and lists in a value, also of those in other ones: `.spec.selector`. */
export function atomicParts(shape: Shape, value: unknown): readonly string[] {
  const parts: string[] = [];
  collect(shape, value, [], parts);
  return parts;
}

function collect(shape: Shape, value: unknown, path: readonly string[], parts: string[]): void {
  const { map, list } = formOf(shape, value);
  if (map && isJsonObject(value)) {
    if (map.isAtomic) parts.push(showPath(path));
    for (const [name, member] of Object.entries(value)) {
      const field = map.fields.get(name);
      // As in the reference, the values of maps are not searched.
      if (field) collect(field, member, [...path, fieldStep(name)], parts);
    }
  }
  if (list && isJsonList(value)) {
    if (list.isAtomic) parts.push(showPath(path));
    for (const [index, item] of value.entries()) collect(list.items, item, [...path, `i:${index}`], parts);
  }
}
