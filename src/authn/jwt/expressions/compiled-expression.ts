/** Expressions as the rest of this room uses them, without the engine that compiles them. */
import type { Clock } from "../../../base/clock.ts";
import type { ReadonlyJsonObject } from "../../../base/json-object.ts";

/** The variable that an expression can use. */
export type ExpressionVariable = "claims" | "user";

/** Value that mappings and rules accept. Undefined stands for a value of any other type. */
export type ExpressionResult = null | boolean | string | readonly string[] | undefined;

/** An expression that can be evaluated. */
export interface CompiledExpression {
  readonly text: string;
  /** Whether the expression contains `claims.NAME` or `claims.?NAME`, at any depth. */
  readonly usesClaim: (name: string) => boolean;
  /**
   * Evaluates the expression within limits of cost and time.
   * @param value of the variable
   * @throws AuthenticationError if the evaluation fails or exceeds a limit
   */
  readonly evaluate: (value: ReadonlyJsonObject, clock: Clock) => ExpressionResult;
}
