/** The format of stored objects, as the cache needs it. The registry supplies it. */
import type { Allocate } from "../base/bytes.ts";

/** The parts of an object that selectors use. */
export interface ObjectIndex {
  readonly labels: Readonly<Record<string, string>>;
  /** Values of the kind's selectable fields, in the order in which the kind declares them. */
  readonly fields: readonly string[];
}

/** The JSON of an object, and how it must be parsed. */
export interface PresentedObject {
  readonly bytes: Buffer;
  /** Whether it contains integers that a plain JSON parser would round. */
  readonly needsExactJson: boolean;
}

/** The format of stored values. The registry supplies it, so that the cache need not know what objects are. */
export interface ObjectFormat {
  /**
   * Returns the bytes that clients get, for a stored value and the revision of its write.
   * @param allocate returns the memory for the bytes. Default: a separate allocation.
   */
  present(value: Uint8Array, revision: number, allocate?: Allocate): PresentedObject;
  /** Returns the same object with another revision, for events that show an earlier state. */
  restamp(bytes: Buffer, revision: number): Buffer;
  /** Returns the parts that selectors use. */
  index(bytes: Buffer): ObjectIndex;
}
