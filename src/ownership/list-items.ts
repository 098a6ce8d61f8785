/** The items of lists whose parts have owners of their own, by the steps that lead to them. */
import { getOwn } from "../base/own-property.ts";
import type { ListShape } from "./shape.ts";
import { isKeyStep, keyStep, valueStep } from "./step.ts";

/** An item that nothing identifies. */
export class ItemError extends Error {
  override readonly name = "ItemError";
}

/** @throws ItemError in the reference's words */
export function itemStep({ keys }: ListShape, item: unknown): string {
  if (keys.length === 0) return setStep(item);
  if (item === null) throw new ItemError("associative list with keys may not have a null element");
  if (typeof item !== "object" || Array.isArray(item)) {
    throw new ItemError("associative list with keys may not have non-map elements");
  }
  const named: (readonly [string, unknown])[] = [];
  for (const { name, default: fallback } of keys) {
    const own = getOwn(item as Readonly<Record<string, unknown>>, name);
    const value = own === undefined ? fallback : own;
    if (value === undefined) {
      const why = `associative list with keys has an element that omits key field "${name}"`;
      throw new ItemError(`${why} (and doesn't have default value)`);
    }
    named.push([name, value]);
  }
  return keyStep(named);
}

/** Whether `itemStep` would make this step; where the key is one text, as it mostly is, found out without making one. */
export function isItemStep(list: ListShape, item: unknown, step: string): boolean {
  const key = list.keys.length === 1 ? plainKeyOf(list, item) : undefined;
  return (key !== undefined && isKeyStep(list.keys[0]?.name ?? "", key, step)) || itemStep(list, item) === step;
}

function setStep(item: unknown): string {
  if (item === null) throw new ItemError("associative list without keys has an element that's an explicit null");
  if (Array.isArray(item)) throw new ItemError("not supported: associative list with lists as elements");
  if (typeof item === "object") throw new ItemError("associative list without keys has an element that's a map type");
  return valueStep(item);
}

/** The items at each step, in their order; more than one where items share their keys. */
export function itemsByStep(list: ListShape, items: readonly unknown[]): Map<string, unknown[]> {
  const all = new Map<string, unknown[]>();
  for (const item of items) {
    const step = itemStep(list, item);
    const same = all.get(step);
    if (same) same.push(item);
    else all.set(step, [item]);
  }
  return all;
}

/**
 * The keys of the items, where each has just one, a text, and no two have the same; undefined otherwise. For most lists
 * that spares making steps.
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
  // What is in order has none twice, and of long lists many are.
  return isAscending || new Set(all).size === all.length ? all : undefined;
}

/** A text in a set, or the only key of an item; undefined for others. */
function plainKeyOf({ keys }: ListShape, item: unknown): string | undefined {
  if (keys.length === 0) return typeof item === "string" ? item : undefined;
  const [key] = keys;
  if (!key || keys.length > 1 || typeof item !== "object" || item === null) return undefined;
  const value = getOwn(item as Readonly<Record<string, unknown>>, key.name);
  return typeof value === "string" ? value : undefined;
}

/** True for lists of the same items, as far as their keys say, in the same order. */
export function haveSameKeys(list: ListShape, one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one.length !== other.length) return false;
  const keys = plainKeysOf(list, one);
  return keys !== undefined && other.every((item, index) => plainKeyOf(list, item) === keys[index]);
}
