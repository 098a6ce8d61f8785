/** Circles of imports between files: each makes the order in which modules load matter, and none of them is needed. */

/** File to the files that it imports. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** One shortest circle for each group of files that reach each other, as a path that ends where it begins. */
export function findCycles(graph: ImportGraph): string[][] {
  const cycles: string[][] = [];
  const settled = new Set<string>();
  for (const start of [...graph.keys()].sort()) {
    if (settled.has(start)) continue;
    const cycle = shortestCycle(graph, start);
    if (!cycle) continue;
    cycles.push(cycle);
    for (const file of group(graph, start)) settled.add(file);
  }
  return cycles;
}

/** Breadth first from `start` back to it. */
function shortestCycle(graph: ImportGraph, start: string): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const file of queue) {
    for (const next of graph.get(file) ?? []) {
      if (next === start) return [...pathBack(cameFrom, file), start];
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, file);
      queue.push(next);
    }
  }
  return undefined;
}

function pathBack(cameFrom: ReadonlyMap<string, string>, file: string): string[] {
  const path = [file];
  for (let at = cameFrom.get(file); at !== undefined; at = cameFrom.get(at)) path.unshift(at);
  return path;
}

/** The files that `start` reaches and that reach it. */
function group(graph: ImportGraph, start: string): string[] {
  const backwards = new Map<string, string[]>();
  for (const [file, imported] of graph) {
    for (const next of imported) backwards.set(next, [...(backwards.get(next) ?? []), file]);
  }
  const behind = reachable(backwards, start);
  return [...reachable(graph, start)].filter((file) => behind.has(file));
}

function reachable(graph: ImportGraph, start: string): Set<string> {
  const seen = new Set([start]);
  for (const file of seen) for (const next of graph.get(file) ?? []) seen.add(next);
  return seen;
}
