/** What merging and owners cost by themselves: a large object, and how the cost grows with managers and with lists. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Context, Measurement } from "../figure.ts";
import { commandOn } from "../process.ts";

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

/** What may be measured above what is linear. */
const tolerance = 1.2;

export function applyCosts({ runs, progress }: Context): Measurement[] {
  const costs: Costs[] = [];
  for (let run = 1; run <= runs; run++) {
    progress(`merging and owners: run ${run} of ${runs}`);
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
    ...growing(
      "managers",
      "us/manager",
      costs.map(({ managers }) => managers),
    ),
    ...growing(
      "items of a list",
      "us/item",
      costs.map(({ lengths }) => lengths),
    ),
  ];
}

/** What one costs, beside what one costs where there are fewer: linear growth is a ratio of 1, or less. */
function growing(subject: string, unit: string, runs: readonly (readonly Cost[])[]): Measurement[] {
  const counts = runs[0]?.map(({ count }) => count) ?? [];
  const costOfOne = (index: number): number[] =>
    runs.map((costs) => (costs[index]?.us ?? Number.NaN) / (counts[index] ?? 0));
  return counts.slice(1).map((count, index) => ({
    name: `apply with ${format(count)} ${subject}`,
    unit,
    better: "less",
    values: costOfOne(index + 1),
    raw: { name: `with ${format(counts[index] ?? 0)} ${subject}`, values: costOfOne(index) },
    goal: { of: "ratio", bound: tolerance },
  }));
}

function format(count: number): string {
  return count.toLocaleString("en-US");
}

function measureOnce(): Costs {
  const program = join(import.meta.dirname, "../raw/apply.ts");
  const [command, ...words] = commandOn("measured", ["--import", "tsx", program]);
  return JSON.parse(execFileSync(command, words, { encoding: "utf8" })) as Costs;
}
