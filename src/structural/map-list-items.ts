/** Looks up items of a list of type `map` by their keys. */

import { isJsonObject, type JsonList, type ReadonlyJsonObject } from "../base/json-object.ts";
import { getOwn } from "../base/own-property.ts";
import type { StructuralSchema } from "./structural-schema.ts";

/** If several items have the same keys, the first one counts. */
export class MapListItems {
  readonly #keys: readonly string[];
  readonly #items = new Map<string, ReadonlyJsonObject>();

  constructor(items: JsonList, schema: StructuralSchema) {
    const { type, listType, listMapKeys } = schema;
    this.#keys = listMapKeys;
    if (type !== "array" || listType !== "map" || listMapKeys.length === 0) return;
    for (const item of items) {
      const key = isJsonObject(item) ? mapKey(item, listMapKeys) : undefined;
      if (key !== undefined && !this.#items.has(key)) this.#items.set(key, item as ReadonlyJsonObject);
    }
  }

  /** Returns the item with the keys of `item`; undefined if there is none, or if `item` does not have all keys. */
  get(item: unknown): ReadonlyJsonObject | undefined {
    const key = isJsonObject(item) ? mapKey(item, this.#keys) : undefined;
    return key === undefined ? undefined : this.#items.get(key);
  }
}

/** Returns a text that is the same for items with the same keys. Undefined if a key is absent, null, or not a scalar. */
function mapKey(item: ReadonlyJsonObject, keys: readonly string[]): string | undefined {
  let text = "";
  for (const name of keys) {
    const value = getOwn(item, name);
    switch (typeof value) {
      case "string":
        text += JSON.stringify(value);
        break;
      case "number":
      case "bigint":
      case "boolean":
        text += `${value},`;
        break;
      default:
        return undefined;
    }
  }
  return text;
}
