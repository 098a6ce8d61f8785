/**
 * Field ownership: records field managers in `metadata.managedFields`, and implements server-side apply. Pure functions
 * on plain JSON.
 */
export { atomicParts } from "./atomic-parts.ts";
export { checkShape, formatShapeErrors } from "./check.ts";
export { differenceBelow, type FieldSet, fieldSet, fieldsAtOrBelow, stepsOf } from "./field-set.ts";
export { ForeignValue } from "./foreign-value.ts";
export { ItemError } from "./list-items.ts";
export { managersFault } from "./managers.ts";
export { merge } from "./merge.ts";
export { type ApplyResult, apply, recordUpdate } from "./ownership.ts";
export type { OwnershipRules, VersionedShape } from "./ownership-rules.ts";
export { ownersOfScale, ownersOfScaled, type ScaledFields } from "./scale-owners.ts";
export { withSentItems } from "./sent-items.ts";
export { type Shape, shapeOf } from "./shape.ts";
