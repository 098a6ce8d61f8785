/** Regular expressions in the syntax of RE2, with a time that is linear in the length of the text. */
export { type Pattern, patternOf } from "./pattern.ts";
export { PatternError } from "./pattern-error.ts";
