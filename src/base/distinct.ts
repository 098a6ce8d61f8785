/** Returns each distinct value once, in the order of first occurrence. */
export function distinct<T>(values: readonly T[]): readonly T[] {
  return [...new Set(values)];
}
