/** The expression language: compiling and evaluating the rules of the study, and the longest evaluation. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Figure, Measurement } from "../figure.ts";
import { commandForCore } from "../process.ts";
import { type CelGoRates, celGoRates } from "../raw/cel-go.ts";

interface Rates {
  readonly compilePerSecond: number;
  readonly evaluatePerSecond: readonly number[];
  readonly barePerSecond: readonly number[];
  /** Null for a rule with a pattern, because the other library has no patterns of RE2. */
  readonly otherPerSecond: readonly (number | null)[];
  readonly longestMs: readonly number[];
  /** With a deadline of 25 ms. */
  readonly blockedMs: readonly number[];
}

/** Short names of `rules` in `raw/cel-rules.ts`. */
const names = ["comparison", "all with a pattern", "has and startsWith", "all of 100 ints", "sum of texts"];

/** Measures in a separate program, once per run. */
export const cel: Figure = {
  name: "cel",
  title: "the expression language",
  async measure({ runs, progress }) {
    const rates: Rates[] = [];
    const goRates: CelGoRates[] = [];
    for (let run = 1; run <= runs; run++) {
      progress(`expressions: run ${run} of ${runs}`);
      rates.push(measureOnce());
      const go = celGoRates();
      if ("skipped" in go) progress(`expressions: no comparison with cel-go: ${go.skipped}`);
      goRates.push(go);
    }
    return [
      {
        name: "compile and check the five rules of the study",
        unit: "rules/s",
        better: "more",
        values: rates.map(({ compilePerSecond }) => compilePerSecond),
        goal: { of: "value", bound: 100_000 },
      },
      ...names.flatMap((name, index) => evaluations(name, index, rates)),
      ...names.flatMap((name, index) => celGoEvaluations(name, index, rates, goRates)),
      {
        name: "longest evaluation within the limit on cost",
        unit: "ms",
        better: "less",
        values: rates.map(({ longestMs }) => Math.max(...longestMs)),
        goal: { of: "value", bound: 50 },
      },
      {
        name: "longest block by slow evaluations with a deadline of 25 ms",
        unit: "ms",
        better: "less",
        values: rates.map(({ blockedMs }) => Math.max(...blockedMs)),
        goal: { of: "value", bound: 50 },
      },
    ];
  },
};

function evaluations(rule: string, index: number, rates: readonly Rates[]): readonly Measurement[] {
  const measurement = (name: string, raw: string, of: (rates: Rates) => number, bound: number): Measurement => ({
    name,
    unit: "evaluations/s",
    better: "more",
    values: rates.map(({ evaluatePerSecond }) => evaluatePerSecond[index] ?? Number.NaN),
    raw: { name: raw, values: rates.map(of) },
    goal: { of: "ratio", bound },
  });
  const bare = measurement(
    `evaluate a rule: ${rule}`,
    "closures without types and errors",
    ({ barePerSecond }) => barePerSecond[index] ?? Number.NaN,
    0.4,
  );
  if (rates.some(({ otherPerSecond }) => typeof otherPerSecond[index] !== "number")) return [bare];
  const other = measurement(
    `evaluate a rule: ${rule}, and the best library`,
    "@marcbachmann/cel-js, without costs",
    ({ otherPerSecond }) => otherPerSecond[index] ?? Number.NaN,
    1,
  );
  return [bare, other];
}

function celGoEvaluations(
  rule: string,
  index: number,
  rates: readonly Rates[],
  goRates: readonly CelGoRates[],
): readonly Measurement[] {
  const goValues = goRates.flatMap((go) => ("skipped" in go ? [] : [go.perSecond[index] ?? Number.NaN]));
  if (goValues.length < rates.length) return [];
  return [
    {
      name: `evaluate a rule: ${rule}, and cel-go`,
      unit: "evaluations/s",
      better: "more",
      values: rates.map(({ evaluatePerSecond }) => evaluatePerSecond[index] ?? Number.NaN),
      raw: { name: "cel-go in the API server's packages, with costs", values: goValues },
      goal: { of: "ratio", bound: 0.5 },
    },
  ];
}

function measureOnce(): Rates {
  const program = join(import.meta.dirname, "../raw/cel.ts");
  const [command, ...words] = commandForCore("measured", ["--import", "tsx", program]);
  return JSON.parse(execFileSync(command, words, { encoding: "utf8" })) as Rates;
}
