/** Evaluates programs within limits, and converts their results. */
import type { Clock } from "../../../base/clock.ts";
import type { ReadonlyJsonObject } from "../../../base/json-object.ts";
import { EvaluationError, evaluateWithin, fromJson, ListValue, type Program, type Value } from "../../../cel/index.ts";
import { AuthenticationError } from "../../token-authenticator.ts";
import type { ExpressionResult, ExpressionVariable } from "./compiled-expression.ts";

/** Greatest cost of one evaluation, as in the reference. */
const costMax = 1_000_000;
/** Longest duration of one evaluation, because costs do not bound the time. */
const durationMsMax = 100;

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
  const budget = { costMax, durationMsMax, nowMs: () => clock.monotonicMs() };
  const result = evaluateWithin(program, { [variable]: fromJson(value) }, budget);
  if (!(result instanceof EvaluationError)) return plainResult(result);
  throw new AuthenticationError(`expression '${text}' resulted in error: ${result.message}`);
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
