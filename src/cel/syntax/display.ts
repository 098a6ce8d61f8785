/** Shows faults with the lines in which they are. */
import type { Issue } from "./ast.ts";

const issuesMax = 100;
/** Longer lines are not shown, in bytes. */
const lineBytesMax = 16_384;

interface Place {
  /** The first line is 1; -1 if there is no position. */
  readonly line: number;
  /** In code points. The first column is 0. */
  readonly column: number;
}

/** Returns the faults of an expression in the reference's form, in the order of their positions. */
export function displayIssues(text: string, issues: readonly Issue[]): string {
  if (issues.length === 0) return "";
  const lines = text.replaceAll(/\p{Surrogate}/gu, "\ufffd").split("\n");
  const lineStarts = startsOf(lines);
  const sorted = issues.toSorted((one, other) => (one.offset ?? -1) - (other.offset ?? -1));
  const shown = sorted
    .slice(0, issuesMax)
    .map(({ offset, message }) => displayIssue(placeOf(offset, lineStarts), message, lines));
  if (issues.length > issuesMax) shown.push(`${issues.length - issuesMax} more errors were truncated`);
  return shown.join("\n");
}

/** Returns the offset of each line, in code points. */
function startsOf(lines: readonly string[]): readonly number[] {
  let start = 0;
  return lines.map((line) => {
    const lineStart = start;
    start += Array.from(line).length + 1;
    return lineStart;
  });
}

function placeOf(offset: number | undefined, lineStarts: readonly number[]): Place {
  if (offset === undefined) return { line: -1, column: -1 };
  const index = lineStarts.findLastIndex((start) => start <= offset);
  return { line: index + 1, column: offset - (lineStarts[index] ?? 0) };
}

function displayIssue({ line, column }: Place, message: string, lines: readonly string[]): string {
  const head = `ERROR: <input>:${line}:${column + 1}: ${message}`;
  const text = lines[line - 1]?.replaceAll("\t", " ");
  if (text === undefined || Buffer.byteLength(text) > lineBytesMax) return head;
  const points = Array.from(text);
  const before = points.slice(0, column).map((point) => (isWide(point) ? "\uff0e" : "."));
  return `${head}\n | ${text}\n | ${before.join("")}${isWide(points[column]) ? "\uff3e" : "^"}`;
}

function isWide(point: string | undefined): boolean {
  return point !== undefined && (point.codePointAt(0) ?? 0) > 0x7f;
}
