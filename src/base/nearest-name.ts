/**
 * Returns the candidate that a mistyped `name` most likely means: one that has `name` as one of its words, or the one
 * with the fewest typing errors (insertions, deletions, replacements, swaps of neighbours). Undefined if none is
 * similar.
 */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  let best: { candidate: string; errors: number } | undefined;
  for (const candidate of candidates) {
    const errors = candidate.split("-").includes(name) ? 1 : editDistance(name, candidate);
    if (errors <= errorsMax(name, candidate) && (best === undefined || errors < best.errors))
      best = { candidate, errors };
  }
  return best?.candidate;
}

/** Returns how many errors two similar names can have: a third of their characters. In short names, more errors make another word. */
function errorsMax(name: string, candidate: string): number {
  return Math.max(1, Math.floor(Math.max(name.length, candidate.length) / 3));
}

function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwap ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [beforeLast, last] = [last, current];
  }
  return at(last, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
