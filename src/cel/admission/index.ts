/**
 * Expressions about admission requests: their variables and types, and the compiler of policies and webhooks. It is loaded with the
 * first such expression.
 */
export { AdmissionCompiler, type CompilerOptions, type ExpressionOptions } from "./admission-compiler.ts";
export type { AdmissionEnvironmentChoice } from "./admission-environments.ts";
export { admissionTypes } from "./admission-types.ts";
export type { ExpressionUse } from "./expression-use.ts";
export { JsonPatchValue, PatchedObjectValue } from "./patch-values.ts";
export { type ObjectTypes, TypedExpressions } from "./typed-expressions.ts";
