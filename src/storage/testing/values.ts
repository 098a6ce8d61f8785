/** Values for the suites: made from a label, compared by what they show of it. */
import { createHash } from "node:crypto";

export interface ValueFactory {
  /** A value that differs from those of other labels. */
  make(label: string): Uint8Array;
  /**
   * What two values have in common when they stand for the same one; the bytes themselves unless the subject of a suite
   * changes them on their way (such as by splicing a revision in).
   */
  show(value: Uint8Array): string;
}

/** Bytes without any structure, of various lengths. */
export const anyBytes: ValueFactory = {
  make: (label) => {
    const digest = createHash("sha512").update(label).digest();
    return new Uint8Array(digest.subarray(0, 1 + ((digest[0] ?? 0) % 63)));
  },
  show: (value) => Buffer.from(value).toString("hex"),
};
