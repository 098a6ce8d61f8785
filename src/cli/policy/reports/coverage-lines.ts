/** The coverage of policies for a person. */
import { printableLine } from "../../screen/printable.ts";
import { count } from "../../terminal.ts";
import type { Coverage, CoveredPart } from "../coverage.ts";

/** Longest text of an expression in a line. */
const expressionCharsMax = 60;

/** Returns the lines of a report about the coverage, with an empty line before them. */
export function coverageLines(coverage: Coverage): readonly string[] {
  const { covered, possible } = coverage.totals;
  const percent = possible === 0 ? 100 : Math.floor((covered * 100) / possible);
  const rows = coverage.parts.map((part) => ({ part, cells: [part.place, part.policy, part.part, countsOf(part)] }));
  return [
    "",
    `coverage: ${covered} of ${possible} outcomes (${percent} %)`,
    ...alignedLines(rows.map(({ part, cells }) => [...cells, shortened(part.text)])),
    ...oneSidedLines(coverage),
  ];
}

/** Returns the lines about expressions that were never true or never false. */
function oneSidedLines({ oneSidedExpressions: found }: Coverage): readonly string[] {
  if (found.length === 0) return [];
  const rows = found.map(({ place, policy, part, missing, text }) => {
    const results = missing.length === 1 ? `never ${missing.join("")}` : "neither true nor false";
    return [place, policy, part, results, shortened(text)];
  });
  return ["", `${count(found.length, "expression")} never true or never false:`, ...alignedLines(rows)];
}

function alignedLines(rows: readonly (readonly string[])[]): readonly string[] {
  const columns = Math.max(0, ...rows.map((cells) => cells.length - 1));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(0, ...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  return rows.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** Returns `true 2, false 1`, and `NEVER false` for an outcome that no case had. */
function countsOf({ counts }: CoveredPart): string {
  return [...counts].map(([outcome, cases]) => (cases === 0 ? `NEVER ${outcome}` : `${outcome} ${cases}`)).join(", ");
}

function shortened(text: string): string {
  const line = printableLine(text);
  return line.length > expressionCharsMax ? `${line.slice(0, expressionCharsMax - 3)}...` : line;
}
