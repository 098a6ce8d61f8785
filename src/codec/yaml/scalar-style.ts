/**
 * Chooses how a string is written, so that every YAML 1.1 reader reads the same string. The choice is the reference's.
 */
import { resolvePlain } from "./resolve.ts";

/** Style of a scalar in YAML. */
export type ScalarStyle = "plain" | "single-quoted" | "double-quoted" | "literal";

/**
 * Matches characters that can only be written with an escape: control characters, tabs, separators, and characters
 * beyond U+FFFF.
 */
const needsEscape = /[^\n\u0020-\u007e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]/;
/** Matches indicators that have a meaning at the start of a plain scalar or inside it. */
const indicator = /^(?:---|\.\.\.|[#,[\]{}&*!|>'"%@`]|[-?:](?:[ \t]|$))|:(?:[ \t]|$)|[ \t]#/;
/** Matches base-60 numbers, which some YAML 1.1 readers accept, such as minutes and seconds. */
const base60 = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/;

/** Returns the style in which the reference writes a string. */
export function chooseStyle(text: string): ScalarStyle {
  const onlyEscaped = needsEscape.test(text) || text.includes(" \n");
  if (text.includes("\n")) return onlyEscaped || text.endsWith(" ") ? "double-quoted" : "literal";
  if (resolvePlain(text).type !== "str" || base60.test(text) || onlyEscaped) return "double-quoted";
  return indicator.test(text) || text.startsWith(" ") || text.endsWith(" ") ? "single-quoted" : "plain";
}

const escapes: ReadonlyMap<string, string> = new Map([
  ["\0", "0"],
  ["\x07", "a"],
  ["\b", "b"],
  ["\t", "t"],
  ["\n", "n"],
  ["\v", "v"],
  ["\f", "f"],
  ["\r", "r"],
  ["\x1b", "e"],
  ['"', '"'],
  ["\\", "\\"],
  ["\u0085", "N"],
  ["\u2028", "L"],
  ["\u2029", "P"],
]);

/**
 * Returns a character as it is written inside double quotes. An unpaired surrogate, which has no escape, becomes
 * U+FFFD.
 */
export function escapeCharacter(character: string): string {
  const letter = escapes.get(character);
  if (letter !== undefined) return `\\${letter}`;
  if (!needsEscape.test(character)) return character;
  const codePoint = character.codePointAt(0) ?? 0;
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return "\ufffd";
  const hex = codePoint.toString(16).toUpperCase();
  if (codePoint <= 0xff) return `\\x${hex.padStart(2, "0")}`;
  return codePoint <= 0xffff ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}
