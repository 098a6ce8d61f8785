/** Draws how costs change as the number of objects grows, relative to the costs with the fewest objects. */
import { type Measurement, ratioOf } from "../figure.ts";
import type { Chart } from "./goals-chart.ts";
import { element, line, text } from "./svg.ts";

const height = 240;
const area = { left: 420, right: 720, top: 16, bottom: 206 } as const;
/** Range of ratios that counts as no growth. */
const noGrowth = [0.8, 1.2] as const;
const labelHeight = 15;

interface Point {
  readonly objects: number;
  readonly ratio: number;
}

interface Line {
  readonly subject: string;
  readonly points: readonly Point[];
}

/**
 * Returns undefined if no figure was measured with several numbers of objects.
 * @param top pixels from the top of the picture
 */
export function growthChart(measurements: readonly Measurement[], top: number): Chart | undefined {
  const lines = linesOf(measurements);
  if (lines.length === 0) return undefined;
  const objects = [...new Set(lines.flatMap(({ points }) => points.map(({ objects }) => objects)))];
  const scale = new Scale(objects, lines, top);
  const { left, right } = area;
  const band = {
    x: left,
    y: scale.y(noGrowth[1]),
    width: right - left,
    height: scale.y(noGrowth[0]) - scale.y(noGrowth[1]),
  };
  const elements = [
    text(left - 16, scale.y(1) + 4, "cost, relative to that with the fewest objects", { "text-anchor": "end" }),
    element("rect", { ...band, class: "band" }),
    text(left + 6, scale.y(noGrowth[1]) + 14, "no growth: within 20 %", { class: "muted" }),
    ...scale.ticks.flatMap((tick) => [
      line(left, scale.y(tick), right, scale.y(tick), tick === 1 ? "goal" : "grid"),
      text(left - 6, scale.y(tick) + 4, tick === 1 ? "" : `${tick} x`, { class: "muted", "text-anchor": "end" }),
    ]),
    ...objects.map((count) =>
      text(scale.x(count), top + area.bottom + 18, `${count.toLocaleString("en-US")} objects`, {
        class: "muted",
        "text-anchor": "middle",
      }),
    ),
    ...lines.flatMap((drawn, index) => drawLine(drawn, scale, `line${index % 4}`)),
    ...labels(lines, scale),
  ];
  return { height, elements };
}

/** Returns a line per subject. It starts with ratio 1 at the fewest objects. */
function linesOf(measurements: readonly Measurement[]): readonly Line[] {
  const lines = new Map<string, Point[]>();
  for (const measurement of measurements) {
    const { growth } = measurement;
    if (!growth) continue;
    const points = lines.get(growth.subject) ?? [{ objects: growth.fromObjects, ratio: 1 }];
    points.push({ objects: growth.objects, ratio: ratioOf(measurement) ?? Number.NaN });
    lines.set(growth.subject, points);
  }
  return [...lines].map(([subject, points]) => ({ subject, points }));
}

class Scale {
  readonly ticks: readonly number[];
  readonly #objects: readonly number[];
  readonly #top: number;

  constructor(objects: readonly number[], lines: readonly Line[], top: number) {
    this.#objects = objects;
    this.#top = top;
    const greatestRatio = Math.max(1.5, ...lines.flatMap(({ points }) => points.map(({ ratio }) => ratio)));
    const step = greatestRatio > 4 ? Math.ceil(greatestRatio / 4) : 0.5;
    this.ticks = Array.from({ length: Math.ceil(greatestRatio / step) + 1 }, (_, index) => index * step);
  }

  /** Numbers of objects are powers of ten, so they are spread evenly. */
  x(objects: number): number {
    const steps = Math.max(1, this.#objects.length - 1);
    return area.left + (this.#objects.indexOf(objects) / steps) * (area.right - area.left);
  }

  y(ratio: number): number {
    const greatestTick = this.ticks.at(-1) ?? 1;
    return this.#top + area.bottom - (ratio / greatestTick) * (area.bottom - area.top);
  }
}

function drawLine({ points }: Line, scale: Scale, className: string): string[] {
  const places = points.map(({ objects, ratio }) => `${scale.x(objects).toFixed(1)},${scale.y(ratio).toFixed(1)}`);
  return [
    element("polyline", { points: places.join(" "), class: className }),
    ...points.map(({ objects, ratio }) =>
      element("circle", { cx: scale.x(objects), cy: scale.y(ratio), r: 3, class: className }),
    ),
  ];
}

/** Returns the labels at the ends of the lines, from top to bottom, without overlaps. */
function labels(lines: readonly Line[], scale: Scale): string[] {
  const ends = lines.map(({ subject, points }, index) => ({ subject, index, ratio: points.at(-1)?.ratio ?? 1 }));
  let nextFreeY = Number.NEGATIVE_INFINITY;
  return ends
    .sort((a, b) => b.ratio - a.ratio)
    .map(({ subject, index, ratio }) => {
      const y = Math.max(scale.y(ratio) + 4, nextFreeY);
      nextFreeY = y + labelHeight;
      return text(area.right + 16, y, `${subject} ${ratio.toFixed(2)} x`, { class: `label${index % 4}` });
    });
}
