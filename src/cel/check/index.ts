/** From a syntax tree to an expression whose types and references are known. */
export { type CheckResult, checkTypes as check } from "./check.ts";
export type { CheckedExpression, FunctionReference, IdentifierReference, Reference } from "./checked-expression.ts";
export { qualifiedName } from "./names.ts";
