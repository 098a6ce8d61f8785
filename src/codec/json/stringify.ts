/**
 * Plain values to JSON text: `JSON.stringify`, except that bigints are written as the integers they are. With `exact`,
 * numbers that carry their spelling are written as they were spelled, and keys that JavaScript does not keep in order,
 * such as "10", are sorted with their neighbours.
 */
import { compareText } from "../../base/compare-text.ts";
import { isIndex } from "../../base/index-name.ts";
import { textOfNumber } from "../../base/number-text.ts";

export interface StringifyOptions {
  /** Indents by two blanks, the reference's form for people. */
  readonly pretty?: boolean;
  /** Says that the value holds bigints, or keys that JavaScript does not keep in order. Bigints are found without it, too. */
  readonly exact?: boolean;
}

/**
 * No line break at the end.
 * @param value JSON data without cycles; bigints count as data. Object members that are undefined are left out.
 */
export function stringifyJson(value: unknown, options: StringifyOptions = {}): string {
  const indent = options.pretty === true ? "  " : "";
  if (options.exact === true) return stringifyExact(value, indent, "");
  try {
    return JSON.stringify(value, undefined, indent);
  } catch (error) {
    // The only thing in JSON data that JSON.stringify refuses is a bigint, and looking for one first costs more than
    // writing the object.
    if (!(error instanceof TypeError)) throw error;
    return stringifyExact(value, indent, "");
  }
}

function stringifyExact(value: unknown, indent: string, margin: string): string {
  if (typeof value === "bigint") return value.toString();
  if (typeof value === "symbol") return textOfNumber(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const inner = margin + indent;
  const parts: string[] = [];
  if (Array.isArray(value)) {
    for (const item of value) parts.push(stringifyExact(item, indent, inner));
    return join("[", parts, "]", { indent, margin });
  }
  const separator = indent === "" ? ":" : ": ";
  const members = Object.entries(value);
  if (members.length > 1 && isIndex(members[0]?.[0])) members.sort(([one], [other]) => compareText(one, other));
  for (const [key, member] of members) {
    if (member !== undefined) parts.push(JSON.stringify(key) + separator + stringifyExact(member, indent, inner));
  }
  return join("{", parts, "}", { indent, margin });
}

function join(
  open: string,
  parts: readonly string[],
  close: string,
  layout: { readonly indent: string; readonly margin: string },
): string {
  if (parts.length === 0 || layout.indent === "") return open + parts.join(",") + close;
  const lineStart = `\n${layout.margin}`;
  return open + parts.map((part) => lineStart + layout.indent + part).join(",") + lineStart + close;
}
