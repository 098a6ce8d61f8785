import { expect, test } from "vitest";
import { LineSplitter } from "./event-line.ts";
import { Latencies } from "./latencies.ts";
import { slopeOf } from "./slope.ts";

test("slopeOf() returns the slope of the line that fits the points best", () => {
  const points = [0, 1, 2, 3, 4, 5].map((x) => ({ x, y: 7 + 3 * x + (x % 2 === 0 ? 0.5 : -0.5) }));
  expect(slopeOf(points)).toBeCloseTo(3, 0);
  expect(slopeOf(points.map(({ x }) => ({ x, y: 4 })))).toBe(0);
});

test("quantiles of latencies are accurate to five percent", () => {
  const latencies = new Latencies();
  for (let ms = 1; ms <= 1000; ms++) latencies.add(ms);
  for (const [share, ms] of [
    [0.5, 500],
    [0.99, 990],
  ] as const) {
    expect(latencies.quantile(share)).toBeGreaterThan(ms * 0.95);
    expect(latencies.quantile(share)).toBeLessThan(ms * 1.06);
  }
});

test("LineCutter returns the same lines wherever chunks end", () => {
  const bytes = Buffer.from("one\ntwo\n\nthree\n");
  for (let size = 1; size <= bytes.length; size++) {
    const cutter = new LineSplitter();
    const lines: string[] = [];
    for (let at = 0; at < bytes.length; at += size) {
      for (const line of cutter.split(bytes.subarray(at, at + size))) lines.push(String(line));
    }
    expect(lines).toEqual(["one", "two", "", "three"]);
  }
});
