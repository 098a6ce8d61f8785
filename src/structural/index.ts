/**
 * Structural schemas, which describe the values of custom types. This room reads them, and applies them to values. It knows no
 * definitions and no kinds.
 */
export {
  type Completer,
  type CompletionRun,
  completeMembers,
  completionOf,
  EmbeddedResourceError,
  NumberRangeError,
  typeAndMetadata,
} from "./complete.ts";
export { Correlated } from "./correlate.ts";
export {
  type Coercion,
  type CoercionOptions,
  coerceEmbeddedResources,
  type DecodedMetadata,
  type EmbeddedMetadataRules,
  validateEmbeddedResources,
} from "./embedded-resources.ts";
export { readStructuralSchema, resourceSchema } from "./read-schema.ts";
export { readRules, type SchemaRule } from "./schema-rule.ts";
export { goJson, shownValue } from "./shown-value.ts";
export type { ExtensionNames, StructuralSchema, ValueConstraints } from "./structural-schema.ts";
export { unknownFields } from "./unknown-fields.ts";
export { joinPath, type PathPart } from "./value-path.ts";
