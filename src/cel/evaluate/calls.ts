/** Calls of functions and operators. */
import type { CallCost, FunctionDeclaration, Implementation, Overload } from "../declarations/index.ts";
import { runtimeTypeName, type Type } from "../types/index.ts";
import { EvaluationError, noSuchOverload, typeOfValue, type Value } from "../values/index.ts";
import type { EvaluationStep } from "./frame.ts";
import type { PlannedArgument } from "./planned.ts";
import { isOfType } from "./runtime-types.ts";

/** The function of a call. */
export interface Callee {
  readonly declaration: FunctionDeclaration;
  /** The overloads that the checker has left. */
  readonly overloads: readonly Overload[];
  /** Whether constant arguments were prepared. */
  readonly isPrepared: boolean;
}

/** Returns the step of a call. */
export function callStep(callee: Callee, args: readonly PlannedArgument[]): EvaluationStep {
  const implementation = implementationOf(callee);
  const cost = costOf(callee);
  const [first, second] = args.map(({ step }) => step);
  if (first && args.length === 1) {
    return callee.overloads[0]?.acceptsErrors === true
      ? tolerantStep(first, implementation)
      : unaryStep(first, implementation, cost);
  }
  if (first && second && args.length === 2 && !stopsAtError(callee)) {
    return binaryStep(first, second, implementation, cost);
  }
  return anyArgumentsStep(
    args.map(({ step }) => step),
    implementation,
    cost ?? costsOne,
  );
}

/**
 * Whether the reference evaluates no arguments after an error. It does so for prepared calls, for some functions, and for
 * functions whose overloads have separate operations if the checker has not chosen one of them.
 */
function stopsAtError({ declaration, overloads, isPrepared }: Callee): boolean {
  if (isPrepared || overloads[0]?.stopsAtError === true) return true;
  return overloads.length > 1 && !isOperator(declaration);
}

/** Whether the values implement the operation, as they do for operators and `size()`. Only these have texts for mismatches. */
function isOperator({ mismatch: text }: FunctionDeclaration): boolean {
  return text !== undefined;
}

/** Returns the cost of a call; undefined if it is 1. The overload's own cost comes before that of the function if the checker has chosen the overload. */
export function costOf({ declaration, overloads }: Callee): CallCost | undefined {
  const [only] = overloads;
  return (overloads.length === 1 ? only?.cost : undefined) ?? declaration.cost;
}

const costsOne: CallCost = () => 1;

/**
 * Steps of calls with one or two arguments that cost 1 have separate code, which calls no function for their cost. They are half of
 * all steps of most expressions.
 */
function unaryStep(
  argument: EvaluationStep,
  implementation: Implementation,
  cost: CallCost | undefined,
): EvaluationStep {
  if (cost === undefined) {
    return (frame) => {
      const value = argument(frame);
      frame.charge(1);
      return value instanceof EvaluationError ? value : implementation(value);
    };
  }
  return (frame) => {
    const value = argument(frame);
    const result = value instanceof EvaluationError ? value : implementation(value);
    frame.charge(cost(result, value));
    return result;
  };
}

/** The call of a function that also accepts errors. */
function tolerantStep(argument: EvaluationStep, implementation: Implementation): EvaluationStep {
  return (frame) => {
    const value = argument(frame);
    frame.charge(1);
    return implementation(value);
  };
}

function binaryStep(
  left: EvaluationStep,
  right: EvaluationStep,
  implementation: Implementation,
  cost: CallCost | undefined,
): EvaluationStep {
  if (cost === undefined) {
    return (frame) => {
      const leftValue = left(frame);
      const rightValue = right(frame);
      frame.charge(1);
      if (leftValue instanceof EvaluationError) return leftValue;
      return rightValue instanceof EvaluationError ? rightValue : implementation(leftValue, rightValue);
    };
  }
  return (frame) => {
    const leftValue = left(frame);
    const rightValue = right(frame);
    let result: Value;
    if (leftValue instanceof EvaluationError) result = leftValue;
    else result = rightValue instanceof EvaluationError ? rightValue : implementation(leftValue, rightValue);
    frame.charge(cost(result, leftValue, rightValue));
    return result;
  };
}

/** After an error, the other arguments are not evaluated, and the call costs nothing. */
function anyArgumentsStep(
  steps: readonly EvaluationStep[],
  implementation: Implementation,
  cost: CallCost,
): EvaluationStep {
  return (frame) => {
    const values: Value[] = [];
    let failed: EvaluationError | undefined;
    for (const step of steps) {
      const value = step(frame);
      values.push(value);
      if (!(value instanceof EvaluationError)) continue;
      failed = value;
      break;
    }
    const result = failed ?? implementation(...values);
    if (values.length === steps.length) frame.charge(cost(result, ...values));
    return result;
  };
}

/**
 * Returns the function that computes a call. It examines the types of all arguments, also of those that the checker knows,
 * because data can contradict their types.
 */
function implementationOf(callee: Callee): Implementation {
  const [only, another] = callee.overloads;
  if (!only || another) return dispatch(callee);
  return only.acceptsErrors ? only.implementation : guarded(only, forUnexpectedValues(callee));
}

/** Returns the function that computes an overload. @param otherwise is called if the overload does not accept the values */
function guarded(overload: Overload, otherwise: Implementation): Implementation {
  const { implementation, parameters } = overload;
  const [first, second] = parameters;
  if (first && parameters.length === 1) {
    return (value) => (isOfType(value, first) ? implementation(value) : otherwise(value));
  }
  if (first && second && parameters.length === 2) {
    return (one, other) =>
      isOfType(one, first) && isOfType(other, second) ? implementation(one, other) : otherwise(one, other);
  }
  return (...values) => (accepts(overload, values) ? implementation(...values) : otherwise(...values));
}

/** Returns the function that chooses one of the overloads by the types of the values. */
function dispatch(callee: Callee): Implementation {
  return (...values) => {
    const chosen = callee.overloads.find((overload) => accepts(overload, values));
    return chosen ? chosen.implementation(...values) : new EvaluationError(mismatch(callee, values));
  };
}

/**
 * Returns the function for values of other types than the checker has found. An operator is that of the values' own types,
 * whatever overload the checker has chosen. A function has only the overloads that the checker has left.
 */
export function forUnexpectedValues(callee: Callee): Implementation {
  const { declaration } = callee;
  return dispatch(isOperator(declaration) ? { ...callee, overloads: declaration.overloads } : callee);
}

function mismatch({ declaration, isPrepared }: Callee, values: readonly Value[]): string {
  if (isPrepared) return noSuchOverload().message;
  const { name, mismatch: text } = declaration;
  if (text !== undefined) return typeof text === "string" ? text : text(...values);
  return `no such overload: ${name}(${values.map((value) => runtimeTypeName(typeOfValue(value))).join(", ")})`;
}

function accepts({ parameters }: Overload, values: readonly Value[]): boolean {
  return (
    parameters.length === values.length && values.every((value, index) => isOfType(value, parameters[index] as Type))
  );
}
