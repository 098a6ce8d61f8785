/**
 * Returns the indexes of items that equal an earlier item, in ascending order. Undefined equals nothing. A single pass,
 * because lists from clients may be long.
 */
export function repeatIndexes(items: readonly (string | number | undefined)[]): ReadonlySet<number> {
  const seen = new Set<string | number>();
  const repeats = new Set<number>();
  items.forEach((item, index) => {
    if (item === undefined) return;
    if (seen.has(item)) repeats.add(index);
    seen.add(item);
  });
  return repeats;
}
