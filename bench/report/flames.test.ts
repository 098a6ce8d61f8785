import { expect, test } from "vitest";
import { type CpuProfile, renderFlames } from "./flames.ts";

function node(id: number, functionName: string, url: string, children: number[] = []): CpuProfile["nodes"][number] {
  return { id, callFrame: { functionName, url }, children };
}

const profile: CpuProfile = {
  nodes: [
    node(1, "(root)", "", [2, 6, 7]),
    node(2, "serve", "file:///x/dist/app/main.cjs", [3, 4, 5]),
    node(3, "parse", "node:internal/x", []),
    // The same function, called at another position.
    node(4, "parse", "node:internal/x", []),
    node(5, "<encode>", "/x/node_modules/y/z.js", []),
    node(6, "(idle)", "", []),
    node(7, "(garbage collector)", "", []),
  ],
  samples: [2, 3, 4, 5, 6, 7],
  timeDeltas: [10, 20, 20, 25, 1000, 25],
};

test("renderFlames() gives each frame the width of its share of the time that was not idle", () => {
  const svg = renderFlames(profile, "A & B");
  const titles = [...svg.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title]) => title);
  expect(titles).toEqual([
    "A &amp; B",
    "all: 100.0 %",
    "serve: 75.0 %",
    "parse: 40.0 %",
    "&lt;encode&gt;: 25.0 %",
    "(garbage collector): 25.0 %",
  ]);
});

test("renderFlames() draws callees above their callers, and colours each frame by the origin of its code", () => {
  const svg = renderFlames(profile, "x");
  const boxes = [...svg.matchAll(/<rect x="([\d.]+)" y="(\d+)" width="([\d.]+)" height="16" class="(\w+)"/g)];
  expect(boxes.map(([, x, y, width, origin]) => [x, y, width, origin])).toEqual([
    ["0.0", "80", "1200.0", "engine"],
    ["0.0", "64", "900.0", "ours"],
    ["0.0", "48", "480.0", "node"],
    ["480.0", "48", "300.0", "packages"],
    ["900.0", "64", "300.0", "engine"],
  ]);
});
