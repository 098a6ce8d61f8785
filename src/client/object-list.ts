/** Lists of objects. */

/** A list, or one chunk of it. */
export interface ObjectList<T> {
  readonly items: readonly T[];
  /** The version of the listed state, from which a watch can continue. */
  readonly resourceVersion: string;
  /** Token for the next chunk. Undefined in the last chunk. */
  readonly continue?: string;
  /** Number of objects after this chunk. Undefined in the last chunk, or if selectors are used. */
  readonly remainingItemCount?: number;
}
