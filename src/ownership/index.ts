/** Field ownership: `metadata.managedFields`, and server-side apply. Pure functions on plain JSON. */
export { checkShape, formatShapeErrors } from "./check.ts";
export { differenceBelow, type FieldSet, fieldSet, hasField, keptBelow, stepsOf } from "./field-set.ts";
export { ItemError } from "./list-items.ts";
export {
  type Applied,
  type ApplyRequest,
  apply,
  type OwnershipRules,
  recordUpdate,
  type VersionedShape,
  type Writer,
} from "./ownership.ts";
export { ownersOfScale, ownersOfScaled, type ScaledFields } from "./scale-owners.ts";
export { shapeOf } from "./shape.ts";
