/** How a string is written so that every YAML 1.1 reader gets the same string back: the reference's choice. */
import { resolvePlain } from "./resolve.ts";

export type ScalarStyle = "plain" | "single-quoted" | "double-quoted" | "literal";

/** What can only be written with a backslash: control characters, tabs, separators, everything beyond U+FFFF. */
const needsEscape = /[^\n\u0020-\u007e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]/;
/** What has a meaning at the beginning of a plain scalar, or anywhere in it. */
const indicator = /^(?:---|\.\.\.|[#,[\]{}&*!|>'"%@`]|[-?:](?:[ \t]|$))|:(?:[ \t]|$)|[ \t]#/;
/** A number to YAML 1.1's other readers: minutes and seconds, or degrees. */
const base60 = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/;

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

/** One character as it stands in double quotes. Half a surrogate pair, which has no escape, becomes U+FFFD. */
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
