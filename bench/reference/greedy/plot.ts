/** Draws the latencies of a modest client with and without greedy clients. */
import type { LatencyPercentiles } from "../../load/job.ts";
import { element, line, text } from "../../report/svg.ts";

/** Requests of one user. */
interface UserFigures {
  readonly perSecond: number;
  readonly rejectedPerSecond: number;
  readonly latencyMs: LatencyPercentiles;
}

/** Results of one server. */
export interface GreedyResult {
  readonly server: string;
  /** The modest client without other clients. */
  readonly alone: UserFigures;
  /** The modest client beside the greedy ones. */
  readonly beside: UserFigures;
  readonly greedy: UserFigures;
}

const width = 760;
const left = 250;
const right = 660;
const rowHeight = 24;
const top = 64;
const style =
  "text{font:13px sans-serif;fill:#333}.muted{fill:#777}.title{font-weight:bold}.grid{stroke:#ddd}" +
  ".alone{fill:#9aa7b1}.beside{fill:#2b7bba}@media (prefers-color-scheme:dark){text{fill:#ddd}.muted{fill:#999}.grid{stroke:#444}}";
const powers = [0.1, 1, 10, 100, 1000, 10_000];
const [leastMs = 0.1, greatestMs = 10_000] = [powers[0], powers.at(-1)];

/** Returns the picture. Its axis is logarithmic. */
export function renderGreedyPlot(results: readonly GreedyResult[]): string {
  const rows = results.flatMap(({ server, alone, beside }) =>
    (["p50", "p99", "max"] as const).flatMap((percentile) => [
      { label: `${server}, ${percentile}, alone`, className: "alone", ms: alone.latencyMs[percentile] },
      { label: `${server}, ${percentile}, beside greedy`, className: "beside", ms: beside.latencyMs[percentile] },
    ]),
  );
  const bottom = top + rows.length * rowHeight;
  const axis = powers.flatMap((ms) => [
    line(xOf(ms), top - 6, xOf(ms), bottom, "grid"),
    text(xOf(ms), top - 12, `${ms} ms`, { class: "muted", "text-anchor": "middle" }),
  ]);
  const bars = rows.flatMap(({ label, className, ms }, index) => {
    const middle = top + (index + 0.5) * rowHeight;
    return [
      text(left - 10, middle + 4, label, { "text-anchor": "end" }),
      element("rect", { x: left, y: middle - 7, width: Math.max(1, xOf(ms) - left), height: 14, class: className }),
      text(xOf(ms) + 6, middle + 4, `${ms.toPrecision(3)} ms`, { class: "muted" }),
    ];
  });
  const title = text(20, 24, "Latency of one modest client, alone and beside 1,000 clients of a greedy user", {
    class: "title",
  });
  const size = {
    xmlns: "http://www.w3.org/2000/svg",
    width,
    height: bottom + 20,
    viewBox: `0 0 ${width} ${bottom + 20}`,
  };
  return `${element("svg", size, element("style", {}, style), title, ...axis, ...bars)}\n`;
}

function xOf(ms: number): number {
  const shown = Math.min(greatestMs, Math.max(leastMs, ms));
  return left + (Math.log(shown / leastMs) / Math.log(greatestMs / leastMs)) * (right - left);
}
