/** What bounds the application of one patch. The size of the patch itself is bounded by whoever reads it. */
export interface PatchLimits {
  /** The operations of one JSON patch. */
  readonly operationsMax: number;
  /** What all `copy` operations of one JSON patch add to the document together, as JSON. */
  readonly copiedBytesMax: number;
  /** Array items that insertions and removals of one JSON patch shift aside, all together. */
  readonly shiftedItemsMax: number;
  /** Objects and arrays inside each other in the result of a JSON patch. */
  readonly resultDepthMax: number;
  /** The same in a strategic merge patch. Merging takes more of the stack for each level. */
  readonly mergeDepthMax: number;
}

/** The first two are the reference's. One item takes about a nanosecond to shift. */
export const defaultPatchLimits: PatchLimits = {
  operationsMax: 10_000,
  copiedBytesMax: 3 * 1024 * 1024,
  shiftedItemsMax: 100_000_000,
  resultDepthMax: 1000,
  mergeDepthMax: 500,
};
