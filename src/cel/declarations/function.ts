/**
 * How libraries declare functions. One declaration holds everything about a function: its signatures for the checker, its
 * implementations for the evaluator, what a call costs, and what a call costs at most.
 */
import type { Expression } from "../syntax/index.ts";
import type { Type } from "../types/index.ts";
import type { EvaluationError, Value } from "../values/index.ts";
import type { CallEstimator } from "./estimate.ts";

/**
 * Computes a function. It receives the target first, if there is one. It returns an `EvaluationError` if it fails. It never
 * receives an error, unless the overload is not strict.
 */
export type Implementation = (...args: Value[]) => Value;

/** Returns what a call costs that has been evaluated. Arguments can be errors. The result can be an error. */
export type CallCost = (result: Value, ...args: Value[]) => number;

/** A call whose constants are checked before anything is evaluated. */
export interface ConstantCall {
  readonly id: number;
  readonly target: Expression | undefined;
  readonly args: readonly Expression[];
  readonly typeOf: (expression: Expression) => Type;
}

/** A fault of a call: the id of the faulty expression, and what is wrong. */
export interface ConstantFault {
  readonly id: number;
  readonly message: string;
}

/** Returns the faults of a call that follow from its constants, such as a text that is no timestamp. */
export type ConstantCheck = (call: ConstantCall) => readonly ConstantFault[];

/** One signature of a function. */
export interface Overload {
  /** The reference's name of the signature: `starts_with_string`. */
  readonly id: string;
  /** Whether the function is called on a target, which is then the first parameter. */
  readonly member: boolean;
  /** Type parameters stand for any type, the same one wherever they occur. */
  readonly parameters: readonly Type[];
  readonly result: Type;
  readonly implementation: Implementation;
  /** The implementation also receives errors. */
  readonly acceptsErrors?: boolean;
  /** After an argument with an error, the other arguments are not evaluated, and the call costs nothing. */
  readonly stopsAtError?: boolean;
  /** The overload compares numbers of different types, which is a feature of the language. */
  readonly isCrossType?: boolean;
  /** The cost of a call for which the checker has chosen this overload alone. Default: that of the function, else 1. */
  readonly cost?: CallCost;
  /** The estimated cost if this overload is called. Default: that of the function, else 1. */
  readonly estimate?: CallEstimator;
}

/** A function with all its signatures. Libraries may add signatures to a function of another library. */
export interface FunctionDeclaration {
  readonly name: string;
  readonly overloads: readonly Overload[];
  /**
   * The error of calls with arguments that no overload accepts. Default: `no such overload: name(string, int)`, with the types
   * of the arguments.
   */
  readonly mismatch?: string | ((...args: Value[]) => string);
  /**
   * The cost of calls, also of those whose overload the evaluator chooses. If the checker has chosen one overload that has
   * a cost, the overload's cost is used instead.
   */
  readonly cost?: CallCost;
  readonly checkConstants?: ConstantCheck;
  /**
   * Prepares what constant arguments need, such as a pattern. Returns an error if a constant is invalid, true if the call was
   * prepared, and false if it was not. The values of arguments that are no constants are undefined.
   */
  readonly prepare?: (args: readonly (Value | undefined)[]) => boolean | EvaluationError;
  /** Whether the lists and maps that are written in its arguments may have elements of several types. */
  readonly allowsMixedLiterals?: boolean;
  /** The estimated cost of every call. It comes before the overload's estimate. */
  readonly estimate?: CallEstimator;
}
