/** Evaluation of expressions about admission requests, for policies and for the match conditions of webhooks. */
export { AuthorizerDecisions } from "./authorizer-decisions.ts";
export {
  type ExpressionOutcome,
  ExpressionRun,
  type ObserveExpression,
  OutOfBudget,
  type RequestExpression,
  requestExpression,
} from "./expression-run.ts";
export { MatchConditionMetrics } from "./match-condition-metrics.ts";
export { conditionsBudget, MatchConditions, type RequestConditionMatch } from "./match-conditions.ts";
export { type ObjectVersion, RequestValues } from "./request-values.ts";
