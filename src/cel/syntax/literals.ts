/** The values of literals. */
import { Uint } from "../values/index.ts";
import type { ConstantValue } from "./ast.ts";
import { token } from "./tokens.ts";

const intMin = -(2n ** 63n);
const intMax = 2n ** 63n - 1n;
const uintMax = 2n ** 64n - 1n;
/** Numbers with up to this many digits are exact in a JavaScript number, which is faster to parse than a bigint. */
const safeDigits = 15;

/**
 * Returns the value of a literal; undefined if it has none.
 * @param kind of the token
 * @param isNegative whether there is a sign before a signed integer or a floating-point number
 */
export function literalValue(kind: number, text: string, isNegative: boolean): ConstantValue | undefined {
  switch (kind) {
    case token.int:
      return intValue(text, isNegative);
    case token.double:
      return doubleValue(text, isNegative);
    case token.string:
      return stringValue(text);
    case token.bytes:
      return bytesValue(text);
    case token.uint:
      return uintValue(text);
    case token.trueKeyword:
      return true;
    case token.falseKeyword:
      return false;
    case token.nullKeyword:
      return null;
    default:
      return undefined;
  }
}

/** Returns the message about a literal that has no value. */
export function literalFault(kind: number): string {
  if (kind === token.int) return "invalid int literal";
  if (kind === token.uint) return "invalid uint literal";
  return kind === token.double ? "invalid double literal" : "unable to unescape string";
}

/**
 * Returns the value of a signed integer; undefined if it needs more than 64 bits.
 * @param digits such as `12` or `0x1f`
 */
function intValue(digits: string, isNegative: boolean): bigint | undefined {
  const magnitude = digits.length <= safeDigits ? BigInt(Number(digits)) : BigInt(digits);
  const value = isNegative ? -magnitude : magnitude;
  return value >= intMin && value <= intMax ? value : undefined;
}

/**
 * Returns the value of an unsigned integer; undefined if it needs more than 64 bits.
 * @param text such as `12u` or `0x1fU`
 */
function uintValue(text: string): Uint | undefined {
  const value = BigInt(text.slice(0, -1));
  return value <= uintMax ? new Uint(value) : undefined;
}

/** Returns the value of a floating-point number; undefined if it is too large. */
function doubleValue(digits: string, isNegative: boolean): number | undefined {
  const magnitude = Number(digits);
  if (magnitude === Infinity) return undefined;
  return isNegative ? -magnitude : magnitude;
}

/**
 * Returns the value of a string literal; undefined if it contains an escape sequence of no code point.
 * @param text with its quotes and its prefix, as the scanner accepts it
 */
function stringValue(text: string): string | undefined {
  const { content, isRaw } = unquote(text);
  if (isRaw || !content.includes("\\")) return content;
  let isValid = true;
  const value = content.replaceAll(escapeSequence, (escape) => {
    const character = escapedCharacter(escape);
    isValid &&= character !== undefined;
    return character ?? "";
  });
  return isValid ? value : undefined;
}

const encoder = new TextEncoder();

/** Returns the value of a bytes literal; undefined if it contains `\u` or `\U`. */
function bytesValue(text: string): Uint8Array | undefined {
  const { content, isRaw } = unquote(text.slice(1));
  if (isRaw || !content.includes("\\")) return encoder.encode(content);
  const parts: number[] = [];
  let from = 0;
  for (const match of content.matchAll(escapeSequence)) {
    const escape = match[0];
    if (/^\\u/i.test(escape)) return undefined;
    appendUtf8(parts, content.slice(from, match.index));
    parts.push(escapedCharacter(escape)?.charCodeAt(0) ?? 0);
    from = match.index + escape.length;
  }
  appendUtf8(parts, content.slice(from));
  return Uint8Array.from(parts);
}

function appendUtf8(bytes: number[], text: string): void {
  for (const byte of encoder.encode(text)) bytes.push(byte);
}

interface QuotedContent {
  readonly content: string;
  readonly isRaw: boolean;
}

/** Returns the text between the quotes of a literal. Its line ends are line feeds. */
function unquote(text: string): QuotedContent {
  const isRaw = text.startsWith("r") || text.startsWith("R");
  const start = isRaw ? 1 : 0;
  const isTripled = text.length >= start + 6 && (text.startsWith("'''", start) || text.startsWith('"""', start));
  const quotes = isTripled ? 3 : 1;
  const content = text.slice(start + quotes, -quotes);
  return { content: content.includes("\r") ? content.replaceAll(/\r\n?/g, "\n") : content, isRaw };
}

const escapeSequence = /\\(?:[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-3][0-7]{2}|[^])/g;

const namedEscapes: ReadonlyMap<string, string> = new Map([
  ["a", "\u0007"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
]);
const codePointMax = 0x10ffff;
const int32Max = 0x7fffffff;
const asciiMax = 0x7f;

/** Returns the character of an escape sequence. A surrogate is replaced by U+FFFD, because it is not a character. */
function escapedCharacter(escape: string): string | undefined {
  const type = escape.charAt(1);
  if (escape.length === 2) return namedEscapes.get(type) ?? type;
  const code = type >= "0" && type <= "3" ? Number.parseInt(escape.slice(1), 8) : Number.parseInt(escape.slice(2), 16);
  // The reference reads eight digits as a signed number, and keeps the last byte of a negative one.
  if (code > int32Max) return (code & 0xff) <= asciiMax ? String.fromCharCode(code & asciiMax) : "\ufffd";
  if (code > codePointMax) return undefined;
  return code >= 0xd800 && code <= 0xdfff ? "\ufffd" : String.fromCodePoint(code);
}
