/** Returns each value once, in the order of the first occurrences. */
export function distinct<T>(values: readonly T[]): readonly T[] {
  return [...new Set(values)];
}
