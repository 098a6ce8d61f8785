/** Prints JSON values as Go does (`%v`). The reference's messages show values in this form. */

import { compareText } from "../../base/compare-text.ts";
import { goFloat } from "../../base/go-float.ts";
import { goType, isGoInteger } from "../../base/go-type.ts";
import { isJsonList, isJsonObject } from "../../base/json-object.ts";
import { textOfNumber } from "../../base/number-text.ts";

/** Returns a value as Go's `%v` prints it: `map[name:a ports:[80 443]]`, with sorted keys. */
export function goPrint(value: unknown): string {
  return printWith(value, plainText);
}

/** Returns a value as Go's `%s` prints it. Scalars that are not strings are marked as errors: `%!s(int64=1)`. */
export function goPrintText(value: unknown): string {
  if (value === null) return "%!s(<nil>)";
  return printWith(value, (one) => {
    return typeof one === "string" || one === null ? plainText(one) : `%!s(${goType(one)}=${plainText(one)})`;
  });
}

function printWith(value: unknown, textOf: (plain: unknown) => string): string {
  if (isJsonList(value)) return `[${value.map((item) => printWith(item, textOf)).join(" ")}]`;
  if (!isJsonObject(value)) return textOf(value);
  const members = sortedEntries(value).map(([name, member]) => `${name}:${printWith(member, textOf)}`);
  return `map[${members.join(" ")}]`;
}

function plainText(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "symbol") return goFloat(Number(textOfNumber(value)));
  if (typeof value === "boolean") return `${value}`;
  if (typeof value !== "number" && typeof value !== "bigint") return "<nil>";
  return isGoInteger(value) ? `${value}` : goFloat(Number(value));
}

function sortedEntries(object: object): (readonly [string, unknown])[] {
  return (Object.entries(object) as [string, unknown][]).sort(([left], [right]) => compareText(left, right));
}
