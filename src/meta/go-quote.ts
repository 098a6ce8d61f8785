/** Text and values as Go prints them. API messages show rejected values in this form, and clients compare messages. */

import { compareText } from "../base/compare-text.ts";
import { goFloat } from "../base/go-float.ts";

const plainText = /^[ !#-[\]-~]*$/;
const printableAscii = /^[ -~]*$/;
const notPlain = /[^ !#-[\]-~]/gu;
const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;

const escapes: Readonly<Record<string, string>> = {
  "\x07": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
  '"': '\\"',
  "\\": "\\\\",
};

/**
 * Returns `text` in double quotes, as Go's `%q` prints it. An unpaired surrogate is printed as U+FFFD, because it
 * becomes that when the text is encoded as UTF-8.
 */
export function goQuote(text: string): string {
  // JSON and Go write printable ASCII characters alike. Messages show whole values, which can have millions of characters.
  if (printableAscii.test(text)) return JSON.stringify(text);
  return `"${text.replace(notPlain, (character) => escapes[character] ?? quoteCharacter(character))}"`;
}

/**
 * Whether Go considers a single character printable: letters, marks, numbers, punctuation, symbols, and the ASCII
 * space.
 */
export function isGoPrintable(character: string): boolean {
  return printable.test(character);
}

function quoteCharacter(character: string): string {
  if (printable.test(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20 || code === 0x7f) return `\\x${hex(code, 2)}`;
  if (code >= 0xd800 && code < 0xe000) return "\ufffd";
  return code < 0x1_0000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0");
}

/** Returns `text` as messages of Go's time package quote it: each byte outside printable ASCII as `\x..`. */
export function goTimeQuote(text: string): string {
  if (plainText.test(text)) return `"${text}"`;
  let quoted = '"';
  for (const byte of Buffer.from(text, "utf8")) {
    const character = String.fromCharCode(byte);
    if (byte < 0x20 || byte >= 0x80) quoted += `\\x${hex(byte, 2)}`;
    else quoted += character === '"' || character === "\\" ? `\\${character}` : character;
  }
  return `${quoted}"`;
}

/** A value with a precomputed Go print, for types that do not print like their JSON value. */
export class GoText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Returns the print of a stored time: `2025-01-01 00:00:00 +0000 UTC`. */
export function goTime(time: string): GoText {
  return new GoText(time.replace("T", " ").replace(/Z$/, " +0000 UTC"));
}

/** Returns the print of a list whose items have the Go type `type`. An empty list prints as nil, like an unset one. */
export function goTypedList(type: string, items: readonly unknown[]): GoText {
  return new GoText(`[]${type}${items.length === 0 ? "(nil)" : goItems(items, elementType)}`);
}

/**
 * Returns the print of a list of strings: `[]string{"a", "b"}`.
 * @param type Go type of the strings
 */
export function goTextList(list: readonly string[] | undefined, type = "string"): GoText {
  return goTypedList(type, list ?? []);
}

/**
 * A value that messages can show. A list of anything but strings needs `goTypedList`, because its print begins with the
 * Go type of its items.
 */
export type ShownValue =
  | GoText
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | readonly string[]
  | (object & { readonly length?: never });

/**
 * Returns a rejected value as messages show it. Strings are quoted, numbers and booleans are plain, null and undefined
 * are `"null"`, lists and maps are in Go syntax. An empty list prints as nil. A map with a value that is not a string
 * prints as the untyped map of a custom resource.
 */
export function goValue(value: ShownValue): string {
  if (value === undefined || value === null) return '"null"';
  return Array.isArray(value) ? goTextList(value as readonly string[]).text : goSyntax(value, elementType);
}

/**
 * Returns a value that was decoded without a type, in Go syntax (`%#v`). Its lists and maps have elements of type
 * `interface {}`, even if all are strings.
 */
export function goUntyped(value: unknown): string {
  return goSyntax(value, () => "interface {}");
}

type ElementType = (values: readonly unknown[]) => string;

function goSyntax(value: unknown, typeOf: ElementType): string {
  if (value === undefined || value === null) return "interface {}(nil)";
  if (value instanceof GoText) return value.text;
  if (typeof value === "string") return goQuote(value);
  if (typeof value === "number") return goNumber(value);
  if (typeof value === "bigint") return isInt64(value) ? String(value) : goNumber(Number(value));
  if (Array.isArray(value)) return `[]${typeOf(value)}${goItems(value, typeOf)}`;
  return typeof value === "object" ? goMap(value, typeOf) : `${value as boolean}`;
}

function isInt64(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}

function goItems(items: readonly unknown[], typeOf: ElementType): string {
  return `{${items.map((one) => goSyntax(one, typeOf)).join(", ")}}`;
}

function goMap(value: object, typeOf: ElementType): string {
  const entries: [string, unknown][] = Object.entries(value).sort(([left], [right]) => compareText(left, right));
  const pairs = entries.map(([key, one]) => `${goQuote(key)}:${goSyntax(one, typeOf)}`);
  return `map[string]${typeOf(entries.map(([, one]) => one))}{${pairs.join(", ")}}`;
}

function elementType(values: readonly unknown[]): string {
  return values.every((one) => typeof one === "string") ? "string" : "interface {}";
}

/** Prints integers without a fraction, all other numbers as a Go float64. */
function goNumber(value: number): string {
  if (Number.isSafeInteger(value)) return String(value);
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf";
  return goFloat(value);
}
