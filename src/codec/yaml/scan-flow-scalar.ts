/** Scans plain and quoted scalars, whose line breaks are folded into blanks. */
import { endOfText, hexDigit, isBlank, isBlankBreakOrEnd, isBreak } from "./characters.ts";
import type { Cursor } from "./cursor.ts";

const backslash = 0x5c;
const colon = 0x3a;
const doubleQuote = 0x22;
const hash = 0x23;
const singleQuote = 0x27;
const tab = 0x09;

/** Where a plain scalar occurs. */
export interface PlainContext {
  /** Whether it is inside `[]` or `{}`. */
  readonly inFlow: boolean;
  /** In a block, a line with less indentation ends the scalar. */
  readonly indent: number;
}

/** A scanned plain scalar. */
export interface PlainScalar {
  readonly value: string;
  /** Whether line breaks after the scalar were consumed with it. */
  readonly endsLine: boolean;
}

/** Scans the plain scalar that begins at the cursor. */
export function scanPlainScalar(cursor: Cursor, context: PlainContext): PlainScalar {
  let value = "";
  let space: WhiteSpace = noSpace;
  while (!cursor.isAtDocumentMarker() && cursor.code() !== hash) {
    const first = cursor.at;
    skipPlainWord(cursor, context.inFlow);
    if (cursor.at > first) {
      value += space.folded + cursor.text.slice(first, cursor.at);
      space = noSpace;
    }
    if (!isBlank(cursor.code()) && !isBreak(cursor.code())) break;
    space = skipPlainSpace(cursor, context);
    if (!context.inFlow && cursor.column < context.indent) break;
  }
  return { value, endsLine: space.hasBreak };
}

function skipPlainWord(cursor: Cursor, inFlow: boolean): void {
  const { text } = cursor;
  let at = cursor.at;
  for (; ; at++) {
    const code = text.charCodeAt(at);
    if (isBlankBreakOrEnd(code)) break;
    if (code === colon && isBlankBreakOrEnd(text.charCodeAt(at + 1))) break;
    if (inFlow && endsPlainInFlow(code)) break;
  }
  cursor.at = at;
}

/** Whether the code unit is one of `,` `?` `[` `]` `{` `}`. */
function endsPlainInFlow(code: number): boolean {
  return code === 0x2c || code === 0x3f || code === 0x5b || code === 0x5d || code === 0x7b || code === 0x7d;
}

interface WhiteSpace {
  /** Text that represents the white space in the value of the scalar. */
  readonly folded: string;
  readonly hasBreak: boolean;
}

const noSpace: WhiteSpace = { folded: "", hasBreak: false };

function skipPlainSpace(cursor: Cursor, context: PlainContext): WhiteSpace {
  const blanks = readBlanks(cursor);
  if (!isBreak(cursor.code())) return { folded: blanks, hasBreak: false };
  const firstBreak = cursor.readBreak();
  let furtherBreaks = "";
  for (;;) {
    if (isBreak(cursor.code())) {
      furtherBreaks += cursor.readBreak();
    } else if (isBlank(cursor.code())) {
      if (cursor.code() === tab && cursor.column < context.indent) {
        throw cursor.error("found a tab character that violates indentation");
      }
      cursor.at++;
    } else {
      return { folded: fold(firstBreak, furtherBreaks), hasBreak: true };
    }
  }
}

function readBlanks(cursor: Cursor): string {
  const first = cursor.at;
  while (isBlank(cursor.code())) cursor.at++;
  return cursor.text.slice(first, cursor.at);
}

/**
 * Folds line breaks. A single line feed becomes a blank. Of several line breaks, a leading line feed is dropped.
 * Unicode separators are kept.
 */
function fold(firstBreak: string, furtherBreaks: string): string {
  if (firstBreak !== "\n") return firstBreak + furtherBreaks;
  return furtherBreaks === "" ? " " : furtherBreaks;
}

/** Returns the value of the quoted scalar whose opening quote is at the cursor. */
export function scanQuotedScalar(cursor: Cursor): string {
  const quote = cursor.code();
  cursor.at++;
  let value = "";
  for (;;) {
    if (cursor.isAtDocumentMarker()) throw cursor.error("found unexpected document indicator");
    if (cursor.code() === endOfText) throw cursor.error("found unexpected end of stream");
    const word = quote === singleQuote ? readSingleQuotedWord(cursor) : readDoubleQuotedWord(cursor);
    value += word.text;
    if (cursor.code() === quote) break;
    value += skipQuotedSpace(cursor, word.endsInBreak);
  }
  cursor.at++;
  return value;
}

interface QuotedWord {
  readonly text: string;
  /**
   * Whether the word ends with a backslash at the end of the line. The line break and the blanks after it are then
   * dropped.
   */
  readonly endsInBreak: boolean;
}

function readSingleQuotedWord(cursor: Cursor): QuotedWord {
  let text = "";
  let first = cursor.at;
  for (; !isBlankBreakOrEnd(cursor.code()); cursor.at++) {
    if (cursor.code() !== singleQuote) continue;
    if (cursor.code(1) !== singleQuote) break;
    text += cursor.text.slice(first, ++cursor.at);
    first = cursor.at + 1;
  }
  return { text: text + cursor.text.slice(first, cursor.at), endsInBreak: false };
}

function readDoubleQuotedWord(cursor: Cursor): QuotedWord {
  let text = "";
  let first = cursor.at;
  while (!isBlankBreakOrEnd(cursor.code()) && cursor.code() !== doubleQuote) {
    if (cursor.code() !== backslash) {
      cursor.at++;
      continue;
    }
    text += cursor.text.slice(first, cursor.at);
    if (isBreak(cursor.code(1))) {
      cursor.at++;
      cursor.skipBreak();
      return { text, endsInBreak: true };
    }
    text += readEscape(cursor);
    first = cursor.at;
  }
  return { text: text + cursor.text.slice(first, cursor.at), endsInBreak: false };
}

/** Skips the white space between two words of a quoted scalar, and returns its folded form. */
function skipQuotedSpace(cursor: Cursor, afterEscapedBreak: boolean): string {
  const blanks = readBlanks(cursor);
  if (!afterEscapedBreak && !isBreak(cursor.code())) return blanks;
  const firstBreak = afterEscapedBreak ? "" : cursor.readBreak();
  let furtherBreaks = "";
  while (isBlank(cursor.code()) || isBreak(cursor.code())) {
    if (isBlank(cursor.code())) cursor.at++;
    else furtherBreaks += cursor.readBreak();
  }
  return fold(firstBreak, furtherBreaks);
}

const escapes: ReadonlyMap<string, string> = new Map([
  ["0", "\0"],
  ["a", "\x07"],
  ["b", "\b"],
  ["t", "\t"],
  ["\t", "\t"],
  ["n", "\n"],
  ["v", "\v"],
  ["f", "\f"],
  ["r", "\r"],
  ["e", "\x1b"],
  [" ", " "],
  ['"', '"'],
  ["'", "'"],
  ["\\", "\\"],
  ["N", "\u0085"],
  ["_", "\u00a0"],
  ["L", "\u2028"],
  ["P", "\u2029"],
]);
const hexEscapeLengths: ReadonlyMap<string, number> = new Map([
  ["x", 2],
  ["u", 4],
  ["U", 8],
]);

function readEscape(cursor: Cursor): string {
  const letter = cursor.text.charAt(cursor.at + 1);
  const simple = escapes.get(letter);
  const hexLength = hexEscapeLengths.get(letter);
  if (simple === undefined && hexLength === undefined) throw cursor.error("found unknown escape character");
  cursor.at += 2;
  return simple ?? readHexEscape(cursor, hexLength ?? 0);
}

function readHexEscape(cursor: Cursor, length: number): string {
  let codePoint = 0;
  for (let index = 0; index < length; index++) {
    const digit = hexDigit(cursor.code(index));
    if (digit === undefined) throw cursor.error("did not find expected hexdecimal number");
    codePoint = codePoint * 16 + digit;
  }
  const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
  if (isSurrogate || codePoint > 0x10ffff) throw cursor.error("found invalid Unicode character escape code");
  cursor.at += length;
  return String.fromCodePoint(codePoint);
}
