/** The raw limit of durable writes: a bare store in a process of its own. */
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Context, Measurement } from "../figure.ts";
import { newDataDir } from "../orch-server.ts";
import { commandOn } from "../process.ts";
import type { StudyLimit } from "../study.ts";
import { inTurns, perSecond, type Rate, RateSide, type Side } from "./rates.ts";

export interface AgainstCommits {
  readonly name: string;
  readonly unit: string;
  readonly rate: Rate;
  /** The share of the bare commits that is to be reached. */
  readonly bound: number;
  /** Where the template's counter begins. */
  readonly firstNumber: number;
  readonly study: StudyLimit;
}

/** Measures writes beside as many bare commits, in turns. */
export async function againstCommits(
  context: Context,
  { name, unit, rate, bound, firstNumber, study }: AgainstCommits,
): Promise<{ readonly measurement: Measurement; readonly nextNumber: number }> {
  const ours = new RateSide(context, rate, firstNumber);
  const compared = await inTurns(context, name, { ours, raw: bareCommits(rate.clients, context.measureMs) });
  const measurement: Measurement = {
    name,
    unit,
    better: "more",
    values: compared.ours.map(perSecond),
    raw: { name: "the same commits of LMDB alone", values: compared.raw, study },
    goal: { of: "ratio", bound },
    loadCpu: Math.max(...compared.ours.map(({ cpuShare }) => cpuShare)),
  };
  return { measurement, nextNumber: ours.nextNumber };
}

/** Commits per second of a process that warms up by itself. */
function bareCommits(callers: number, measureMs: number): Side<number> {
  return {
    warmUp: () => Promise.resolve(),
    measure: async () => {
      const directory = newDataDir();
      const program = join(import.meta.dirname, "../raw/bare-store.ts");
      try {
        const args = ["--import", "tsx", program, directory, String(callers), String(measureMs)];
        const [command, ...words] = commandOn("measured", args);
        return Number(execFileSync(command, words, { encoding: "utf8" }));
      } finally {
        rmSync(directory, { recursive: true, force: true });
      }
    },
  };
}
