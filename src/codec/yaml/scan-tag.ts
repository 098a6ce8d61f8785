/** Scans anchors, aliases, tags and directives. */
import { hexDigit, isBlank, isBlankBreakOrEnd, isBreakOrEnd, isDigit, isWordCharacter } from "./characters.ts";
import type { Cursor } from "./cursor.ts";

const dot = 0x2e;
const exclamation = 0x21;
const greaterThan = 0x3e;
const hash = 0x23;
const lessThan = 0x3c;
const percent = 0x25;
/** Characters that may directly follow the name of an anchor, besides white space. */
const anchorEnds = "?:,]}%@`";
/** Characters of a tag, besides word characters. */
const tagCharacters = ";/?:@&=+$,.!~*'()[]%";
const versionDigitsMax = 2;

/** Returns the name after the `&` or `*` at the cursor. */
export function scanAnchorName(cursor: Cursor): string {
  cursor.at++;
  const name = readWord(cursor);
  const isEnd = isBlankBreakOrEnd(cursor.code()) || anchorEnds.includes(cursor.text.charAt(cursor.at));
  if (name === "" || !isEnd) throw cursor.error("did not find expected alphabetic or numeric character");
  return name;
}

/** A YAML tag as it is written, before the handle is replaced with its prefix. */
export interface TagParts {
  /** `!`, `!!` or `!name!`; empty if `suffix` is the whole tag. */
  readonly handle: string;
  readonly suffix: string;
}

/** Scans the tag whose `!` is at the cursor. */
export function scanTag(cursor: Cursor): TagParts {
  const tag = cursor.code(1) === lessThan ? scanVerbatimTag(cursor) : scanShorthandTag(cursor);
  if (!isBlankBreakOrEnd(cursor.code())) throw cursor.error("did not find expected whitespace or line break");
  return tag;
}

function scanVerbatimTag(cursor: Cursor): TagParts {
  cursor.at += 2;
  const suffix = scanTagUri(cursor, false);
  if (cursor.code() !== greaterThan) throw cursor.error("did not find the expected '>'");
  cursor.at++;
  return { handle: "", suffix };
}

function scanShorthandTag(cursor: Cursor): TagParts {
  const head = scanTagHandle(cursor);
  if (head.length > 1 && head.endsWith("!")) return { handle: head, suffix: scanTagUri(cursor, false) };
  const suffix = head.slice(1) + scanTagUri(cursor, true);
  return suffix === "" ? { handle: "", suffix: "!" } : { handle: "!", suffix };
}

function scanTagHandle(cursor: Cursor): string {
  if (cursor.code() !== exclamation) throw cursor.error("did not find expected '!'");
  const first = cursor.at++;
  readWord(cursor);
  if (cursor.code() === exclamation) cursor.at++;
  return cursor.text.slice(first, cursor.at);
}

function scanTagUri(cursor: Cursor, mayBeEmpty: boolean): string {
  let uri = "";
  const first = cursor.at;
  let plainFirst = first;
  while (isWordCharacter(cursor.code()) || isTagCharacter(cursor)) {
    if (cursor.code() === percent) {
      uri += cursor.text.slice(plainFirst, cursor.at) + scanEscapedCharacter(cursor);
      plainFirst = cursor.at;
    } else {
      cursor.at++;
    }
  }
  if (cursor.at === first && !mayBeEmpty) throw cursor.error("did not find expected tag URI");
  return uri + cursor.text.slice(plainFirst, cursor.at);
}

function isTagCharacter(cursor: Cursor): boolean {
  return tagCharacters.includes(cursor.text.charAt(cursor.at));
}

/** Reads the `%xx` escapes of one character. Their number is the length of its UTF-8 form. */
function scanEscapedCharacter(cursor: Cursor): string {
  const octets: number[] = [];
  let length = 1;
  do {
    const high = hexDigit(cursor.code(1));
    const low = hexDigit(cursor.code(2));
    if (cursor.code() !== percent || high === undefined || low === undefined) {
      throw cursor.error("did not find URI escaped octet");
    }
    const octet = high * 16 + low;
    if (octets.length === 0) length = utf8Length(octet);
    if (length === 0) throw cursor.error("found an incorrect leading UTF-8 octet");
    if (octets.length > 0 && (octet & 0xc0) !== 0x80) throw cursor.error("found an incorrect trailing UTF-8 octet");
    octets.push(octet);
    cursor.at += 3;
  } while (octets.length < length);
  return Buffer.from(octets).toString("utf8");
}

function utf8Length(leadingOctet: number): number {
  if (leadingOctet < 0x80) return 1;
  if (leadingOctet >> 5 === 0b110) return 2;
  if (leadingOctet >> 4 === 0b1110) return 3;
  return leadingOctet >> 3 === 0b11110 ? 4 : 0;
}

/** A `%YAML` or `%TAG` directive. */
export type Directive =
  | { readonly kind: "version-directive"; readonly value: string; readonly suffix: string }
  | { readonly kind: "tag-directive"; readonly value: string; readonly suffix: string };

/** Scans the directive whose `%` is at the cursor, including its line break. */
export function scanDirective(cursor: Cursor): Directive {
  cursor.at++;
  const directive = scanDirectiveContent(cursor, scanDirectiveName(cursor));
  skipBlanks(cursor);
  if (cursor.code() === hash) while (!isBreakOrEnd(cursor.code())) cursor.at++;
  if (!isBreakOrEnd(cursor.code())) throw cursor.error("did not find expected comment or line break");
  cursor.skipBreak();
  return directive;
}

function scanDirectiveContent(cursor: Cursor, name: string): Directive {
  skipBlanks(cursor);
  if (name === "YAML") return { kind: "version-directive", value: scanVersion(cursor), suffix: "" };
  if (name === "TAG") return { kind: "tag-directive", ...scanTagDirective(cursor) };
  throw cursor.error("found unknown directive name");
}

function scanDirectiveName(cursor: Cursor): string {
  const name = readWord(cursor);
  if (name === "") throw cursor.error("could not find expected directive name");
  if (!isBlankBreakOrEnd(cursor.code())) throw cursor.error("found unexpected non-alphabetical character");
  return name;
}

function scanVersion(cursor: Cursor): string {
  const major = scanVersionNumber(cursor);
  if (cursor.code() !== dot) throw cursor.error("did not find expected digit or '.' character");
  cursor.at++;
  return `${major}.${scanVersionNumber(cursor)}`;
}

function scanVersionNumber(cursor: Cursor): number {
  const first = cursor.at;
  while (isDigit(cursor.code())) {
    if (cursor.at - first === versionDigitsMax) throw cursor.error("found extremely long version number");
    cursor.at++;
  }
  if (cursor.at === first) throw cursor.error("did not find expected version number");
  return Number(cursor.text.slice(first, cursor.at));
}

function scanTagDirective(cursor: Cursor): { readonly value: string; readonly suffix: string } {
  const handle = scanTagHandle(cursor);
  if (handle !== "!" && !handle.endsWith("!")) throw cursor.error("did not find expected '!'");
  if (!isBlank(cursor.code())) throw cursor.error("did not find expected whitespace");
  skipBlanks(cursor);
  const prefix = scanTagUri(cursor, false);
  if (!isBlankBreakOrEnd(cursor.code())) throw cursor.error("did not find expected whitespace or line break");
  return { value: handle, suffix: prefix };
}

function skipBlanks(cursor: Cursor): void {
  while (isBlank(cursor.code())) cursor.at++;
}

function readWord(cursor: Cursor): string {
  const first = cursor.at;
  while (isWordCharacter(cursor.code())) cursor.at++;
  return cursor.text.slice(first, cursor.at);
}
