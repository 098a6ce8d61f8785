/**
 * Returns the indexes of items that equal an earlier one. Undefined equals nothing. Lists from clients may be long, so this is
 * a single pass.
 */
export function repeatIndexes(items: readonly (string | number | undefined)[]): number[] {
  const seen = new Set<string | number>();
  return items.flatMap((item, index) => {
    if (item === undefined) return [];
    const isRepeat = seen.has(item);
    seen.add(item);
    return isRepeat ? [index] : [];
  });
}
