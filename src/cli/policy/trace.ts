/** How policies came to their decisions about one request. */
import type { ChangedField } from "./field-changes.ts";

/** The value of an expression, or why it has none. */
export interface ExpressionTrace {
  readonly text: string;
  /** In the notation of the language. Undefined if there is an error. */
  readonly value: string | undefined;
  readonly error: string | undefined;
  /** Without the cost of variables. */
  readonly cost: number;
}

/** A variable that was used. */
export interface VariableTrace extends ExpressionTrace {
  readonly name: string;
}

/** The evaluation of a policy with one set of parameters. Expressions that were not evaluated are undefined. */
export interface EvaluationTrace {
  /** `ConfigMap shop/limits`. Undefined without parameters. */
  readonly params: string | undefined;
  readonly conditions: readonly (ExpressionTrace | undefined)[];
  /** In the order of their first use. */
  readonly variables: readonly VariableTrace[];
  readonly validations: readonly (ExpressionTrace | undefined)[];
  /** Messages by the position of their validations. */
  readonly messages: readonly (ExpressionTrace | undefined)[];
  readonly annotations: readonly (ExpressionTrace | undefined)[];
}

/** Why a policy or binding does not match: a criterion, or an error. Undefined if it matches. */
export type MismatchReason = string | undefined;

/** A binding of a policy that matches the request. */
export interface BindingTrace {
  readonly name: string;
  readonly mismatch: MismatchReason;
  /** Why the binding cannot be used. */
  readonly fault: string | undefined;
  /** One for each set of parameters. */
  readonly evaluations: readonly EvaluationTrace[];
}

/** One application of a mutating policy, with one set of parameters. */
export interface MutationTrace {
  /** `ConfigMap shop/limits`. Undefined without parameters. */
  readonly params: string | undefined;
  /** Whether the match conditions exclude the request. */
  readonly isExcluded: boolean;
  /** The fields that the policy has changed. */
  readonly changes: readonly ChangedField[];
  /** Why conditions could not be evaluated, or mutations had no effect. */
  readonly faults: readonly string[];
}

/** A binding of a mutating policy that matches the request. */
export interface MutatingBindingTrace {
  readonly name: string;
  readonly mismatch: MismatchReason;
  /** Why the binding cannot be used. */
  readonly fault: string | undefined;
  /** In the order of the applications. A policy can be applied again after later policies. */
  readonly applications: readonly MutationTrace[];
}

/** A mutating policy with bindings. */
export interface MutatingPolicyTrace {
  readonly name: string;
  /** For each rule its first member that does not match; undefined if the rule matches. */
  readonly rules: readonly (string | undefined)[];
  readonly mismatch: MismatchReason;
  /** Why the policy cannot be used. */
  readonly fault: string | undefined;
  readonly bindings: readonly MutatingBindingTrace[];
}

/** A validating policy with bindings. */
export interface PolicyTrace {
  readonly name: string;
  /** For each rule its first member that does not match; undefined if the rule matches. */
  readonly rules: readonly (string | undefined)[];
  readonly mismatch: MismatchReason;
  /** Why the policy cannot be used. */
  readonly fault: string | undefined;
  readonly bindings: readonly BindingTrace[];
}
