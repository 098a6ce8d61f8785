/** Evaluates compiled expressions within limits. */

import type { Clock } from "../../../base/clock.ts";
import { EvaluationCancelled, EvaluationError, type Value } from "../../../cel/index.ts";
import { AuthenticationError } from "../../token-authenticator.ts";
import type { CompiledExpression } from "./compile-expression.ts";
import type { ExpressionVariable } from "./environments.ts";

/** Greatest cost of one evaluation, as in the reference. */
const costMax = 1_000_000;
/** Longest duration of one evaluation, because costs do not bound the time. */
const evaluationMsMax = 100;

/**
 * Returns the value of an expression.
 * @param value of the variable
 * @throws AuthenticationError if the evaluation fails or exceeds a limit; its message begins with `doing`
 */
export function evaluateExpression(
  { text, program }: CompiledExpression,
  variable: ExpressionVariable,
  value: Value,
  { clock, doing }: { readonly clock: Clock; readonly doing: string },
): Value {
  const reject = (reason: string): never => {
    throw new AuthenticationError(`${doing}: expression '${text}' resulted in error: ${reason}`);
  };
  const deadline = { atMs: clock.monotonicMs() + evaluationMsMax, nowMs: () => clock.monotonicMs() };
  try {
    const { value: result } = program.evaluate({ [variable]: value }, { costMax, deadline });
    return result instanceof EvaluationError ? reject(result.message) : result;
  } catch (error) {
    if (error instanceof EvaluationCancelled) return reject(error.message);
    throw error;
  }
}
