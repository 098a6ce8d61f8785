/** What crash-writer.ts says of the writes that were answered to it. */

export interface Acknowledged {
  readonly key: string;
  readonly revision: number;
  /** Length of the value; absent for a deletion. */
  readonly length?: number;
}

/** The value that a writer stores under a key: as long as asked, and unlike any other. */
export function textFor(key: string, length: number): string {
  return key.padEnd(length, key);
}
