/** What bounds the decoding of one body. Its size in bytes is bounded by whoever reads it from the wire. */
export interface DecodeLimits {
  /** Objects and arrays inside each other. At most 1,000: what reads decoded values recurses. */
  readonly depthMax: number;
  /** `key: value` pairs in the whole body, duplicates included. */
  readonly keysMax: number;
}

/** A 3 MiB body of real objects holds about 100,000 keys and is 30 levels deep. */
export const defaultDecodeLimits: DecodeLimits = { depthMax: 1000, keysMax: 500_000 };
