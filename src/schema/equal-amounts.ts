/** Equality of values in canonical form. Quantities of the same amount are equal, such as `1Ki` and `1024`. */
import { isJsonList, isJsonObject } from "../base/json-object.ts";
import { equalJson } from "../base/json-tree.ts";
import { parseQuantity } from "../meta/quantity.ts";
import { fieldOf, type Schema } from "./schema.ts";

/** Whether two values are equal apart from the spelling of quantities. A missing value equals null. */
export function equalAmounts(schema: Schema | undefined, left: unknown, right: unknown): boolean {
  return equalJson(left ?? null, right ?? null) || haveEqualAmounts(schema, left, right);
}

/** Returns the same as `equalAmounts()`, but without the faster check for identical JSON. */
function haveEqualAmounts(schema: Schema | undefined, left: unknown, right: unknown): boolean {
  if ((left ?? null) === (right ?? null)) return true;
  switch (schema?.node) {
    case "quantity":
      return typeof left === "string" && typeof right === "string" && isSameAmount(left, right);
    case "list":
      return isJsonList(left) && isJsonList(right) && areEqualItems(schema.items, left, right);
    case "map":
      return areEqualMembers(() => schema.values, left, right);
    case "struct":
      return areEqualMembers((name) => fieldOf(schema, name)?.schema, left, right);
    default:
      return equalJson(left ?? null, right ?? null);
  }
}

function isSameAmount(left: string, right: string): boolean {
  return parseQuantity(left).compare(parseQuantity(right)) === 0;
}

function areEqualItems(schema: Schema, left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((item, index) => haveEqualAmounts(schema, item, right[index]));
}

function areEqualMembers(schemaOf: (name: string) => Schema | undefined, left: unknown, right: unknown): boolean {
  if (!isJsonObject(left) || !isJsonObject(right)) return false;
  const names = Object.keys(left);
  if (names.length !== Object.keys(right).length) return false;
  return names.every((name) => Object.hasOwn(right, name) && haveEqualAmounts(schemaOf(name), left[name], right[name]));
}
