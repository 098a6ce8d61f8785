/**
 * Draws a CPU profile as a flame graph. Each frame is above its caller. Its width is the share of the time that was
 * spent in the function and in its callees.
 */
import { element, escape, text } from "./svg.ts";

/** The members of V8's `--cpu-prof` file that are used. */
export interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  /** Ids of nodes, one per sample. */
  readonly samples: readonly number[];
  /** Microseconds since the previous sample, one per sample. */
  readonly timeDeltas: readonly number[];
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly children?: readonly number[];
}

type Origin = "ours" | "packages" | "node" | "engine";

interface Frame {
  readonly name: string;
  readonly origin: Origin;
  /** Time in this function and in its callees, in microseconds. */
  micros: number;
  readonly callees: Map<string, Frame>;
}

const width = 1200;
const rowHeight = 16;
const headHeight = 48;
const shareMin = 0.004;
const characterWidth = 6.5;

/** Returns the flame graph as SVG. Idle samples are ignored. */
export function renderFlames(profile: CpuProfile, title: string): string {
  const root = frameTree(profile);
  const rows = depthOf(root, root.micros);
  const height = headHeight + rows * rowHeight + 8;
  const drawn = [...draw(root, { left: 0, row: 0, rows, total: root.micros })];
  return `${element(
    "svg",
    { xmlns: "http://www.w3.org/2000/svg", width, height, viewBox: `0 0 ${width} ${height}`, role: "img" },
    element("title", {}, escape(title)),
    element("style", {}, styles),
    element("rect", { class: "ground", width, height }),
    text(8, 20, title, { class: "title" }),
    text(
      8,
      38,
      "blue: this project; violet: packages; green: Node; grey: V8, its garbage collector, and native code",
      {},
    ),
    ...drawn.map((one) => `\n${one}`),
    "\n",
  )}\n`;
}

const styles = `
text { font: 11px ui-monospace, monospace; fill: #1f2328 }
.title { font: 600 14px system-ui, sans-serif }
.ground { fill: #ffffff }
rect { stroke: #ffffff; stroke-width: 0.5 }
.ours { fill: #9ec9ff } .packages { fill: #d7c3fa } .node { fill: #a6dfb4 } .engine { fill: #d1d9e0 }
`;

function frameTree({ nodes, samples, timeDeltas }: CpuProfile): Frame {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const selfMicros = new Map<number, number>();
  for (const [index, id] of samples.entries()) selfMicros.set(id, (selfMicros.get(id) ?? 0) + (timeDeltas[index] ?? 0));
  const root = newFrame("all", "engine");
  const first = nodes[0];
  for (const id of first?.children ?? []) addNode(root, id, byId, selfMicros);
  root.micros = sum(root.callees.values());
  return root;
}

/** Adds a node to the frame of its caller. Calls of one function by the same caller share a frame. */
function addNode(
  caller: Frame,
  id: number,
  byId: ReadonlyMap<number, ProfileNode>,
  selfMicros: ReadonlyMap<number, number>,
): void {
  const node = byId.get(id);
  if (!node || node.callFrame.functionName === "(idle)") return;
  const name = node.callFrame.functionName || "(anonymous)";
  const key = `${name} ${node.callFrame.url}`;
  const frame = caller.callees.get(key) ?? newFrame(name, originOf(node.callFrame.url));
  caller.callees.set(key, frame);
  const before = sum(frame.callees.values());
  for (const child of node.children ?? []) addNode(frame, child, byId, selfMicros);
  frame.micros += (selfMicros.get(id) ?? 0) + sum(frame.callees.values()) - before;
}

function newFrame(name: string, origin: Origin): Frame {
  return { name, origin, micros: 0, callees: new Map() };
}

function sum(frames: Iterable<Frame>): number {
  let micros = 0;
  for (const frame of frames) micros += frame.micros;
  return micros;
}

function originOf(url: string): Origin {
  if (url.startsWith("node:")) return "node";
  if (url.includes("/node_modules/")) return "packages";
  return url === "" ? "engine" : "ours";
}

function visibleCallees(frame: Frame, total: number): Frame[] {
  const wide = [...frame.callees.values()].filter(({ micros }) => micros >= total * shareMin);
  return wide.sort((a, b) => b.micros - a.micros);
}

function depthOf(frame: Frame, total: number): number {
  return 1 + Math.max(0, ...visibleCallees(frame, total).map((above) => depthOf(above, total)));
}

interface FramePosition {
  /** Pixels from the left. */
  readonly left: number;
  /** Row, counted from the bottom. */
  readonly row: number;
  readonly rows: number;
  readonly total: number;
}

function* draw(frame: Frame, { left, row, rows, total }: FramePosition): Generator<string> {
  const frameWidth = (frame.micros / total) * width;
  const top = headHeight + (rows - 1 - row) * rowHeight;
  const share = `${((frame.micros / total) * 100).toFixed(1)} %`;
  const box = { x: left.toFixed(1), y: top, width: frameWidth.toFixed(1), height: rowHeight, class: frame.origin };
  yield element("rect", box, element("title", {}, escape(`${frame.name}: ${share}`)));
  const visibleCharacters = Math.floor((frameWidth - 4) / characterWidth);
  if (visibleCharacters >= 3)
    yield text(Number((left + 3).toFixed(1)), top + 12, frame.name.slice(0, visibleCharacters), {});
  let next = left;
  for (const above of visibleCallees(frame, total)) {
    yield* draw(above, { left: next, row: row + 1, rows, total });
    next += (above.micros / total) * width;
  }
}
