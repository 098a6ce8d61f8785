/**
 * Correlation of a value with the value before an update. A member belongs to the old member with the same name, and an item of a
 * list of type `map` to the old item with the same keys. Items of other lists belong to no old item.
 */
import { isJsonList, isJsonObject, type JsonList, type ReadonlyJsonObject } from "../base/json-object.ts";
import { equalJson } from "../base/json-tree.ts";
import { MapListItems } from "./map-list-items.ts";
import type { StructuralSchema } from "./structural-schema.ts";

/** A value, its old value, and the schema of both. Its parts and comparisons are computed when they are needed, and cached. */
export class Correlated {
  readonly value: unknown;
  readonly old: unknown;
  readonly schema: StructuralSchema;
  #fields: Map<string, Correlated | undefined> | undefined;
  #items: Map<number, Correlated | undefined> | undefined;
  /** The old items by their keys. Undefined until an item of a list of type `map` was looked up. */
  #oldItems: MapListItems | undefined;
  #isEqual: boolean | undefined;

  constructor(value: unknown, old: unknown, schema: StructuralSchema) {
    this.value = value;
    this.old = old;
    this.schema = schema;
  }

  /** Returns a member. Undefined if one of the objects does not have it, or if the schema does not describe it. */
  field(name: string): Correlated | undefined {
    this.#fields ??= new Map();
    if (this.#fields.has(name)) return this.#fields.get(name);
    const field = this.#correlateField(name);
    this.#fields.set(name, field);
    return field;
  }

  #correlateField(name: string): Correlated | undefined {
    const { value, old } = this;
    if (!isJsonObject(value) || !isJsonObject(old)) return undefined;
    if (!Object.hasOwn(value, name) || !Object.hasOwn(old, name)) return undefined;
    const schema = this.schema.declaredProperties?.get(name) ?? this.schema.values;
    return schema && new Correlated(value[name], old[name], schema);
  }

  /** Returns an item of a list of type `map`. Undefined if there is no old item with the same keys, and for other lists. */
  item(index: number): Correlated | undefined {
    this.#items ??= new Map();
    if (this.#items.has(index)) return this.#items.get(index);
    const item = this.#correlateItem(index);
    this.#items.set(index, item);
    return item;
  }

  #correlateItem(index: number): Correlated | undefined {
    const { value, old, schema } = this;
    if (!isJsonList(value) || !isJsonList(old) || index >= value.length || schema.listType !== "map") return undefined;
    this.#oldItems ??= new MapListItems(old, schema);
    const oldItem = this.#oldItems.get(value[index]);
    return oldItem && schema.items && new Correlated(value[index], oldItem, schema.items);
  }

  /**
   * Whether the value did not change. The order of a list of type `map` does not count. As in the reference, objects with members
   * that the schema does not describe always count as changed.
   */
  isEqual(): boolean {
    this.#isEqual ??= this.#compare();
    return this.#isEqual;
  }

  #compare(): boolean {
    const { value, old } = this;
    if (isJsonList(value)) return isJsonList(old) && value.length === old.length && this.#hasEqualItems(value, old);
    if (isJsonObject(value)) return isJsonObject(old) && this.#hasEqualMembers(value, old);
    return equalJson(value ?? null, old ?? null);
  }

  #hasEqualItems(value: JsonList, old: JsonList): boolean {
    if (this.schema.listType !== "map") return equalJson(value, old);
    return value.every((_, index) => this.item(index)?.isEqual() === true);
  }

  #hasEqualMembers(value: ReadonlyJsonObject, old: ReadonlyJsonObject): boolean {
    const names = Object.keys(value);
    return names.length === Object.keys(old).length && names.every((name) => this.field(name)?.isEqual() === true);
  }
}
