/**
 * Returns the indexes of items that equal an earlier one, in their order. Undefined equals nothing. Lists from clients may be
 * long, so this is a single pass.
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
