/**
 * Structural schemas, which describe the values of custom types. This room reads them, and applies them to values. It knows no
 * definitions and no kinds.
 */
export {
  completeMembers,
  completionOf,
  EmbeddedResourceError,
  NumberRangeError,
} from "./complete.ts";
export { Correlated } from "./correlate.ts";
export {
  coerceEmbeddedResources,
  type EmbeddedMetadataRules,
  validateEmbeddedResources,
} from "./embedded-resources.ts";
export { readStructuralSchema, resourceSchema } from "./read-schema.ts";
export { readRules, type SchemaRule } from "./schema-rule.ts";
export { shownValue } from "./shown-value.ts";
export type { StructuralSchema, ValueConstraints } from "./structural-schema.ts";
export { unknownFields } from "./unknown-fields.ts";
