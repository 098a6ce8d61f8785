/** A limit for the results of functions. Their costs do not always grow with their results. */
import { EvaluationError } from "../../values/index.ts";

/** How many UTF-16 units a text may have that a function makes. The reference has no limit, and ends if memory does. */
const lengthMax = 2 ** 24;

/** Returns the error of a function whose result would be too long; undefined if it is not. */
export function lengthFault(name: string, length: number): EvaluationError | undefined {
  return length > lengthMax
    ? new EvaluationError(`the result of ${name}() exceeds ${lengthMax} characters`)
    : undefined;
}
