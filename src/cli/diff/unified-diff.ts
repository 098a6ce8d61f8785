/** Formats the differences of two texts like `diff -u`. */
import type { Colour, Paint } from "../screen/paint.ts";
import { type LineEdit, lineEdits } from "./line-edits.ts";

/** Number of unchanged lines around a change. */
const contextLines = 3;

const marks = { same: " ", gone: "-", new: "+" } as const;
const colours: Readonly<Partial<Record<LineEdit["type"], Colour>>> = { gone: "red", new: "green" };

/** One side of a comparison. */
export interface Compared {
  readonly title: string;
  readonly lines: readonly string[];
}

/** Returns the lines of the diff. @returns an empty list if both sides are equal */
export function unifiedDiff(before: Compared, after: Compared, paint: Paint): readonly string[] {
  const edits = lineEdits(before.lines, after.lines);
  const hunks = hunksOf(edits);
  if (hunks.length === 0) return [];
  return [
    paint("bold", `--- ${before.title}`),
    paint("bold", `+++ ${after.title}`),
    ...hunks.flatMap(([start, end]) => hunkLines(edits, start, end, paint)),
  ];
}

/** Returns ranges of edits that contain changes with their context, as start and exclusive end. */
function hunksOf(edits: readonly LineEdit[]): readonly (readonly [start: number, end: number])[] {
  const hunks: [number, number][] = [];
  edits.forEach(({ type }, index) => {
    if (type === "same") return;
    const [start, end] = [Math.max(0, index - contextLines), Math.min(edits.length, index + contextLines + 1)];
    const last = hunks.at(-1);
    if (last && start <= last[1]) last[1] = end;
    else hunks.push([start, end]);
  });
  return hunks;
}

function hunkLines(edits: readonly LineEdit[], start: number, end: number, paint: Paint): readonly string[] {
  const head = edits.slice(0, start);
  const hunk = edits.slice(start, end);
  const place = (side: "gone" | "new"): string => {
    const other = side === "gone" ? "new" : "gone";
    const count = hunk.filter(({ type }) => type !== other).length;
    const line = head.filter(({ type }) => type !== other).length + (count === 0 ? 0 : 1);
    return count === 1 ? `${line}` : `${line},${count}`;
  };
  return [
    paint("cyan", `@@ -${place("gone")} +${place("new")} @@`),
    ...hunk.map(({ type, text }) => {
      const line = marks[type] + text;
      const colour = colours[type];
      return colour ? paint(colour, line) : line;
    }),
  ];
}
