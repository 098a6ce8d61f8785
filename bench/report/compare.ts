/** Compares the results of two runs, figure by figure. */
import { type Measurement, median, ratioOf } from "../figure.ts";
import { alignColumns, formatNumber } from "./table.ts";

/** Results of two runs on one machine differ by up to this share without a cause. */
const noiseShare = 0.1;

/**
 * Returns a table of the figures that both runs have. Compares the ratios to the raw limit if there are any, because
 * absolute values depend on the machine.
 */
export function renderComparison(before: readonly Measurement[], now: readonly Measurement[]): string {
  const rows = now.flatMap((measurement) => {
    const earlier = before.find(({ name }) => name === measurement.name);
    return earlier ? [rowOf(earlier, measurement)] : [];
  });
  const header = ["figure", "before", "now", "unit", "change", ""];
  return alignColumns([header, ...rows], [0, 3, 5]);
}

function rowOf(earlier: Measurement, { name, unit, better, values, ...rest }: Measurement): string[] {
  const now = { name, unit, better, values, ...rest };
  const [was, is] = [ratioOf(earlier), ratioOf(now)];
  const byRatio = was !== undefined && is !== undefined;
  const [old, current] = byRatio ? [was, is] : [median(earlier.values), median(values)];
  const change = (current - old) / old;
  const verdict = change > 0 === (better === "more") ? "better" : "WORSE";
  return [
    name,
    formatNumber(old),
    formatNumber(current),
    byRatio ? "of the raw limit" : unit,
    `${change > 0 ? "+" : ""}${Math.round(change * 100)} %`,
    Math.abs(change) < noiseShare ? "" : verdict,
  ];
}
