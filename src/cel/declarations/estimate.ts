/** Types for estimates of the cost of calls before anything is evaluated. */
import type { Expression } from "../syntax/index.ts";
import type { Type } from "../types/index.ts";

/** A range of costs or sizes: whole numbers from 0 to 2^64-1. Sums and products that exceed 2^64-1 are 2^64-1. */
export interface Range {
  readonly min: bigint;
  readonly max: bigint;
}

/** An expression whose size or cost is estimated. */
export interface EstimatedNode {
  readonly type: Type;
  /** `["self", "spec", "@items"]` if the value comes from a variable by fields and elements only; empty otherwise. */
  readonly path: readonly string[];
  /** Undefined for a node that stands for the elements, keys or values of another node. */
  readonly expression: Expression | undefined;
  /** The size that the estimator knows from the expression itself. */
  readonly computedSize: Range | undefined;
}

/** Returns the size of a value that an environment knows: from the limits of a schema, for example. */
export type SizeEstimator = (node: EstimatedNode) => Range | undefined;

/** A call whose cost is estimated. */
export interface EstimatedCall {
  readonly function: string;
  readonly overloadId: string;
  readonly target: EstimatedNode | undefined;
  readonly args: readonly EstimatedNode[];
  /** Returns the known size of a node, or 0 to 2^64-1. */
  readonly sizeOf: (node: EstimatedNode) => Range;
  /** Like `sizeOf()`, but 1 for numbers, times and booleans whose size is not known. */
  readonly scalarOrSizeOf: (node: EstimatedNode) => Range;
  /** Returns the node of a list's elements; undefined if the type of the list has no parameter. */
  readonly elementOf: (list: EstimatedNode) => EstimatedNode | undefined;
}

/** The estimated cost of a call, without that of its arguments. */
export interface CallEstimate {
  readonly cost: Range;
  /** The size of the result, if the function knows it. */
  readonly resultSize?: Range;
}

/** Estimates the cost of a call; undefined if the estimator has no rule for these arguments, so that the default is used. */
export type CallEstimator = (call: EstimatedCall) => CallEstimate | undefined;
