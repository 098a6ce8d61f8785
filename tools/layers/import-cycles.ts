/**
 * Finds cycles of imports between files. In a cycle, the result depends on the order in which the modules are loaded.
 */

/** Imported files of each file. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/**
 * Returns a shortest cycle for each group of files that import each other, directly or indirectly. It begins and ends
 * with the same file.
 */
export function findCycles(graph: ImportGraph): string[][] {
  const cycles: string[][] = [];
  const handledFiles = new Set<string>();
  for (const start of [...graph.keys()].sort()) {
    if (handledFiles.has(start)) continue;
    const cycle = shortestCycle(graph, start);
    if (!cycle) continue;
    cycles.push(cycle);
    for (const file of cyclicGroup(graph, start)) handledFiles.add(file);
  }
  return cycles;
}

/** Searches breadth first from `start` for a way back to it. */
function shortestCycle(graph: ImportGraph, start: string): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const file of queue) {
    for (const next of graph.get(file) ?? []) {
      if (next === start) return [...pathFromStart(cameFrom, file), start];
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, file);
      queue.push(next);
    }
  }
  return undefined;
}

function pathFromStart(cameFrom: ReadonlyMap<string, string>, file: string): string[] {
  const path = [file];
  for (let at = cameFrom.get(file); at !== undefined; at = cameFrom.get(at)) path.unshift(at);
  return path;
}

/** Returns the files that `start` reaches and from which `start` can be reached. */
function cyclicGroup(graph: ImportGraph, start: string): string[] {
  const importers = new Map<string, string[]>();
  for (const [file, imported] of graph) {
    for (const next of imported) importers.set(next, [...(importers.get(next) ?? []), file]);
  }
  const ancestors = reachable(importers, start);
  return [...reachable(graph, start)].filter((file) => ancestors.has(file));
}

function reachable(graph: ImportGraph, start: string): Set<string> {
  const seen = new Set([start]);
  for (const file of seen) for (const next of graph.get(file) ?? []) seen.add(next);
  return seen;
}
