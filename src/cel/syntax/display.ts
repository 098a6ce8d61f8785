/** Shows faults with the lines in which they are. */
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

/** Returns the faults of an expression in the reference's form, in the order of their positions. */
export function displayIssues(text: string, issues: readonly Issue[]): string {
  const lines = text === "" ? [] : text.replaceAll(/\p{Surrogate}/gu, "\ufffd").split("\n");
  const placed = issues.map((issue) => ({ place: placeOf(issue.offset, lines), message: issue.message }));
  placed.sort((one, other) => one.place.line - other.place.line || one.place.column - other.place.column);
  const shown = placed.slice(0, issuesMax).map(({ place, message }) => displayIssue(place, message, lines));
  if (issues.length > issuesMax) shown.push(`${issues.length - issuesMax} more errors were truncated`);
  return shown.join("\n");
}

function placeOf(offset: number | undefined, lines: readonly string[]): Place {
  if (offset === undefined) return { line: -1, column: -1 };
  let rest = offset;
  for (const [index, line] of lines.entries()) {
    const length = Array.from(line).length;
    if (rest <= length || index === lines.length - 1) return { line: index + 1, column: rest };
    rest -= length + 1;
  }
  return { line: 1, column: rest };
}

function displayIssue({ line, column }: Place, message: string, lines: readonly string[]): string {
  const head = `ERROR: <input>:${line}:${column + 1}: ${message}`;
  const text = lines[line - 1]?.replaceAll("\t", " ");
  if (text === undefined || Buffer.byteLength(text) > lineBytesMax) return head;
  const points = Array.from(text);
  const before = points.slice(0, Math.max(column, 0)).map((point) => (isWide(point) ? "\uff0e" : "."));
  return `${head}\n | ${text}\n | ${before.join("")}${isWide(points[Math.max(column, 0)]) ? "\uff3e" : "^"}`;
}

function isWide(point: string | undefined): boolean {
  return point !== undefined && (point.codePointAt(0) ?? 0) > 0x7f;
}
