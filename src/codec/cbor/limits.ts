/** Limits on the decoding of one document in CBOR. The caller limits the size in bytes. */

/** Limits on the parts of a document. */
export interface CborLimits {
  /** Maximum nesting of arrays, maps, and tags inside tags. */
  readonly depthMax: number;
  /** Maximum number of items in one array. */
  readonly arrayItemsMax: number;
  /** Maximum number of pairs in one map. */
  readonly mapPairsMax: number;
  /** Maximum number of pairs in the whole document. */
  readonly keysMax: number;
}

const keysMax = 500_000;

/** Limits of documents that clients send. Those on depth, arrays and maps are the reference's. */
export const requestCborLimits: CborLimits = { depthMax: 64, arrayItemsMax: 1024, mapPairsMax: 1024, keysMax };

/** Limits of documents that this server has written. They accept what the JSON decoder accepts. */
export const storedCborLimits: CborLimits = {
  depthMax: 1100,
  arrayItemsMax: 0x7fff_ffff,
  mapPairsMax: 0x7fff_ffff,
  keysMax: 0x7fff_ffff,
};
