/** Renders the comparison with the reference. */
import { isReached, type Measurement, median, ratioOf } from "../figure.ts";
import { alignColumns, formatNumber } from "../report/table.ts";

const columns = ["figure", "orch", "reference", "unit", "better by", "goal", ""] as const;

/** Returns the table of the comparison. The column "better by" is above 1 if orch is better. */
export function renderReferenceTable(measurements: readonly Measurement[]): string {
  return alignColumns([columns.slice(), ...measurements.map(rowOf)], [0, 3, 6]);
}

function rowOf(measurement: Measurement): string[] {
  const { name, unit, values, raw } = measurement;
  const reached = isReached(measurement);
  return [
    name,
    formatNumber(median(values)),
    raw ? formatNumber(median(raw.values)) : "",
    unit,
    improvementText(measurement),
    goalText(measurement),
    reached === undefined ? "" : reached ? "reached" : "MISSED",
  ];
}

/** Returns how many times better orch is. Empty if one of the values is 0, such as the number of rejections. */
function improvementText(measurement: Measurement): string {
  const ratio = ratioOf(measurement);
  if (ratio === undefined || ratio === 0 || !Number.isFinite(ratio)) return "";
  return `${(measurement.better === "more" ? ratio : 1 / ratio).toFixed(2)} x`;
}

function goalText({ goal, better }: Measurement): string {
  if (!goal) return "";
  if (goal.of === "value") return `${better === "more" ? ">=" : "<="} ${goal.bound}`;
  return `>= ${formatFactor(better === "more" ? goal.bound : 1 / goal.bound)} x`;
}

function formatFactor(factor: number): string {
  return String(Number(factor.toFixed(2)));
}
