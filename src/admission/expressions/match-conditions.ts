/** Match conditions: expressions, all of which must be true for a policy or webhook to apply. */
import { EvaluationError } from "../../cel/index.ts";
import { aggregateErrors } from "../../meta/aggregate-errors.ts";
import { type ExpressionRun, OutOfBudget, type RequestExpression } from "./expression-run.ts";
import type { ConditionSubject, MatchConditionMetrics } from "./match-condition-metrics.ts";

/** Greatest cost of all conditions of one object together, as in the reference. */
export const conditionsBudget = 2_500_000;

/** Whether a request meets the conditions. An error: the conditions could not be evaluated, and none of them is false. */
export type RequestConditionMatch = boolean | Error;

/** The match conditions of one policy or webhook. */
export class MatchConditions {
  readonly #conditions: readonly RequestExpression[];
  readonly #metrics: MatchConditionMetrics;
  readonly #nowMs: () => number;

  constructor(conditions: readonly RequestExpression[], metrics: MatchConditionMetrics, nowMs: () => number) {
    this.#conditions = conditions;
    this.#metrics = metrics;
    this.#nowMs = nowMs;
  }

  /** Returns whether the request meets the conditions. @param run has the budget `conditionsBudget` */
  async match(run: ExpressionRun, subject: ConditionSubject): Promise<RequestConditionMatch> {
    if (this.#conditions.length === 0) return true;
    const startMs = this.#nowMs();
    try {
      return await this.#evaluate(run, subject);
    } catch (error) {
      if (error instanceof OutOfBudget) return error;
      throw error;
    } finally {
      this.#metrics.countEvaluation(subject, this.#nowMs() - startMs);
    }
  }

  /** As in the reference, all conditions are evaluated. One that is false counts more than errors of others. */
  async #evaluate(run: ExpressionRun, subject: ConditionSubject): Promise<RequestConditionMatch> {
    const results = [];
    for (const condition of this.#conditions) {
      const result = run.evaluate(condition);
      results.push(result instanceof Promise ? await result : result);
    }
    const errors: string[] = [];
    for (const result of results) {
      if (result === false) return false;
      if (!(result instanceof EvaluationError)) continue;
      errors.push(result.message);
      this.#metrics.countError(subject);
    }
    return errors.length === 0 || new Error(aggregateErrors(errors));
  }
}
