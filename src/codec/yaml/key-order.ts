import { isDigit } from "../digit.ts";

/**
 * Compares two keys of a mapping in the order in which the reference prints them. Numbers inside keys are compared by
 * value (`a2` before `a10`), and letters come after other characters.
 */
export function compareKeys(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let at = 0;
  while (at < shorter && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at === shorter ? a.length - b.length : compareTails(a, b, at);
}

/** Compares from the first different character, at `at`. */
function compareTails(a: string, b: string, at: number): number {
  const left = characterAt(a, at);
  const right = characterAt(b, at);
  const isWord = isLetter(left);
  if (isWord !== isLetter(right)) return isWord ? 1 : -1;
  const byCharacter = left < right ? -1 : 1;
  if (isWord) return byCharacter;
  const leadingDigit = (left === "0" || right === "0") && followsNonZeroDigit(a, at) ? "1" : "";
  const leftDigits = digitsAt(a, at);
  const rightDigits = digitsAt(b, at);
  const byValue = compareNumbers(leadingDigit + leftDigits, leadingDigit + rightDigits);
  return byValue || leftDigits.length - rightDigits.length || byCharacter;
}

/** Returns the whole character at `at`, which may be the second half of a surrogate pair. */
function characterAt(text: string, at: number): string {
  const isSecondHalf = /[\udc00-\udfff]/.test(text.charAt(at)) && /[\ud800-\udbff]/.test(text.charAt(at - 1));
  return String.fromCodePoint(text.codePointAt(isSecondHalf ? at - 1 : at) ?? 0);
}

/** Whether the digits directly before `at` contain more than zeros, so that a zero at `at` is part of a number. */
function followsNonZeroDigit(text: string, at: number): boolean {
  for (let index = at - 1; index >= 0 && isDigit(text.charAt(index)); index--) {
    if (text[index] !== "0") return true;
  }
  return false;
}

function digitsAt(text: string, at: number): string {
  let end = at;
  while (end < text.length && isDigit(text.charAt(end))) end++;
  return text.slice(at, end);
}

/** Compares decimal numbers of any length. No digits mean 0. */
function compareNumbers(a: string, b: string): number {
  const left = a.replace(/^0+/, "");
  const right = b.replace(/^0+/, "");
  if (left.length !== right.length) return left.length - right.length;
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function isLetter(character: string): boolean {
  return /^\p{L}/u.test(character);
}
