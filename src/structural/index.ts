/**
 * Structural schemas, which describe the values of custom types. This room reads them, and applies them to values. It knows no
 * definitions and no kinds.
 */
export {
  type Completer,
  type CompletionRun,
  completeMembers,
  completionOf,
  NumberRangeError,
  typeAndMetadata,
} from "./complete.ts";
export { Correlated } from "./correlate.ts";
export { readStructuralSchema, resourceSchema } from "./read-schema.ts";
export type { SchemaRule } from "./schema-rule.ts";
export type { ExtensionNames, StructuralSchema, ValueConstraints } from "./structural-schema.ts";
export { unknownFields } from "./unknown-fields.ts";
