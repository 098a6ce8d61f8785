/** The indexes of items that equal an earlier one; lists from clients may be long, so this is a single pass. */
export function repeatIndexes(items: readonly (string | number)[]): number[] {
  const seen = new Set<string | number>();
  return items.flatMap((item, index) => {
    const isRepeat = seen.has(item);
    seen.add(item);
    return isRepeat ? [index] : [];
  });
}
