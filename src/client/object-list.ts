/** Many objects at once. */

export interface ObjectList<T> {
  readonly items: readonly T[];
  /** Of the state that the list shows: where a watch goes on. */
  readonly resourceVersion: string;
  /** Where the next chunk begins; absent: there is none. */
  readonly continue?: string;
  readonly remainingItemCount?: number;
}
