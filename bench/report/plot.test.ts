import { expect, test } from "vitest";
import type { Measurement } from "../figure.ts";
import { type Machine, renderPlot } from "./plot.ts";

const machine: Machine = { processor: "Abacus <3>", cores: 2, memoryGiB: 8, node: "20.20.2", pinned: true };

const value = (name: string, measured: number): Measurement => ({
  name,
  unit: "ms",
  better: "less",
  values: [measured],
  goal: { of: "value", bound: 100 },
});
const rate: Measurement = {
  name: "get",
  unit: "requests/s",
  better: "more",
  values: [900, 1100, 1000],
  raw: { name: "bare", values: [2000, 1900, 2500] },
  goal: { of: "ratio", bound: 0.25 },
};
const grown = (subject: string, objects: number, measured: number): Measurement => ({
  name: `${subject} ${objects}`,
  unit: "us",
  better: "less",
  values: [measured],
  raw: { name: "few", values: [10] },
  goal: { of: "ratio", bound: 1.2 },
  growth: { subject, objects, fromObjects: 1000 },
});

test("renderPlot() draws a bar from the goal to the right when the goal is reached, and to the left when it is missed", () => {
  const svg = renderPlot(machine, 1, [value("quick", 50), value("slow", 200), rate]);
  // The axis is 300 pixels wide and logarithmic. 0.25 is at 420 and the goal at 570, so a factor of two is 75 pixels.
  const bars = [...svg.matchAll(/<rect x="(\d+)" y="[\d.]+" width="(\d+)" height="10" class="(\w+)"/g)];
  expect(bars.map(([, x, width, verdict]) => [x, width, verdict])).toEqual([
    ["570", "75", "reached"],
    ["495", "75", "missed"],
    ["570", "75", "reached"],
  ]);
  expect(svg).toContain(">50.0 ms, &lt;= 100</text>");
  expect(svg).toContain(`class="missed-text">200 ms, &lt;= 100</text>`);
  expect(svg).toContain(">0.50 x, &gt;= 0.25 x</text>");
});

test("renderPlot() ends a bar with an arrow when its value is beyond the axis", () => {
  expect(renderPlot(machine, 1, [value("as far as it goes", 25)])).not.toContain("<path");
  const svg = renderPlot(machine, 1, [value("far", 1), value("far off", 10_000)]);
  const tips = [...svg.matchAll(/<path d="M\d+ [\d.]+ L(\d+) [\d.]+ L\d+ [\d.]+ Z" class="(\w+)"/g)];
  expect(tips.map(([, x, verdict]) => [x, verdict])).toEqual([
    ["728", "reached"],
    ["412", "missed"],
  ]);
});

test("renderPlot() omits figures without a goal, and names the machine", () => {
  const { goal: _, ...plain } = value("plain", 1);
  const svg = renderPlot(machine, 3, [plain, value("quick", 50), value("slow", 200)]);
  expect(svg).not.toContain(">plain<");
  expect(svg).toContain(
    ">1 of 2 goals reached; 2 cores of Abacus &lt;3&gt;, one for the server; 8 GiB; Node 20.20.2; medians of 3<",
  );
});

test("renderPlot() draws growth as a line of costs relative to the cost with the fewest objects", () => {
  expect(renderPlot(machine, 1, [rate])).not.toContain("<polyline");
  const all = [grown("get", 10_000, 15), grown("get", 100_000, 5), grown("list", 10_000, 10)];
  const svg = renderPlot(machine, 1, all);
  const lines = [...svg.matchAll(/<polyline points="([^"]+)" class="(\w+)"/g)];
  const points = lines.map(([, text = "", name]) => [
    name,
    text.split(" ").map((point) => point.split(",").map(Number)),
  ]);
  const [, places] = points[0] as [string, [number, number][]];
  expect(points.map(([name]) => name)).toEqual(["line0", "line1"]);
  expect(places.map(([x]) => x)).toEqual([420, 570, 720]);
  const [few = 0, more = 0, most = 0] = places.map(([, y]) => y);
  // Ratio 1.5 is as far above ratio 1 as ratio 0.5 is below it.
  expect(few - more).toBeCloseTo(most - few, 0);
  expect(few - more).toBeGreaterThan(50);
  expect(svg).toContain(">get 0.50 x</text>");
  expect(svg).toContain(">100,000 objects</text>");
});

test("renderPlot() returns a well-formed document with colours for light and dark backgrounds", () => {
  const svg = renderPlot(machine, 1, [rate, value(`"quick" & <dirty>`, 50), grown("get", 10_000, 15)]);
  const open: string[] = [];
  for (const [tag, closing, name = "", , single] of svg.matchAll(/<(\/?)([a-z]+)((?: [\w:-]+="[^"<>]*")*)(\/?)>/gi)) {
    if (closing) expect(open.pop(), tag).toBe(name);
    else if (!single) open.push(name);
  }
  expect(open).toEqual([]);
  expect(svg.replaceAll(/<\/?[a-z]+(?: [\w:-]+="[^"<>]*")*\/?>/gi, "")).not.toMatch(/<|&(?!amp;|lt;|gt;|quot;)/);
  expect(svg).toContain("&quot;quick&quot; &amp; &lt;dirty&gt;");
  const [light = "", dark = ""] = svg.split("@media (prefers-color-scheme: dark)");
  expect(light).toContain(".ground { fill: #ffffff }");
  expect(dark).toContain(".ground { fill: #0d1117 }");
});
