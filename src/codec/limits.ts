/** Limits on the decoding of one body. The caller limits the size in bytes when it reads the body from the network. */
export interface DecodeLimits {
  /** Maximum nesting of objects and arrays. At most 1,000, because code that reads decoded values is recursive. */
  readonly depthMax: number;
  /** Maximum number of `key: value` pairs in the whole body, including duplicates. */
  readonly keysMax: number;
}

/**
 * Depth and number of keys that a body may have unless the caller sets other limits. A real body of 3 MiB has about
 * 100,000 keys and is 30 levels deep.
 */
export const defaultDecodeLimits: DecodeLimits = { depthMax: 1000, keysMax: 500_000 };
