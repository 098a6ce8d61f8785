/** Limits on the application of one patch. The caller limits the size of the patch itself. */
export interface PatchLimits {
  /** Maximum number of operations in one JSON patch. */
  readonly operationsMax: number;
  /** Maximum size, as JSON, of everything that the `copy` operations of one JSON patch add to the document. */
  readonly copiedBytesMax: number;
  /** Maximum number of array items that the insertions and removals of one JSON patch shift, in total. */
  readonly shiftedItemsMax: number;
  /** Maximum nesting of objects and arrays in the result of a JSON patch. */
  readonly resultDepthMax: number;
  /** Maximum nesting in a strategic merge patch. Merging needs more stack for each level. */
  readonly mergeDepthMax: number;
}

/**
 * Limits of a patch in a server. `operationsMax` and `copiedBytesMax` are the reference's. Shifting one item takes up to
 * 4 ns; see docs/performance.md, "Micro-measurements", "shiftedItemsMax".
 */
export const defaultPatchLimits: PatchLimits = {
  operationsMax: 10_000,
  copiedBytesMax: 3 * 1024 * 1024,
  shiftedItemsMax: 100_000_000,
  resultDepthMax: 1000,
  mergeDepthMax: 500,
};
