/** Evaluates the expressions of an administrator with values that clients send. */
import { type Bindings, EvaluationCancelled, type Program } from "./evaluate/index.ts";
import { EvaluationError, type Value } from "./values/index.ts";

/** Limits of one evaluation. */
export interface EvaluationBudget {
  readonly costMax: number;
  /** Longest duration in milliseconds, because costs do not bound the time. */
  readonly durationMsMax: number;
  /** Returns monotonic time in milliseconds. */
  readonly nowMs: () => number;
}

/** Returns the result of an evaluation. Exceeding a limit is an error like any other. */
export function evaluateWithin(
  program: Program,
  bindings: Bindings,
  { costMax, durationMsMax, nowMs }: EvaluationBudget,
): Value {
  try {
    return program.evaluate(bindings, { costMax, deadline: { atMs: nowMs() + durationMsMax, nowMs } }).value;
  } catch (error) {
    if (error instanceof EvaluationCancelled) return new EvaluationError(error.message);
    throw error;
  }
}
