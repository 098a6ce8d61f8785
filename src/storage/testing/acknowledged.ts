/** The lines in which crash-writer.ts reports the writes that the engine has confirmed. */

/** A confirmed write. */
export interface ConfirmedWrite {
  readonly key: string;
  readonly revision: number;
  /** Length of the value. Absent for a deletion. */
  readonly length?: number;
}

/**
 * Returns the value that crash-writer.ts stores under a key. It has this length, and values of different keys differ.
 */
export function textFor(key: string, length: number): string {
  return key.padEnd(length, key);
}
