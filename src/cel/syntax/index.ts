/** From an expression's text to its syntax tree. */
export * from "./ast.ts";
export { displayIssues } from "./display.ts";
export type { SyntaxFeatures } from "./features.ts";
export { escapeFieldName, fieldNamed, unescapeFieldName } from "./field-names.ts";
export { codePointsMax, depthMax } from "./limits.ts";
export { accumulatorName } from "./macros/macro-nodes.ts";
export { operandsOf } from "./operands.ts";
export { operator } from "./operators.ts";
export { type ParseResult, parse } from "./parse.ts";
export { reservedWords } from "./reserved-words.ts";
