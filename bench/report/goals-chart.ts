/** Draws how far each goal is reached, on a common axis. */
import { boundOf, goalShare, isReached, type Measurement, median, ratioOf } from "../figure.ts";
import { element, line, text } from "./svg.ts";
import { formatGoal, formatNumber } from "./table.ts";

/** Part of a picture, and its height in pixels. */
export interface Chart {
  readonly height: number;
  readonly elements: readonly string[];
}

const rowHeight = 22;
const axisHeight = 34;
const columns = { plot: 420, plotEnd: 720, value: 736 } as const;
/** Marked shares of the axis. A bar beyond the first or last one ends there, with an arrow. */
const shares = [0.25, 0.5, 1, 2, 4] as const;
const [leastShare, greatestShare] = [shares[0], shares[shares.length - 1] ?? 1];

/**
 * Returns the bars of all figures with a goal.
 * @param top pixels from the top of the picture
 */
export function goalsChart(measurements: readonly Measurement[], top: number): Chart {
  const rows = measurements.filter(({ goal }) => goal !== undefined);
  const bottom = top + axisHeight + rows.length * rowHeight;
  const axis = shares.flatMap((share) => [
    line(xOfShare(share), top + axisHeight - 8, xOfShare(share), bottom, share === 1 ? "goal" : "grid"),
    text(xOfShare(share), top + axisHeight - 14, share === 1 ? "goal" : `${share} x`, {
      class: "muted",
      "text-anchor": "middle",
    }),
  ]);
  const drawn = rows.flatMap((row, index) => drawRow(row, top + axisHeight + (index + 0.5) * rowHeight));
  return { height: bottom - top, elements: [...axis, ...drawn] };
}

function drawRow(measurement: Measurement, middle: number): string[] {
  const share = goalShare(measurement) ?? Number.NaN;
  const [from, to] = [xOfShare(1), xOfShare(share)];
  const className = isReached(measurement) ? "reached" : "missed";
  const bar = { x: Math.min(from, to), y: middle - 5, width: Math.max(Math.abs(to - from), 1), height: 10 };
  return [
    text(columns.plot - 16, middle + 4, measurement.name, { "text-anchor": "end" }),
    element("rect", { ...bar, class: className }),
    ...(share > greatestShare || share < leastShare ? [arrow(to, middle, share > greatestShare, className)] : []),
    text(columns.value, middle + 4, describe(measurement), { class: isReached(measurement) ? "muted" : "missed-text" }),
  ];
}

/** Draws the arrow of a bar that is longer than the axis. */
function arrow(x: number, y: number, toTheRight: boolean, className: string): string {
  const tip = x + (toTheRight ? 8 : -8);
  return element("path", { d: `M${x} ${y - 5} L${tip} ${y} L${x} ${y + 5} Z`, class: className });
}

/**
 * Returns the horizontal position of a share. The scale is logarithmic: doubling the share always adds the same
 * distance.
 */
function xOfShare(share: number): number {
  const shown = Math.min(greatestShare, Math.max(leastShare, share));
  const part = Math.log2(shown / leastShare) / Math.log2(greatestShare / leastShare);
  return columns.plot + part * (columns.plotEnd - columns.plot);
}

/** Returns the measured value and the goal, in the unit of the goal. */
function describe(measurement: Measurement): string {
  const { goal, unit, values } = measurement;
  const goalText = formatGoal(measurement);
  if (goal?.of === "value") return `${formatNumber(median(values))} ${unit}, ${goalText}`;
  if (goal?.plus === undefined) return `${(ratioOf(measurement) ?? Number.NaN).toFixed(2)} x, ${goalText}`;
  return `${formatNumber(median(values))} ${unit}, <= ${formatNumber(boundOf(measurement) ?? Number.NaN)}`;
}
