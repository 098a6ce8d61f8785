/** Finds the ends of quoted literals. */
import { isHexadecimalDigit } from "./characters.ts";

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const quotationMark = 0x22;
const apostrophe = 0x27;
const backslash = 0x5c;

/** Whether a code unit is a single or a double quote. */
export function isQuote(code: number): boolean {
  return code === quotationMark || code === apostrophe;
}

/**
 * Returns where the quoted literal ends that starts with the quote at `start`. If the literal is malformed or does not end,
 * returns the complement `~index` of the index of the first character that does not fit.
 * @param isRaw whether a backslash is an ordinary character
 */
export function endOfQuotedText(text: string, start: number, isRaw: boolean): number {
  const quote = text.charCodeAt(start);
  if (text.charCodeAt(start + 1) === quote) {
    const isTripled = text.charCodeAt(start + 2) === quote;
    const end = isTripled ? endOfTripleQuotedText(text, start, isRaw) : -1;
    return end < 0 ? start + 2 : end;
  }
  let at = start + 1;
  while (at >= 0) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code === lineFeed || code === carriageReturn || at >= text.length) return ~at;
    at = code === backslash && !isRaw ? endOfEscape(text, at) : at + 1;
  }
  return at;
}

function endOfTripleQuotedText(text: string, start: number, isRaw: boolean): number {
  const closing = text.slice(start, start + 3);
  if (isRaw) {
    const closed = text.indexOf(closing, start + 3);
    return closed < 0 ? -1 : closed + 3;
  }
  let at = start + 3;
  while (at >= 0 && at < text.length) {
    if (text.startsWith(closing, at)) return at + 3;
    at = text.charCodeAt(at) === backslash ? endOfEscape(text, at) : at + 1;
  }
  return -1;
}

/** How many hexadecimal digits follow `\x`, `\X`, `\u` or `\U`; 0 for other escapes. */
function hexadecimalDigits(escape: string): number {
  if (escape === "x" || escape === "X") return 2;
  if (escape === "u") return 4;
  return escape === "U" ? 8 : 0;
}

function isOctalDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x37;
}

/** Returns where the escape sequence ends whose backslash is at `start`, or the complement of the index of the fault. */
function endOfEscape(text: string, start: number): number {
  const escape = text.charAt(start + 1);
  if (escape !== "" && "abfnrtv\"'\\?`".includes(escape)) return start + 2;
  if (escape >= "0" && escape <= "3") return endOfDigits(text, start + 2, 2, isOctalDigit);
  const digits = hexadecimalDigits(escape);
  return digits === 0 ? ~(start + 1) : endOfDigits(text, start + 2, digits, isHexadecimalDigit);
}

function endOfDigits(text: string, start: number, count: number, isValid: (code: number) => boolean): number {
  for (let at = start; at < start + count; at++) {
    if (!isValid(text.charCodeAt(at))) return ~at;
  }
  return start + count;
}
