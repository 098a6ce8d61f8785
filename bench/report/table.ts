/** Renders the table that a run prints. */
import { isReached, type Measurement, median, ratioOf } from "../figure.ts";

const columns = ["figure", "measured", "unit", "spread", "raw limit", "ratio", "goal", "load CPU", ""] as const;

/** Returns the table of the measurements. */
export function renderTable(measurements: readonly Measurement[]): string {
  return alignColumns([columns.slice(), ...measurements.map(rowOf)], [0, 2, 8]);
}

/**
 * Returns the rows with aligned columns.
 * @param textColumns indexes of the columns that are aligned to the left; the others are aligned to the right
 */
export function alignColumns(rows: readonly (readonly string[])[], textColumns: readonly number[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  const aligned = (cell: string, column: number): string => {
    const width = widths[column] ?? 0;
    return textColumns.includes(column) ? cell.padEnd(width) : cell.padStart(width);
  };
  return rows.map((row) => row.map(aligned).join("  ").trimEnd()).join("\n");
}

function rowOf(measurement: Measurement): string[] {
  const { name, unit, values, raw, loadCpu } = measurement;
  const ratio = ratioOf(measurement);
  const reached = isReached(measurement);
  return [
    name,
    formatNumber(median(values)),
    unit,
    formatSpread(values),
    raw ? formatNumber(median(raw.values)) : "",
    ratio === undefined ? "" : ratio.toFixed(2),
    formatGoal(measurement),
    loadCpu === undefined ? "" : `${Math.round(loadCpu * 100)} %`,
    reached === undefined ? "" : reached ? "reached" : "MISSED",
  ];
}

/** Returns the goal as text, such as `>= 0.5 x`. Empty without a goal. */
export function formatGoal({ goal, better }: Measurement): string {
  if (!goal) return "";
  const share = goal.of === "ratio" ? " x" : "";
  const plus = goal.plus === undefined ? "" : ` + ${goal.plus}`;
  return `${better === "more" ? ">=" : "<="} ${Number(goal.bound.toFixed(3))}${share}${plus}`;
}

function formatSpread(values: readonly number[]): string {
  if (values.length < 2) return "";
  return `+-${Math.round(((Math.max(...values) - Math.min(...values)) / 2 / median(values)) * 100)} %`;
}

/** Returns the number with about three digits. */
export function formatNumber(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString("en-US");
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}
