/** Evaluates programs within limits, and converts their results. */
import type { Clock } from "../../../base/clock.ts";
import type { ReadonlyJsonObject } from "../../../base/json-object.ts";
import {
  EvaluationCancelled,
  EvaluationError,
  fromJson,
  ListValue,
  type Program,
  type Value,
} from "../../../cel/index.ts";
import { AuthenticationError } from "../../token-authenticator.ts";
import type { ExpressionResult, ExpressionVariable } from "./compiled-expression.ts";

/** Greatest cost of one evaluation, as in the reference. */
const costMax = 1_000_000;
/** Longest duration of one evaluation, because costs do not bound the time. */
const evaluationMsMax = 100;

/** A program, and the variable that it uses. */
export interface NamedProgram {
  /** Text of the expression, for errors. */
  readonly text: string;
  readonly program: Program;
  readonly variable: ExpressionVariable;
}

/**
 * Returns the result of a program.
 * @param value of the variable
 * @throws AuthenticationError if the evaluation fails or exceeds a limit
 */
export function evaluateProgram(
  { text, program, variable }: NamedProgram,
  value: ReadonlyJsonObject,
  clock: Clock,
): ExpressionResult {
  const deadline = { atMs: clock.monotonicMs() + evaluationMsMax, nowMs: () => clock.monotonicMs() };
  const result = cancelledAsError(() => program.evaluate({ [variable]: fromJson(value) }, { costMax, deadline }).value);
  if (!(result instanceof EvaluationError)) return plainResult(result);
  throw new AuthenticationError(`expression '${text}' resulted in error: ${result.message}`);
}

function cancelledAsError(evaluate: () => Value): Value {
  try {
    return evaluate();
  } catch (error) {
    if (error instanceof EvaluationCancelled) return new EvaluationError(error.message);
    throw error;
  }
}

function plainResult(value: Value): ExpressionResult {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (!(value instanceof ListValue)) return undefined;
  const texts: string[] = [];
  for (const item of value) {
    if (typeof item !== "string") return undefined;
    texts.push(item);
  }
  return texts;
}
