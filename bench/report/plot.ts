/** Draws the chart of a run, for light and dark backgrounds. */
import { isReached, type Measurement } from "../figure.ts";
import { goalsChart } from "./goals-chart.ts";
import { growthChart } from "./growth-chart.ts";
import { element, escape, text } from "./svg.ts";

/** The machine that the benchmark ran on. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly node: string;
  readonly pinned: boolean;
}

const width = 960;
const margin = 24;
const titleHeight = 64;
const gap = 40;

/** Colours on a light background, and on a dark one. */
const colours = {
  ground: ["#ffffff", "#0d1117"],
  text: ["#1f2328", "#e6edf3"],
  muted: ["#59636e", "#9198a1"],
  grid: ["#d1d9e0", "#3d444d"],
  reached: ["#0969da", "#4493f8"],
  missed: ["#bc4c00", "#f0883e"],
  second: ["#8250df", "#ab7df8"],
  third: ["#1a7f37", "#3fb950"],
} as const;

/** Returns the chart as SVG. */
export function renderPlot(machine: Machine, runs: number, measurements: readonly Measurement[]): string {
  const goals = goalsChart(measurements, titleHeight);
  const growthTop = titleHeight + goals.height + gap;
  const growth = growthChart(measurements, growthTop);
  const height = growth ? growthTop + growth.height : growthTop;
  const title = "Results relative to their goals; further right is better";
  const size = { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title };
  return `${element(
    "svg",
    { xmlns: "http://www.w3.org/2000/svg", ...size },
    element("title", {}, escape(title)),
    element("style", {}, `\n${styles()}\n`),
    element("rect", { class: "ground", width, height }),
    text(margin, 30, title, { class: "title" }),
    text(margin, 50, describeRun(machine, runs, measurements), { class: "muted" }),
    ...[...goals.elements, ...(growth?.elements ?? [])].map((drawn) => `\n${drawn}`),
    "\n",
  )}\n`;
}

function describeRun(machine: Machine, runs: number, measurements: readonly Measurement[]): string {
  const { processor, cores, memoryGiB, node, pinned } = machine;
  const verdicts = measurements.map(isReached).filter((verdict) => verdict !== undefined);
  const reached = verdicts.filter((verdict) => verdict).length;
  return [
    `${reached} of ${verdicts.length} goals reached`,
    `${cores} cores of ${processor}${pinned ? ", one for the server" : ""}`,
    `${memoryGiB} GiB`,
    `Node ${node}`,
    runs === 1 ? "one run" : `medians of ${runs}`,
  ].join("; ");
}

function styles(): string {
  return `${rulesOf(0)}\n@media (prefers-color-scheme: dark) {\n${rulesOf(1)}\n}`;
}

function rulesOf(ground: 0 | 1): string {
  const lines = [colours.reached, colours.missed, colours.second, colours.third];
  return [
    `text { font: 12px system-ui, sans-serif; fill: ${colours.text[ground]} }`,
    ".title { font-size: 16px; font-weight: 600 }",
    `.ground { fill: ${colours.ground[ground]} }`,
    `.muted { fill: ${colours.muted[ground]} }`,
    `.missed-text { fill: ${colours.missed[ground]}; font-weight: 600 }`,
    `.grid { stroke: ${colours.grid[ground]} }`,
    `.goal { stroke: ${colours.text[ground]} }`,
    `.reached { fill: ${colours.reached[ground]} }`,
    `.missed { fill: ${colours.missed[ground]} }`,
    `.band { fill: ${colours.grid[ground]}; opacity: 0.4 }`,
    "polyline { fill: none; stroke-width: 2 }",
    ...lines.flatMap(({ [ground]: colour }, index) => [
      `polyline.line${index} { stroke: ${colour} }`,
      `circle.line${index}, .label${index} { fill: ${colour} }`,
    ]),
  ].join("\n");
}
