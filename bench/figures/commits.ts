/** The raw limit of durable writes: a bare store in a process of its own. */
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Context, Measurement } from "../figure.ts";
import { newDataDir } from "../orch-server.ts";
import { commandOn } from "../process.ts";
import { measureRate, perSecond, type Rate } from "./rates.ts";

export interface AgainstCommits {
  readonly name: string;
  readonly unit: string;
  readonly rate: Rate;
  /** The share of the bare commits that is to be reached. */
  readonly bound: number;
  /** Where the template's counter begins. */
  readonly firstNumber: number;
}

/** Measures writes beside as many bare commits, in turns. */
export async function againstCommits(
  context: Context,
  { name, unit, rate, bound, firstNumber }: AgainstCommits,
): Promise<{ readonly measurement: Measurement; readonly nextNumber: number }> {
  const values: number[] = [];
  const raw: number[] = [];
  let loadCpu = 0;
  let nextNumber = firstNumber;
  for (let run = 1; run <= context.runs; run++) {
    context.progress(`${name}: run ${run} of ${context.runs}`);
    raw.push(bareCommits(rate.clients, context.measureMs));
    const report = await measureRate(context, rate, nextNumber);
    nextNumber = report.nextNumber;
    values.push(perSecond(report));
    loadCpu = Math.max(loadCpu, report.cpuShare);
  }
  const measurement: Measurement = {
    name,
    unit,
    better: "more",
    values,
    raw: { name: "the same commits of LMDB alone", values: raw },
    goal: { of: "ratio", bound },
    loadCpu,
  };
  return { measurement, nextNumber };
}

function bareCommits(callers: number, measureMs: number): number {
  const directory = newDataDir();
  const program = join(import.meta.dirname, "../raw/bare-store.ts");
  try {
    const args = ["--import", "tsx", program, directory, String(callers), String(measureMs)];
    const [command, ...words] = commandOn("measured", args);
    return Number(execFileSync(command, words, { encoding: "utf8" }));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
