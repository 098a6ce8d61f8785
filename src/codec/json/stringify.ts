/**
 * Writes plain values as JSON, like `JSON.stringify`, but writes bigints as integers. With `exact` it also writes
 * numbers with a recorded spelling in that spelling, and sorts keys such as "10", which JavaScript objects do not keep
 * in order.
 */
import { compareText } from "../../base/compare-text.ts";
import { isIndex } from "../../base/index-name.ts";
import { textOfNumber } from "../../base/number-text.ts";

/** Options of `stringifyJson`. */
export interface StringifyOptions {
  /** Whether to indent by two blanks, as the reference does for people. */
  readonly pretty?: boolean;
  /**
   * Whether the value may contain bigints, symbols of numbers, or keys that JavaScript objects do not keep in order.
   * Bigints are also written correctly without it.
   */
  readonly exact?: boolean;
}

/**
 * Returns the JSON of a value, without a final line break.
 * @param value JSON data without cycles, possibly with bigints. Members that are undefined are omitted.
 */
export function stringifyJson(value: unknown, options: StringifyOptions = {}): string {
  const indent = options.pretty === true ? "  " : "";
  if (options.exact === true) return stringifyExact(value, indent, "");
  try {
    return JSON.stringify(value, undefined, indent);
  } catch (error) {
    // JSON data that `JSON.stringify` cannot write contains a bigint. Searching for bigints first would take 1.5 times
    // as long; see docs/performance.md, "Micro-measurements", "stringifyJson".
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
