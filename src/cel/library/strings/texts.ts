/** Operations on texts. Positions count code points. */
import { trimGoSpace } from "../../../meta/go-space.ts";
import { ArrayListValue, EvaluationError, formatKey, type ListValue, type Value } from "../../values/index.ts";
import { codePointsOf } from "./code-points.ts";

function outOfRange(index: bigint): EvaluationError {
  return new EvaluationError(`index out of range: ${index}`);
}

/** Returns the character at a position; empty at the end of the text. */
export function charAt(text: string, index: bigint): Value {
  const points = codePointsOf(text);
  if (index < 0n || index > BigInt(points.length)) return outOfRange(index);
  return points.slice(Number(index), Number(index) + 1);
}

/** Returns the first position of a text in another one, from an offset on; -1 if it does not occur. */
export function indexOf(text: string, sought: string, offset: bigint): Value {
  if (sought === "") return offset;
  if (offset < 0n) return outOfRange(offset);
  const points = codePointsOf(text);
  if (offset >= BigInt(points.length)) return -1n;
  const found = text.indexOf(sought, points.unitOf(Number(offset)));
  return BigInt(found < 0 ? -1 : points.positionOf(found));
}

/** Returns the last position of a text in another one; -1 if it does not occur. @param offset the last possible position; undefined for any */
export function lastIndexOf(text: string, sought: string, offset: bigint | undefined): Value {
  const points = codePointsOf(text);
  if (sought === "") return offset ?? BigInt(points.length);
  const start = offset ?? BigInt(points.length - 1);
  if (start < 0n) return outOfRange(start);
  if (start >= BigInt(points.length)) return -1n;
  const found = text.lastIndexOf(sought, points.unitOf(Number(start)));
  return BigInt(found < 0 ? -1 : points.positionOf(found));
}

/** Returns the text with the letters A to Z in lower case. */
export function lowerAscii(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Returns the text with the letters a to z in upper case. */
export function upperAscii(text: string): string {
  return text.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase());
}

/** Returns the text with occurrences of `old` replaced. @param limit how many are replaced; negative for all */
export function replace(text: string, old: string, replacement: string, limit: bigint): string {
  if (limit < 0n)
    return old === ""
      ? replaceFirst(text, old, replacement, Number.POSITIVE_INFINITY)
      : text.replaceAll(old, () => replacement);
  return replaceFirst(text, old, replacement, Number(limit));
}

/** An empty text occurs before each code point, and at the end. */
function replaceFirst(text: string, old: string, replacement: string, limit: number): string {
  const pieces = old === "" ? ["", ...Array.from(text)] : text.split(old);
  const last = Math.min(limit, old === "" ? pieces.length : pieces.length - 1);
  let result = "";
  pieces.forEach((piece, index) => {
    result += piece;
    if (index < last) result += replacement;
    else if (index < pieces.length - 1) result += old;
  });
  return result;
}

/** Returns the parts between the separators. @param limit the greatest number of parts; negative for all */
export function split(text: string, separator: string, limit: bigint): Value {
  if (limit === 0n) return ArrayListValue.empty;
  const parts = separator === "" ? Array.from(text) : text.split(separator);
  const count = limit < 0n ? parts.length : Math.min(Number(limit), parts.length);
  if (count === parts.length) return new ArrayListValue(parts);
  return new ArrayListValue([...parts.slice(0, count - 1), parts.slice(count - 1).join(separator)]);
}

/** Returns the part of a text between two positions, or an error. */
export function substring(text: string, start: bigint, end: bigint | undefined): Value {
  const points = codePointsOf(text);
  const length = BigInt(points.length);
  const stop = end ?? length;
  if (end !== undefined && start > end) {
    return new EvaluationError(`invalid substring range. start: ${start}, end: ${end}`);
  }
  if (start < 0n || start > length) return outOfRange(start);
  if (stop < 0n || stop > length) return outOfRange(stop);
  return points.slice(Number(start), Number(stop));
}

/** Returns the text without white space at its ends. */
export function trim(text: string): string {
  return trimGoSpace(text);
}

/** Returns the texts of a list one after the other, or an error if an element is no text. */
export function join(list: ListValue, separator: string): Value {
  const parts: string[] = [];
  for (const element of list) {
    if (typeof element !== "string") return new EvaluationError(`join: invalid input: ${formatKey(element)}`);
    parts.push(element);
  }
  return parts.join(separator);
}

const quoteEscapes: ReadonlyMap<string, string> = new Map([
  ["\u0007", "\\a"],
  ["\b", "\\b"],
  ["\f", "\\f"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
  ["\v", "\\v"],
  ["\\", "\\\\"],
  ['"', '\\"'],
]);

/** Returns the text in double quotes, with escape sequences. */
export function quote(text: string): string {
  return `"${text.replaceAll(/[\u0007\b\f\n\r\t\v\\"]/g, (character) => quoteEscapes.get(character) ?? character)}"`;
}
