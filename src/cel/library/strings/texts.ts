/** Operations on texts. Positions count code points. */
import { trimGoSpace } from "../../../meta/go-space.ts";
import { ArrayListValue, codePointCount, EvaluationError, type ListValue, type Value } from "../../values/index.ts";
import { printedValue } from "../printed-value.ts";
import { nextUnit, positionOf, unitOf } from "./code-points.ts";
import { findLastText, findText, isFastToFind, splitText } from "./find-text.ts";
import { lengthFault } from "./length-limit.ts";

function outOfRange(index: bigint): EvaluationError {
  return new EvaluationError(`index out of range: ${index}`);
}

/** Returns the character at a position; empty at the end of the text. */
export function charAt(text: string, index: bigint): Value {
  const length = codePointCount(text);
  if (index < 0n || index > length) return outOfRange(index);
  const start = unitOf(text, Number(index), length);
  return text.slice(start, nextUnit(text, start));
}

/** Returns the first position of a text in another one, from an offset on; -1 if it does not occur. */
export function indexOf(text: string, sought: string, offset: bigint): Value {
  if (sought === "") return offset;
  if (offset < 0n) return outOfRange(offset);
  const length = codePointCount(text);
  if (offset >= length) return -1n;
  const found = findText(text, sought, unitOf(text, Number(offset), length));
  return found < 0 ? -1n : BigInt(positionOf(text, found, length));
}

/** Returns the last position of a text in another one; -1 if it does not occur. @param offset the last possible position; undefined for any */
export function lastIndexOf(text: string, sought: string, offset: bigint | undefined): Value {
  const length = codePointCount(text);
  if (sought === "") return offset ?? BigInt(length);
  const start = offset ?? BigInt(length - 1);
  if (start < 0n) return outOfRange(start);
  if (start >= length) return -1n;
  const found = findLastText(text, sought, unitOf(text, Number(start), length));
  return found < 0 ? -1n : BigInt(positionOf(text, found, length));
}

/** Returns the text with the letters A to Z in lower case. */
export function lowerAscii(text: string): string {
  return isAscii.test(text) ? text.toLowerCase() : withCaseSwapped(text, letterA, letterZ);
}

/** Returns the text with the letters a to z in upper case. */
export function upperAscii(text: string): string {
  return isAscii.test(text) ? text.toUpperCase() : withCaseSwapped(text, letterA | caseBit, letterZ | caseBit);
}

const isAscii = /^[\0-\x7f]*$/;
const letterA = 0x41;
const letterZ = 0x5a;
/** The difference between a capital and a small letter. */
const caseBit = 0x20;

/** Returns the text with the other case of the ASCII letters between two letters. */
function withCaseSwapped(text: string, first: number, last: number): string {
  const bytes = Buffer.from(text, "utf16le");
  for (let index = 0; index < bytes.length; index += 2) {
    const unit = bytes.readUInt16LE(index);
    if (unit >= first && unit <= last) bytes[index] = unit ^ caseBit;
  }
  return bytes.toString("utf16le");
}

/** Returns the text with occurrences of `old` replaced. @param limit how many occurrences; negative for all */
export function replace(text: string, old: string, replacement: string, limit: bigint): Value {
  if (limit < 0n && old !== "" && isShortReplacement(text, old, replacement)) {
    return text.replaceAll(old, () => replacement);
  }
  const pieces = old === "" ? pointsOf(text) : splitText(text, old);
  // An empty text occurs before each code point, and at the end.
  const occurrences = old === "" ? pieces.length + 1 : pieces.length - 1;
  const count = limit < 0n || limit > occurrences ? occurrences : Number(limit);
  const fault = lengthFault("replace", text.length + count * (replacement.length - old.length));
  if (fault) return fault;
  if (count === 0) return text;
  if (old === "") return withInsertions(pieces, replacement, count);
  return [pieces.slice(0, count + 1).join(replacement), ...pieces.slice(count + 1)].join(old);
}

/** Whether the text is found in a short time, and the result is not too long, wherever the old text occurs. */
function isShortReplacement(text: string, old: string, replacement: string): boolean {
  const occurrencesMax = text.length / old.length;
  const length = text.length + occurrencesMax * Math.max(0, replacement.length - old.length);
  return isFastToFind(text, old) && lengthFault("replace", length) === undefined;
}

/** Returns the pieces with insertions before the first ones of them. The insertion after as many as there are is at the end. */
function withInsertions(pieces: readonly string[], insertion: string, count: number): string {
  const first = pieces.slice(0, count - 1);
  const inserted = first.length === 0 ? insertion : insertion + first.join(insertion) + insertion;
  return inserted + pieces.slice(count - 1).join("");
}

/** Returns the code points of a text. */
function pointsOf(text: string): string[] {
  // Array.from() takes ten times as long.
  return codePointCount(text) === text.length ? text.split("") : Array.from(text);
}

/** Returns the parts between the separators. @param limit the greatest number of parts; negative for all */
export function split(text: string, separator: string, limit: bigint): Value {
  if (limit === 0n) return ArrayListValue.empty;
  const parts = separator === "" ? pointsOf(text) : splitText(text, separator);
  if (limit < 0n || limit >= parts.length) return new ArrayListValue(parts);
  const last = Number(limit) - 1;
  return new ArrayListValue([...parts.slice(0, last), parts.slice(last).join(separator)]);
}

/** Returns the part of a text between two positions, or an error. @param end undefined for the end of the text */
export function substring(text: string, start: bigint, end: bigint | undefined): Value {
  if (end !== undefined && start > end) {
    return new EvaluationError(`invalid substring range. start: ${start}, end: ${end}`);
  }
  const length = codePointCount(text);
  if (start < 0n || start > length) return outOfRange(start);
  if (end !== undefined && end > length) return outOfRange(end);
  const startUnit = unitOf(text, Number(start), length);
  return text.slice(startUnit, end === undefined ? text.length : unitOf(text, Number(end), length));
}

/** Returns the text without white space at its ends. */
export function trim(text: string): string {
  return trimGoSpace(text);
}

/** Returns the texts of a list one after the other, or an error if an element is no text. */
export function join(list: ListValue, separator: string): Value {
  const parts: string[] = [];
  let length = 0;
  for (const element of list) {
    if (typeof element !== "string") return new EvaluationError(`join: invalid input: ${printedValue(element)}`);
    length += element.length + separator.length;
    parts.push(element);
  }
  return lengthFault("join", length - separator.length) ?? parts.join(separator);
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
