/** An update of what this group has is validated twice, and clients know every error twice. */
export function twice<T>(errors: readonly T[]): T[] {
  return [...errors, ...errors];
}
