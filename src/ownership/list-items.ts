/** Identifies the items of granular lists by the path steps that lead to them: their keys, or their values in a set. */
import { getOwn } from "../base/own-property.ts";
import { ForeignValue } from "./foreign-value.ts";
import type { ListShape } from "./shape.ts";
import { isKeyStep, keyStep, valueStep } from "./step.ts";

/** Thrown for a list item that has no usable key, or that cannot be in a set. */
export class ItemError extends Error {
  override readonly name = "ItemError";
}

/** Returns the path step that leads to an item. @throws ItemError with the reference's message */
export function itemStep({ keys }: ListShape, item: unknown): string {
  if (item instanceof ForeignValue) return foreignStep(keys.length > 0);
  if (keys.length === 0) return setStep(item);
  if (item === null) throw new ItemError("associative list with keys may not have a null element");
  if (typeof item !== "object" || Array.isArray(item)) {
    throw new ItemError("associative list with keys may not have non-map elements");
  }
  const keyValues: (readonly [string, unknown])[] = [];
  for (const { name, default: fallback } of keys) {
    const own = getOwn(item as Readonly<Record<string, unknown>>, name);
    const value = own === undefined ? fallback : own;
    if (value === undefined) {
      const why = `associative list with keys has an element that omits key field "${name}"`;
      throw new ItemError(`${why} (and doesn't have default value)`);
    }
    keyValues.push([name, value]);
  }
  return keyStep(keyValues);
}

/**
 * Whether `itemStep` would return `step` for this item. If the list has one key and its value is a string, which is
 * usual, no step is created.
 */
export function isItemStep(list: ListShape, item: unknown, step: string): boolean {
  const key = list.keys.length === 1 ? plainKeyOf(list, item) : undefined;
  return (key !== undefined && isKeyStep(list.keys[0]?.name ?? "", key, step)) || itemStep(list, item) === step;
}

/** As in the reference, a foreign value is an item of a set. Its schema rejects it later. @throws ItemError */
function foreignStep(hasKeys: boolean): string {
  if (hasKeys) throw new ItemError("associative list with keys may not have non-map elements");
  return "u:{{undefined}}";
}

function setStep(item: unknown): string {
  if (item === null) throw new ItemError("associative list without keys has an element that's an explicit null");
  if (Array.isArray(item)) throw new ItemError("not supported: associative list with lists as elements");
  if (typeof item === "object") throw new ItemError("associative list without keys has an element that's a map type");
  return valueStep(item);
}

/** Returns the items at each step, in their order. Several items have one step if they have equal keys. */
export function itemsByStep(list: ListShape, items: readonly unknown[]): Map<string, unknown[]> {
  const itemsByStepMap = new Map<string, unknown[]>();
  for (const item of items) {
    const step = itemStep(list, item);
    const same = itemsByStepMap.get(step);
    if (same) same.push(item);
    else itemsByStepMap.set(step, [item]);
  }
  return itemsByStepMap;
}

/**
 * Returns the keys of the items if each item has one key, which is a string, and all keys differ. Otherwise undefined.
 * For most lists this avoids creating steps. See docs/performance.md, "Optimizations": an applied list of
 * 10,000 items.
 */
function plainKeysOf(list: ListShape, items: readonly unknown[]): readonly string[] | undefined {
  const all: string[] = [];
  let isAscending = true;
  for (const item of items) {
    const key = plainKeyOf(list, item);
    if (key === undefined) return undefined;
    if (key <= (all.at(-1) ?? "")) isAscending = false;
    all.push(key);
  }
  // Ascending keys have no duplicates, and the keys of many long lists are ascending. So the set is rarely needed.
  return isAscending || new Set(all).size === all.length ? all : undefined;
}

/** Returns the string of a set's item, or the only key of a keyed item if it is a string. Otherwise undefined. */
function plainKeyOf({ keys }: ListShape, item: unknown): string | undefined {
  if (keys.length === 0) return typeof item === "string" ? item : undefined;
  const [key] = keys;
  if (!key || keys.length > 1 || typeof item !== "object" || item === null) return undefined;
  const value = getOwn(item as Readonly<Record<string, unknown>>, key.name);
  return typeof value === "string" ? value : undefined;
}

/** Whether both lists have the same items in the same order, as far as their keys show. */
export function haveSameKeys(list: ListShape, one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one.length !== other.length) return false;
  const keys = plainKeysOf(list, one);
  return keys !== undefined && other.every((item, index) => plainKeyOf(list, item) === keys[index]);
}
