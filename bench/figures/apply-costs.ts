/**
 * Costs of merging and of recording owners, without a server: with a large object, and with more and more managers and
 * list items.
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { FigureContext, Measurement } from "../figure.ts";
import { commandForCore } from "../process.ts";

interface Cost {
  readonly count: number;
  readonly us: number;
}

interface Costs {
  readonly largeUs: number;
  readonly bareUs: number;
  readonly managers: readonly Cost[];
  readonly lengths: readonly Cost[];
}

/** Highest accepted ratio between the costs of one manager or item at two counts. A linear cost has a ratio of 1. */
const tolerance = 1.2;

/** Measures the costs in a separate program, once per run. */
export function applyCosts({ runs, progress }: FigureContext): Measurement[] {
  const costs: Costs[] = [];
  for (let run = 1; run <= runs; run++) {
    progress(`merging, and recording owners: run ${run} of ${runs}`);
    costs.push(measureOnce());
  }
  return [
    {
      name: "apply to an object of 1 MB, one of 5,000 keyed items changed",
      unit: "ms of processor time",
      better: "less",
      values: costs.map(({ largeUs }) => largeUs / 1000),
      raw: { name: "its bytes parsed and stringified once", values: costs.map(({ bareUs }) => bareUs / 1000) },
      goal: { of: "ratio", bound: 4 },
    },
    ...compareCounts(
      "managers",
      "us/manager",
      costs.map(({ managers }) => managers),
    ),
    ...compareCounts(
      "items of a list",
      "us/item",
      costs.map(({ lengths }) => lengths),
    ),
  ];
}

/**
 * Compares the cost per manager or item at each count with that at the previous count. The ratio is at most 1 if the
 * cost is linear.
 */
function compareCounts(subject: string, unit: string, runs: readonly (readonly Cost[])[]): Measurement[] {
  const counts = runs[0]?.map(({ count }) => count) ?? [];
  const costPerItem = (index: number): number[] =>
    runs.map((costs) => (costs[index]?.us ?? Number.NaN) / (counts[index] ?? 0));
  return counts.slice(1).map((count, index) => ({
    name: `apply with ${format(count)} ${subject}`,
    unit,
    better: "less",
    values: costPerItem(index + 1),
    raw: { name: `with ${format(counts[index] ?? 0)} ${subject}`, values: costPerItem(index) },
    goal: { of: "ratio", bound: tolerance },
  }));
}

function format(count: number): string {
  return count.toLocaleString("en-US");
}

function measureOnce(): Costs {
  const program = join(import.meta.dirname, "../raw/apply.ts");
  const [command, ...words] = commandForCore("measured", ["--import", "tsx", program]);
  return JSON.parse(execFileSync(command, words, { encoding: "utf8" })) as Costs;
}
