/** Values for the test suites. They are made from labels. */
import { createHash } from "node:crypto";

/** Makes and compares the values of a test. */
export interface ValueFactory {
  /** Returns a value. Values of different labels differ. */
  make(label: string): Uint8Array;
  /**
   * Returns a text that is equal for equal values. This is the content, unless the tested reader changes values, for
   * example by inserting a revision. In that case, the text must not depend on these changes.
   */
  show(value: Uint8Array): string;
}

/** Makes arbitrary bytes of various lengths. */
export const anyBytes: ValueFactory = {
  make: (label) => {
    const digest = createHash("sha512").update(label).digest();
    return new Uint8Array(digest.subarray(0, 1 + ((digest[0] ?? 0) % 63)));
  },
  show: (value) => Buffer.from(value).toString("hex"),
};
