/** Computes the minimum edits between two lists of lines. */

/** One line of an edit script: kept, removed or added. */
export interface LineEdit {
  readonly type: "same" | "gone" | "new";
  readonly text: string;
}

/** If more edits are necessary, everything between the first and the last one is replaced as a whole. */
const editsMax = 2000;

/**
 * Returns the edit script from `before` to `after`. Implements Myers' greedy algorithm on the lines between the common
 * prefix and the common suffix.
 */
export function lineEdits(before: readonly string[], after: readonly string[]): readonly LineEdit[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return [
    ...edits("same", before.slice(0, start)),
    ...middleEdits(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...edits("same", before.slice(before.length - end)),
  ];
}

function edits(type: LineEdit["type"], lines: readonly string[]): readonly LineEdit[] {
  return lines.map((text) => ({ type, text }));
}

function middleEdits(before: readonly string[], after: readonly string[]): readonly LineEdit[] {
  const rounds = reach(before, after);
  if (!rounds) return [...edits("gone", before), ...edits("new", after)];
  return walkBack(rounds, before, after);
}

/**
 * Returns, for each round, how far into `before` each diagonal reaches. Undefined if more than `editsMax` rounds are
 * necessary.
 */
function reach(
  before: readonly string[],
  after: readonly string[],
): readonly ReadonlyMap<number, number>[] | undefined {
  const rounds: Map<number, number>[] = [];
  let last = new Map<number, number>([[1, 0]]);
  for (let round = 0; round <= Math.min(editsMax, before.length + after.length); round++) {
    const next = new Map<number, number>();
    for (let diagonal = -round; diagonal <= round; diagonal += 2) {
      let x = comesDown(last, diagonal, round) ? (last.get(diagonal + 1) ?? 0) : (last.get(diagonal - 1) ?? 0) + 1;
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x += 1;
      next.set(diagonal, x);
      if (x >= before.length && x - diagonal >= after.length) return [...rounds, last];
    }
    rounds.push(last);
    last = next;
  }
  return undefined;
}

/** Whether the diagonal is reached by adding a line, and not by removing one. */
function comesDown(last: ReadonlyMap<number, number>, diagonal: number, round: number): boolean {
  if (diagonal === -round) return true;
  if (diagonal === round) return false;
  return (last.get(diagonal - 1) ?? -1) < (last.get(diagonal + 1) ?? -1);
}

function walkBack(
  rounds: readonly ReadonlyMap<number, number>[],
  before: readonly string[],
  after: readonly string[],
): readonly LineEdit[] {
  const found: LineEdit[] = [];
  let [x, y] = [before.length, after.length];
  for (let round = rounds.length - 1; round >= 0; round--) {
    const last = rounds[round] ?? new Map<number, number>();
    const isNew = comesDown(last, x - y, round);
    const fromDiagonal = isNew ? x - y + 1 : x - y - 1;
    const fromX = last.get(fromDiagonal) ?? 0;
    const fromY = fromX - fromDiagonal;
    const [startX, startY] = round === 0 ? [0, 0] : isNew ? [fromX, fromY + 1] : [fromX + 1, fromY];
    while (x > startX && y > startY) {
      found.push({ type: "same", text: before[x - 1] ?? "" });
      [x, y] = [x - 1, y - 1];
    }
    if (round === 0) break;
    found.push(isNew ? { type: "new", text: after[y - 1] ?? "" } : { type: "gone", text: before[x - 1] ?? "" });
    [x, y] = [fromX, fromY];
  }
  return found.toReversed();
}
