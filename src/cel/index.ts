/**
 * The expression language (CEL) as the cluster API uses it: compile, check, evaluate and estimate expressions. This room knows no
 * objects of a cluster, and can be used alone.
 */
import { type CheckedExpression, check as checkTypes } from "./check/index.ts";
import type { Environment, Range, SizeEstimator } from "./declarations/index.ts";
import { estimateCost } from "./estimate/index.ts";
import { type Bindings, type Evaluation, type EvaluationLimits, type Program, plan } from "./evaluate/index.ts";
import { displayIssues, type Issue, parse } from "./syntax/index.ts";

export { type Vocabulary, vocabularies } from "../meta/vocabulary.ts";
export type { CheckedExpression } from "./check/index.ts";
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
export {
  type ClusterEnvironments,
  type ClusterTypes,
  clusterEnvironments,
  clusterTypes,
  declareFunction,
  type EnvironmentChoice,
  globalOverload,
  memberOverload,
} from "./library/index.ts";
export * from "./schema/index.ts";
export { type Expression, fieldNamed, type Issue } from "./syntax/index.ts";
export * from "./types/index.ts";
export * from "./values/index.ts";

/** The result of a check: the checked expression, or its faults. */
export interface Check {
  /** Undefined if the expression has faults. */
  readonly checked: CheckedExpression | undefined;
  readonly issues: readonly Issue[];
  /** The faults with their lines and columns, in the reference's form. Empty if there are none. */
  readonly display: string;
}

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

/** Parses an expression and checks its types. */
export function check(text: string, environment: Environment): Check {
  const parsed = parse(text, environment.features);
  const { checked, issues } = parsed.expression
    ? checkTypes(parsed.expression, environment)
    : { checked: undefined, issues: parsed.issues };
  return { checked, issues, display: displayIssues(text, issues) };
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
