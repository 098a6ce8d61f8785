/** The file of the comparison's results. Figures can be measured at different times and on different machines. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Measurement } from "../figure.ts";
import type { Machine } from "../report/plot.ts";

/** Results of one figure. */
export interface FigureResults {
  readonly figure: string;
  readonly measuredAt: string;
  readonly machine: Machine;
  readonly runs: number;
  readonly measurements: readonly Measurement[];
}

/** Adds results to those in the file, and replaces earlier ones of the same figures. Returns all, in the order of `order`. */
export function mergeResults(
  earlier: readonly FigureResults[],
  added: readonly FigureResults[],
  order: readonly string[],
): readonly FigureResults[] {
  const byFigure = new Map([...earlier, ...added].map((results) => [results.figure, results]));
  return order.flatMap((figure) => byFigure.get(figure) ?? []);
}

/** Returns the results in the file. Empty if the file does not exist. */
export function readFigureResults(path: string): readonly FigureResults[] {
  if (!existsSync(path)) return [];
  return (JSON.parse(readFileSync(path, "utf8")) as { figures: readonly FigureResults[] }).figures;
}

/** Writes the results. */
export function writeFigureResults(path: string, figures: readonly FigureResults[]): void {
  writeFileSync(path, `${JSON.stringify({ figures }, undefined, 2)}\n`);
}
