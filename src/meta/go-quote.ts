/**
 * Texts and values as Go prints them. Messages of the API show rejected values this way, and clients compare messages.
 */

import { compareText } from "../base/compare-text.ts";

const plainText = /^[ !#-[\]-~]*$/;
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

/** A text in double quotes, as `%q` prints it. Half of a surrogate pair reads as U+FFFD, as it would after decoding. */
export function goQuote(text: string): string {
  if (plainText.test(text)) return `"${text}"`;
  let quoted = '"';
  for (const character of text) quoted += escapes[character] ?? quoteCharacter(character);
  return `${quoted}"`;
}

/** Whether Go counts a single character as printable: letters, marks, numbers, punctuation, symbols, and the space. */
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

/** A text as messages of Go's time package quote it: every byte outside printable ASCII as `\x..`. */
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

/** A value whose print is already known, for types that print in a way of their own. */
export class GoText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A stored point in time: `2025-01-01 00:00:00 +0000 UTC`. */
export function goTime(time: string): GoText {
  return new GoText(time.replace("T", " ").replace(/Z$/, " +0000 UTC"));
}

/** A list that is no list of texts, with the Go type of its items. An empty one prints as nil, as unset lists do. */
export function goTypedList(type: string, items: readonly unknown[]): GoText {
  return new GoText(`[]${type}${items.length === 0 ? "(nil)" : goItems(items, elementType)}`);
}

/** A list of texts: `[]string{"a", "b"}`. @param type of the texts */
export function goTextList(list: readonly string[] | undefined, type = "string"): GoText {
  return goTypedList(type, list ?? []);
}

/**
 * Values that messages show. A list of anything but texts needs `goTypedList`, because its print begins with the type of its items.
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
 * A rejected value as messages show it: texts quoted, numbers and booleans plain, nothing as `"null"`, lists and maps
 * in Go syntax. An empty list prints as nil. A map that holds anything but texts prints as the untyped one of a custom resource.
 */
export function goValue(value: ShownValue): string {
  if (value === undefined || value === null) return '"null"';
  return Array.isArray(value) ? goTextList(value as readonly string[]).text : goSyntax(value, elementType);
}

/** A value that was read without a type, in Go syntax (`%#v`): no list or map of it is one of texts. */
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

/** Whole numbers print as integers do, all others as a float64. */
function goNumber(value: number): string {
  if (Number.isSafeInteger(value)) return String(value);
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf";
  const [mantissa = "", power = "0"] = value.toExponential().split("e");
  const exponent = Number(power);
  // Past these bounds the power of ten is written, always with two digits or more.
  if (exponent >= -4 && exponent < 6) return value.toString();
  return `${mantissa}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}
