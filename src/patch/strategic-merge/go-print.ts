/** JSON values and their types as Go prints them (`%v`, `%T`), which is how the reference's messages show them. */

import { isJsonList, isJsonObject } from "../../base/json-object.ts";
import { textOfNumber } from "../../base/number-text.ts";

/** Messages show no more of a value than this. */
const printedCharsMax = 2000;

/** `map[name:a ports:[80 443]]`, keys sorted; cut after 2,000 characters. */
export function goPrint(value: unknown): string {
  const text = print(value, printedCharsMax);
  return text.length > printedCharsMax ? `${text.slice(0, printedCharsMax)}...` : text;
}

/** Returns a value as Go's `%s` prints it: plain values that are no text are marked as errors, `%!s(int64=1)`. */
export function goPrintText(value: unknown): string {
  if (typeof value === "string" || typeof value === "object") {
    if (isJsonList(value)) return `[${value.map(goPrintText).join(" ")}]`;
    if (!isJsonObject(value)) return value === null ? "%!s(<nil>)" : goPrint(value);
    return `map[${sortedEntries(value)
      .map(([name, member]) => `${name}:${goPrintText(member)}`)
      .join(" ")}]`;
  }
  return `%!s(${goType(value)}=${goPrint(value)})`;
}

/** Stops adding once the text is longer than `charsMax`. */
function print(value: unknown, charsMax: number): string {
  if (isJsonList(value)) return `[${printAll(value.entries(), charsMax)}]`;
  if (isJsonObject(value)) return `map[${printAll(sortedEntries(value), charsMax, true)}]`;
  if (typeof value === "string") return value;
  if (typeof value === "symbol") return goFloat(Number(textOfNumber(value)));
  if (typeof value === "boolean") return `${value}`;
  if (typeof value !== "number" && typeof value !== "bigint") return "<nil>";
  return isGoInteger(value) ? `${value}` : goFloat(Number(value));
}

/** From here on, and below the other one, Go prints a float without an exponent. */
const leastPlainFloat = 1e-4;
const plainFloatEnd = 1e6;

/** Returns a float as Go prints it, with at least two digits of an exponent. */
function goFloat(value: number): string {
  if (Object.is(value, -0)) return "-0";
  const size = Math.abs(value);
  if (size === 0 || (size >= leastPlainFloat && size < plainFloatEnd)) return String(value);
  return value.toExponential().replace(/([+-])(\d)$/, "$10$2");
}

function printAll(entries: Iterable<readonly [unknown, unknown]>, charsMax: number, keyed = false): string {
  const parts: string[] = [];
  let chars = 0;
  for (const [key, value] of entries) {
    if (chars > charsMax) break;
    const text = print(value, charsMax - chars);
    const part = keyed ? `${String(key)}:${text}` : text;
    parts.push(part);
    chars += part.length + 1;
  }
  return parts.join(" ");
}

function sortedEntries(object: object): (readonly [string, unknown])[] {
  return (Object.entries(object) as [string, unknown][]).sort(([left], [right]) => (left < right ? -1 : 1));
}

/** `map[string]interface {}`. */
export function goType(value: unknown): string {
  if (value === null) return "<nil>";
  if (isJsonList(value)) return "[]interface {}";
  if (typeof value === "object") return "map[string]interface {}";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "string") return "string";
  return isGoInteger(value) ? "int64" : "float64";
}

const int64Bits = 64;

/** Whether the reference reads a number from JSON as an integer. A spelled number has a fraction or an exponent. */
export function isGoInteger(value: unknown): boolean {
  if (typeof value === "bigint") return BigInt.asIntN(int64Bits, value) === value;
  return typeof value === "number" && Number.isSafeInteger(value);
}
