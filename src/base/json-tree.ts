/** Copies and compares parsed JSON. The parser limits its depth. */
import type { DeepWritable } from "./deep-readonly.ts";
import type { ReadonlyJsonObject } from "./json-object.ts";
import { valueOfSpelling } from "./number-text.ts";
import { setOwn } from "./own-property.ts";

/**
 * Returns a deep copy. Takes 40 % of the time of `structuredClone()`; see docs/performance.md, "Micro-measurements",
 * "cloneJson".
 */
export function cloneJson<T>(value: T): T {
  return cloneNode(value) as T;
}

/** Returns a deep copy of a value that other code shares. The caller may modify the copy. */
export function writableCopy<T>(shared: T): DeepWritable<T> {
  return cloneNode(shared) as DeepWritable<T>;
}

function cloneNode(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => cloneNode(one));
  const copy: Record<string, unknown> = {};
  for (const [name, one] of Object.entries(value)) setOwn(copy, name, cloneNode(one));
  return copy;
}

/**
 * Whether two JSON values are equal. The order of members does not matter. 1 equals 1n and a recorded 1.0
 * (`number-text.ts`).
 */
export function equalJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left === "symbol") return equalJson(valueOfSpelling(left), right);
  if (typeof right === "symbol") return equalJson(left, valueOfSpelling(right));
  if (typeof left === "bigint" || typeof right === "bigint") return equalIntegers(left, right);
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (Array.isArray(left)) return Array.isArray(right) && equalItems(left, right);
  return !Array.isArray(right) && equalMembers(left as ReadonlyJsonObject, right as ReadonlyJsonObject);
}

function equalIntegers(left: unknown, right: unknown): boolean {
  const isInteger = (value: unknown): value is bigint | number =>
    typeof value === "bigint" || (typeof value === "number" && Number.isInteger(value));
  return isInteger(left) && isInteger(right) && BigInt(left) === BigInt(right);
}

// Plain loops without closures or lists of names, because every write compares whole objects. They take two thirds of
// the time; see docs/performance.md, "Micro-measurements", "equalJson".
function equalItems(left: readonly unknown[], right: readonly unknown[]): boolean {
  if (left.length !== right.length) return false;
  for (let index = 0; index < left.length; index++) if (!equalJson(left[index], right[index])) return false;
  return true;
}

const noNames: readonly string[] = [];

/** Whether two objects have equal members, except those named in `except`. */
export function equalMembers(left: ReadonlyJsonObject, right: ReadonlyJsonObject, except = noNames): boolean {
  let count = 0;
  for (const name in left) {
    if (except !== noNames && except.includes(name)) continue;
    if (!Object.hasOwn(right, name) || !equalJson(left[name], right[name])) return false;
    count++;
  }
  for (const name in right) if (except === noNames || !except.includes(name)) count--;
  return count === 0;
}
