/** Shows faults with the lines in which they are. */
import { codePointCount } from "../values/index.ts";
import type { Issue } from "./ast.ts";

const issuesMax = 100;
/** Longer lines are not shown, in bytes. */
const lineBytesMax = 16_384;

interface Place {
  /** The first line is 1; -1 if there is no position. */
  readonly line: number;
  /** In code points. The first column is 0; -1 for a part that is missing in the text. */
  readonly column: number;
}

interface Line {
  readonly text: string;
  /** Where the line starts, in code points. */
  readonly offset: number;
}

/**
 * Returns the faults of an expression in the reference's form, in the order of their positions. Only the first hundred that were
 * found are shown.
 */
export function displayIssues(text: string, issues: readonly Issue[]): string {
  if (issues.length === 0) return "";
  const lines = linesOf(text.replaceAll(/\p{Surrogate}/gu, "\ufffd"));
  const placed = issues
    .slice(0, issuesMax)
    .map((issue) => ({ place: placeOf(issue.offset, lines), message: issue.message }));
  placed.sort((one, other) => one.place.line - other.place.line || one.place.column - other.place.column);
  const shown = placed.map(({ place, message }) => displayIssue(place, message, lines[place.line - 1]?.text));
  if (issues.length > issuesMax) shown.push(`${issues.length - issuesMax} more errors were truncated`);
  return shown.join("\n");
}

function linesOf(text: string): readonly Line[] {
  if (text === "") return [];
  let next = 0;
  return text.split("\n").map((line) => {
    const offset = next;
    next += codePointCount(line) + 1;
    return { text: line, offset };
  });
}

function placeOf(offset: number | undefined, lines: readonly Line[]): Place {
  if (offset === undefined) return { line: -1, column: -1 };
  const index = Math.max(
    lines.findLastIndex((line) => line.offset <= offset),
    0,
  );
  return { line: index + 1, column: offset - (lines[index]?.offset ?? 0) };
}

function displayIssue({ line, column }: Place, message: string, lineText: string | undefined): string {
  const head = `ERROR: <input>:${line}:${column + 1}: ${message}`;
  const text = lineText?.replaceAll("\t", " ");
  if (text === undefined || Buffer.byteLength(text) > lineBytesMax) return head;
  const points = Array.from(text);
  const before = points.slice(0, Math.max(column, 0)).map((point) => (isWide(point) ? "\uff0e" : "."));
  return `${head}\n | ${text}\n | ${before.join("")}${isWide(points[Math.max(column, 0)]) ? "\uff3e" : "^"}`;
}

function isWide(point: string | undefined): boolean {
  return point !== undefined && (point.codePointAt(0) ?? 0) > 0x7f;
}
