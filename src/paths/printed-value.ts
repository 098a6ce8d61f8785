/** Formats values like kubectl, which uses Go's formats. */
import { compareText } from "../base/compare-text.ts";
import { stringifyJson } from "../codec/index.ts";
import { TemplateError } from "./template.ts";

/** Maximum depth of a value. API objects have less than a tenth of it. */
const depthMax = 1000;

/**
 * Formats a value for a template: strings and numbers as they are, objects and lists as one line of JSON with sorted
 * names.
 */
export function printedInTemplate(value: unknown): string {
  if (value === undefined) return "<no value>";
  return typeof value === "object" ? json(value, 0) : scalarText(value);
}

/** Formats a value for a table cell, in Go's notation: `map[app:web]`, `[a b]`. */
export function printedInCell(value: unknown, depth = 0): string {
  if (value === undefined || value === null) return "<nil>";
  if (typeof value !== "object") return scalarText(value);
  checkDepth(depth);
  if (Array.isArray(value)) return `[${value.map((item) => printedInCell(item, depth + 1)).join(" ")}]`;
  const members = entriesInOrder(value).map(([name, member]) => `${name}:${printedInCell(member, depth + 1)}`);
  return `map[${members.join(" ")}]`;
}

function scalarText(value: unknown): string {
  const isWhole = typeof value === "bigint" || Number.isInteger(value);
  if (typeof value !== "number" && typeof value !== "bigint") return String(value);
  return isWhole && BigInt.asIntN(64, BigInt(value)) === BigInt(value) ? String(value) : brokenNumber(Number(value));
}

/** Formats a fraction like Go, which uses exponents for smaller numbers than JavaScript, with at least two digits. */
function brokenNumber(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e-4 && size < 1e6) return String(value);
  return value.toExponential().replace(/e([+-])(\d)$/, "e$10$2");
}

function json(value: unknown, depth: number): string {
  if (typeof value !== "object" || value === null) {
    return stringifyJson(value).replace(/[<>&\u2028\u2029]/g, escaped);
  }
  checkDepth(depth);
  if (Array.isArray(value)) return `[${value.map((item) => json(item, depth + 1)).join(",")}]`;
  const members = entriesInOrder(value).map(([name, member]) => `${json(name, depth)}:${json(member, depth + 1)}`);
  return `{${members.join(",")}}`;
}

function entriesInOrder(value: object): readonly (readonly [string, unknown])[] {
  return Object.entries(value).sort(([one], [other]) => compareText(one, other));
}

function checkDepth(depth: number): void {
  if (depth > depthMax) throw new TemplateError(`a value has more than ${depthMax} levels of nested objects and lists`);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
