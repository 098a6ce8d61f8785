/** Time to read and validate the body of a Pod of 3 KB after V8 has compiled the code. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Figure, Measurement } from "../figure.ts";
import { commandForCore } from "../process.ts";

interface Costs {
  readonly validateUs: number;
  readonly decodeUs: number;
  readonly bareUs: number;
}

/** Measures in a separate program, once per run. */
export const validation: Figure = {
  name: "validation",
  title: "reading and validating a Pod of 3 KB",
  async measure({ runs, progress }) {
    const costs: Costs[] = [];
    for (let run = 1; run <= runs; run++) {
      progress(`validation: run ${run} of ${runs}`);
      costs.push(measureOnce());
    }
    const raw = { name: "the body parsed and stringified once", values: costs.map(({ bareUs }) => bareUs) };
    const figure = (name: string, of: (costs: Costs) => number): Measurement => ({
      name,
      unit: "us",
      better: "less",
      values: costs.map(of),
      raw,
    });
    return [
      { ...figure("validating a Pod of 3 KB", ({ validateUs }) => validateUs), goal: { of: "value", bound: 30 } },
      figure("reading a Pod of 3 KB into the canonical form", ({ decodeUs }) => decodeUs),
    ];
  },
};

function measureOnce(): Costs {
  const program = join(import.meta.dirname, "../raw/validation.ts");
  const [command, ...words] = commandForCore("measured", ["--import", "tsx", program]);
  return JSON.parse(execFileSync(command, words, { encoding: "utf8" })) as Costs;
}
