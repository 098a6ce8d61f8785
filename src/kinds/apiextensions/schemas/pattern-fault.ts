/** Checks the regular expressions of schemas. */
import { PatternError, patternOf } from "../../../regex/index.ts";

/** Returns why a pattern does not compile, in the words of the reference. Undefined if it does. */
export function patternFault(pattern: string): string | undefined {
  const compiled = patternOf(pattern);
  return compiled instanceof PatternError ? compiled.message : undefined;
}
