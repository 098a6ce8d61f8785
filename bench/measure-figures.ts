/** Measures figures one after another, and prints the progress. */
import type { Figure, FigureContext, Measurement } from "./figure.ts";
import { Generator } from "./generator.ts";
import type { ProcessorCore } from "./process.ts";

const startMs = performance.now();

/** Returns the whole seconds since the start of this program. */
export function secondsSinceStart(): number {
  return Math.round((performance.now() - startMs) / 1000);
}

/** Prints a line about the run itself. */
export function printLine(text: string): void {
  process.stderr.write(`bench: ${text}\n`);
}

/** Results of several figures. */
export interface Outcome {
  readonly measurements: readonly Measurement[];
  /** Names of the figures that could not be measured. */
  readonly failed: readonly string[];
}

/** Settings of a run. */
export interface MeasureOptions extends Pick<FigureContext, "runs" | "measureMs" | "serverProcesses"> {
  /** Core of the load generator. Default: `load`. */
  readonly loadCore?: ProcessorCore;
}

/** Measures each figure. If one fails, the others are still measured, because they may take minutes. */
export async function measureFigures(
  chosenFigures: readonly Figure[],
  { loadCore = "load", ...settings }: MeasureOptions,
): Promise<Outcome> {
  const measurements: Measurement[] = [];
  const failed: string[] = [];
  for (const [index, figure] of chosenFigures.entries()) {
    const progress = (text: string): void =>
      printLine(`[${index + 1}/${chosenFigures.length}, ${secondsSinceStart()} s] ${text}`);
    progress(figure.title);
    try {
      await using generator = new Generator(loadCore);
      measurements.push(...(await figure.measure({ ...settings, generator, progress })));
    } catch (error) {
      failed.push(figure.name);
      progress(`${figure.name} failed: ${error instanceof Error ? error.stack : String(error)}`);
    }
  }
  return { measurements, failed };
}
