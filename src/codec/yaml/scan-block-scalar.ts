/** Scans block scalars, which start with `|` or `>` and consist of indented lines. */
import { endOfText, isBlank, isBreak, isBreakOrEnd, isDigit } from "./characters.ts";
import type { Cursor } from "./cursor.ts";

const digit0 = 0x30;
const greaterThan = 0x3e;
const hash = 0x23;
const minus = 0x2d;
const plus = 0x2b;
const space = 0x20;
const tab = 0x09;

/** Treatment of line breaks at the end: `clip` keeps the first, `strip` drops all, `keep` keeps all. */
type Chomping = "clip" | "strip" | "keep";

/**
 * Returns the value of the block scalar whose indicator is at the cursor.
 * @param parentIndent indentation of the surrounding block; -1 at the top level
 */
export function scanBlockScalar(cursor: Cursor, parentIndent: number): string {
  const isFolded = cursor.code() === greaterThan;
  cursor.at++;
  const header = scanHeader(cursor);
  const base = Math.max(parentIndent, 0);
  const found = skipIndentation(cursor, header.indent === undefined ? undefined : base + header.indent);
  const indent = header.indent === undefined ? Math.max(found.widest, parentIndent + 1, 1) : base + header.indent;
  let { breaks } = found;
  let value = "";
  let lineBreak = "";
  let wasIndented = false;
  while (cursor.column === indent && cursor.code() !== endOfText) {
    const isIndented = isBlank(cursor.code());
    const joins = isFolded && !wasIndented && !isIndented && lineBreak === "\n";
    if (!joins) value += lineBreak;
    else if (breaks === "") value += " ";
    value += breaks + readLine(cursor);
    wasIndented = isIndented;
    lineBreak = cursor.readBreak();
    breaks = skipIndentation(cursor, indent).breaks;
  }
  if (header.chomping === "strip") return value;
  return header.chomping === "keep" ? value + lineBreak + breaks : value + lineBreak;
}

interface Header {
  readonly chomping: Chomping;
  /** Indentation relative to the parent. Undefined if the header gives none. */
  readonly indent: number | undefined;
}

function scanHeader(cursor: Cursor): Header {
  let chomping = scanChomping(cursor);
  const indent = scanIndentIndicator(cursor);
  if (indent !== undefined && chomping === undefined) chomping = scanChomping(cursor);
  while (isBlank(cursor.code())) cursor.at++;
  if (cursor.code() === hash) while (!isBreakOrEnd(cursor.code())) cursor.at++;
  if (!isBreakOrEnd(cursor.code())) throw cursor.error("did not find expected comment or line break");
  cursor.skipBreak();
  return { chomping: chomping ?? "clip", indent };
}

function scanChomping(cursor: Cursor): Chomping | undefined {
  const code = cursor.code();
  if (code !== plus && code !== minus) return undefined;
  cursor.at++;
  return code === plus ? "keep" : "strip";
}

function scanIndentIndicator(cursor: Cursor): number | undefined {
  const code = cursor.code();
  if (!isDigit(code)) return undefined;
  if (code === digit0) throw cursor.error("found an indentation indicator equal to 0");
  cursor.at++;
  return code - digit0;
}

function readLine(cursor: Cursor): string {
  const first = cursor.at;
  while (!isBreakOrEnd(cursor.code())) cursor.at++;
  return cursor.text.slice(first, cursor.at);
}

/**
 * Skips empty lines, and at most `indent` blanks of the next line.
 * @param indent if undefined, all blanks are skipped
 */
function skipIndentation(cursor: Cursor, indent = Number.POSITIVE_INFINITY): { breaks: string; widest: number } {
  let breaks = "";
  let widest = 0;
  for (;;) {
    while (cursor.column < indent && cursor.code() === space) cursor.at++;
    widest = Math.max(widest, cursor.column);
    if (cursor.column < indent && cursor.code() === tab) {
      throw cursor.error("found a tab character where an indentation space is expected");
    }
    if (!isBreak(cursor.code())) return { breaks, widest };
    breaks += cursor.readBreak();
  }
}
