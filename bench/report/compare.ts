/** What has changed since another run, figure by figure. */
import { type Measurement, median, ratioOf } from "../figure.ts";
import { alignColumns, formatNumber } from "./table.ts";

/** Runs on one machine differ by this much without any reason. */
const noiseShare = 0.1;

/** @returns a table of the figures that both runs have; ratios are compared where there are some, for machines differ */
export function renderComparison(before: readonly Measurement[], now: readonly Measurement[]): string {
  const rows = now.flatMap((measurement) => {
    const former = before.find(({ name }) => name === measurement.name);
    return former ? [rowOf(former, measurement)] : [];
  });
  const header = ["figure", "before", "now", "unit", "change", ""];
  return alignColumns([header, ...rows], [0, 3, 5]);
}

function rowOf(former: Measurement, { name, unit, better, values, ...rest }: Measurement): string[] {
  const now = { name, unit, better, values, ...rest };
  const [was, is] = [ratioOf(former), ratioOf(now)];
  const byRatio = was !== undefined && is !== undefined;
  const [old, current] = byRatio ? [was, is] : [median(former.values), median(values)];
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
