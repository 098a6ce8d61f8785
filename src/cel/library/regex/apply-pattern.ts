/** Regular expressions in calls of functions. Their errors become errors of the evaluation. */
import { type Pattern, PatternError, patternOf } from "../../../regex/index.ts";
import type { FunctionDeclaration } from "../../declarations/index.ts";
import { EvaluationError } from "../../values/index.ts";

/** Applies the compiled pattern. @param prefix precedes the error of a pattern that cannot be compiled */
export function applyPattern<T>(
  source: string,
  apply: (pattern: Pattern) => T | PatternError,
  prefix = "",
): T | EvaluationError {
  const pattern = patternOf(source);
  if (pattern instanceof PatternError) return new EvaluationError(prefix + pattern.message);
  const result = apply(pattern);
  return result instanceof PatternError ? new EvaluationError(result.message) : result;
}

/** Compiles the pattern of a call in advance if it is a constant. The pattern is the second argument. */
export const preparePattern: NonNullable<FunctionDeclaration["prepare"]> = ([, source]) => {
  if (typeof source !== "string") return false;
  const pattern = patternOf(source);
  return pattern instanceof PatternError ? new EvaluationError(pattern.message) : true;
};
