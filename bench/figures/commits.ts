/** Raw limit of durable writes: a bare LMDB store in a separate process. */
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { FigureContext, Measurement } from "../figure.ts";
import { createDataDir } from "../orch-server.ts";
import { commandForCore } from "../process.ts";
import type { StudyLimit } from "../study.ts";
import {
  type MeasuredSide,
  measureAlternately,
  type RequestLoad,
  RequestRateSide,
  responsesPerSecond,
} from "./rates.ts";

/** Writes to compare with bare commits. */
export interface CommitComparison {
  readonly name: string;
  readonly unit: string;
  readonly rate: RequestLoad;
  /** Goal: the share of the bare commits to reach. */
  readonly minRatio: number;
  /** First number for the template's counter. */
  readonly firstNumber: number;
  readonly study: StudyLimit;
}

/** Results of a comparison with bare commits. */
export interface ComparedCommits {
  readonly measurement: Measurement;
  /** Processor time per write, in microseconds, one value per run. 0 without `rate.serverPids`. */
  readonly cpuMicros: readonly number[];
  readonly nextNumber: number;
}

/**
 * Measures writes and the same number of concurrent bare commits, alternately.
 * @returns the measurement, the processor time of a write in `rate.serverPids`, and the first number that the counter did
 * not use
 */
export async function compareWithCommits(
  context: FigureContext,
  { name, unit, rate, minRatio, firstNumber, study }: CommitComparison,
): Promise<ComparedCommits> {
  const ours = new RequestRateSide(context, rate, firstNumber);
  const compared = await measureAlternately(context, name, { ours, raw: bareCommits(rate.clients, context.measureMs) });
  const measurement: Measurement = {
    name,
    unit,
    better: "more",
    values: compared.ours.map(responsesPerSecond),
    raw: { name: "the same commits of LMDB alone", values: compared.raw, study },
    goal: { of: "ratio", bound: minRatio },
    loadCpu: Math.max(...compared.ours.map(({ cpuShare }) => cpuShare)),
  };
  const cpuMicros = compared.ours.map(({ serverCpuSeconds, answers }) => (serverCpuSeconds * 1e6) / answers);
  return { measurement, cpuMicros, nextNumber: ours.nextNumber };
}

/** Returns a side that measures bare commits per second. Its program warms up by itself. */
function bareCommits(callers: number, measureMs: number): MeasuredSide<number> {
  return {
    warmUp: () => Promise.resolve(),
    measure: async () => {
      const directory = createDataDir();
      const program = join(import.meta.dirname, "../raw/bare-store.ts");
      try {
        const args = ["--import", "tsx", program, directory, String(callers), String(measureMs)];
        const [command, ...words] = commandForCore("measured", args);
        return Number(execFileSync(command, words, { encoding: "utf8" }));
      } finally {
        rmSync(directory, { recursive: true, force: true });
      }
    },
  };
}
