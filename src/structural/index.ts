/**
 * Structural schemas, which describe the values of custom types. This room reads them, and applies them to values. It knows no
 * definitions and no kinds.
 */
export { Correlated } from "./correlate.ts";
export { readStructuralSchema, resourceSchema } from "./read-schema.ts";
export { readRules, type SchemaRule } from "./schema-rule.ts";
export type { ExtensionNames, StructuralSchema, ValueConstraints } from "./structural-schema.ts";
