import type { Clock } from "../../../base/clock.ts";
import type { ReadonlyJsonObject } from "../../../base/json-object.ts";
import { AuthenticationError } from "../../token-authenticator.ts";
import type { CompiledExpression, ExpressionResult } from "./compiled-expression.ts";

/**
 * Returns the result of an expression.
 * @param doing the beginning of the error's message
 * @throws AuthenticationError if the evaluation fails or exceeds a limit
 */
export function evaluateFor(
  doing: string,
  expression: CompiledExpression,
  value: ReadonlyJsonObject,
  clock: Clock,
): ExpressionResult {
  try {
    return expression.evaluate(value, clock);
  } catch (error) {
    if (!(error instanceof AuthenticationError)) throw error;
    throw new AuthenticationError(`${doing}: ${error.message}`);
  }
}
