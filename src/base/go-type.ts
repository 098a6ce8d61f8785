/** Types of JSON values in Go. The reference's messages name them. */
import { isJsonList } from "./json-object.ts";

/** Returns the Go type (`%T`) of a parsed JSON value, such as `map[string]interface {}`. */
export function goType(value: unknown): string {
  if (value === null) return "<nil>";
  if (isJsonList(value)) return "[]interface {}";
  if (typeof value === "object") return "map[string]interface {}";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "string") return "string";
  return isGoInteger(value) ? "int64" : "float64";
}

const int64Bits = 64;

/**
 * Whether the reference reads a number from JSON as an integer. A number that is a symbol has a fraction or an
 * exponent.
 */
export function isGoInteger(value: unknown): boolean {
  if (typeof value === "bigint") return BigInt.asIntN(int64Bits, value) === value;
  return typeof value === "number" && Number.isSafeInteger(value);
}
