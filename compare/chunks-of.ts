/** Splits lists. */

/** A part of a list, and the index of its first item. */
export interface Chunk<T> {
  readonly start: number;
  readonly items: readonly T[];
}

/** Yields a list in chunks of `size` items. The last chunk can be smaller. */
export function* chunksOf<T>(list: readonly T[], size: number): Generator<Chunk<T>> {
  for (let start = 0; start < list.length; start += size) yield { start, items: list.slice(start, start + size) };
}
