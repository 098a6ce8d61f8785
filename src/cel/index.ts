/**
 * The expression language (CEL) as the cluster API uses it: compile, check, evaluate and estimate expressions. This room knows no
 * objects of a cluster, and can be used alone.
 */
import type { CheckedExpression } from "./check/index.ts";
import { check } from "./check-text.ts";
import type { Environment, Range, SizeEstimator } from "./declarations/index.ts";
import { estimateCost } from "./estimate/index.ts";
import { type Bindings, type Evaluation, type EvaluationLimits, type Program, plan } from "./evaluate/index.ts";
import type { Issue } from "./syntax/index.ts";

export { type Vocabulary, vocabularies } from "../meta/vocabulary.ts";
export type { CheckedExpression } from "./check/index.ts";
export { type Check, check } from "./check-text.ts";
export { type Compilation, compileExpression, type ExpressionFault, typeText } from "./compile-expression.ts";
export {
  type Environment,
  type EnvironmentAdditions,
  extend,
  type FieldDeclaration,
  type FunctionDeclaration,
  type Implementation,
  type Range,
  type SizeEstimator,
  type TypeProvider,
} from "./declarations/index.ts";
export { DeclaredTypes, type FieldTypes } from "./declared-types.ts";
export { estimateCost } from "./estimate/index.ts";
export {
  type Bindings,
  type Evaluation,
  EvaluationCancelled,
  type EvaluationLimits,
  PlanError,
  type Program,
  plan,
} from "./evaluate/index.ts";
export { type EvaluationBudget, evaluateWithin } from "./evaluate-within.ts";
export {
  type AuthorizationDecision,
  type AuthorizationQuery,
  type AuthorizerContext,
  AuthorizerValue,
  type ClusterEnvironments,
  type ClusterTypes,
  clusterEnvironments,
  clusterTypes,
  DecisionMemo,
  declareFunction,
  type EnvironmentChoice,
  globalOverload,
  memberOverload,
  requestResourceValue,
} from "./library/index.ts";
export * from "./schema/index.ts";
export { type Expression, escapeFieldName, fieldNamed, type Issue, operandsOf } from "./syntax/index.ts";
export * from "./types/index.ts";
export * from "./values/index.ts";

/** An expression with faults. */
export class CompilationError extends Error {
  override readonly name = "CompilationError";
  readonly issues: readonly Issue[];

  /** @param message the faults with their lines and columns */
  constructor(message: string, issues: readonly Issue[]) {
    super(message);
    this.issues = issues;
  }
}

/**
 * Compiles an expression.
 * @throws CompilationError with all faults; PlanError if a constant cannot be converted
 */
export function compile(text: string, environment: Environment): Program {
  return plan(checkOrThrow(text, environment), environment);
}

/** Evaluates an expression once. @throws as `compile()`; EvaluationCancelled if a limit is exceeded */
export function evaluate(
  text: string,
  environment: Environment,
  bindings: Bindings = {},
  limits: EvaluationLimits = {},
): Evaluation {
  return compile(text, environment).evaluate(bindings, limits);
}

/** Returns what the evaluation of an expression costs at least and at most. @throws CompilationError */
export function estimate(text: string, environment: Environment, sizes?: SizeEstimator): Range {
  return estimateCost(checkOrThrow(text, environment), environment, sizes);
}

function checkOrThrow(text: string, environment: Environment): CheckedExpression {
  const { checked, issues, display } = check(text, environment);
  if (!checked) throw new CompilationError(display, issues);
  return checked;
}
