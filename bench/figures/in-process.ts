/** Servers inside a test: time of a start, memory per server, and time of snapshots, restores and forks. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Figure, Measurement } from "../figure.ts";
import { commandForCore } from "../process.ts";

interface Costs {
  readonly startMs: number;
  readonly perServerBytes: number;
  readonly snapshotMs: number;
  readonly restoreMs: number;
  readonly forkMs: number;
}

/** Measures the servers in a separate program, once per run. */
export const inProcess: Figure = {
  name: "in-process",
  title: "servers inside a test",
  async measure({ runs, progress }) {
    const costs: Costs[] = [];
    for (let run = 1; run <= runs; run++) {
      progress(`in-process servers: run ${run} of ${runs}`);
      costs.push(measureOnce());
    }
    const milliseconds = (name: string, of: (costs: Costs) => number, bound: number): Measurement => ({
      name,
      unit: "ms",
      better: "less",
      values: costs.map(of),
      goal: { of: "value", bound },
    });
    return [
      milliseconds("in-process start, warm", ({ startMs }) => startMs, 30),
      {
        name: "memory per further in-process server",
        unit: "MB",
        better: "less",
        values: costs.map(({ perServerBytes }) => perServerBytes / 1e6),
        goal: { of: "value", bound: 3 },
      },
      milliseconds("snapshot of 10,000 objects", ({ snapshotMs }) => snapshotMs, 5),
      milliseconds("restore of 10,000 objects, and a read", ({ restoreMs }) => restoreMs, 5),
      milliseconds("fork of 10,000 objects, and a read", ({ forkMs }) => forkMs, 5),
    ];
  },
};

function measureOnce(): Costs {
  const program = join(import.meta.dirname, "../raw/in-process.ts");
  const [command, ...words] = commandForCore("measured", ["--import", "tsx", program]);
  return JSON.parse(execFileSync(command, words, { encoding: "utf8" })) as Costs;
}
