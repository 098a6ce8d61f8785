/** Observation of the evaluation of policies, for commands that test and explain them. */
import type { SharedObject } from "../../../meta/object-meta.ts";
import type { ObserveExpression } from "../../expressions/index.ts";
import type { MatchResult } from "../matched-policies.ts";
import type { CompiledPolicy } from "./compiled-policy.ts";
import type { ValidatingBinding, ValidatingPolicy } from "./policy-objects.ts";

/** A policy that is evaluated through one of its bindings. */
export interface ObservedEvaluation {
  readonly policy: ValidatingPolicy;
  readonly compiled: CompiledPolicy;
  readonly binding: ValidatingBinding;
  /** Undefined if the binding has no parameters. */
  readonly params: SharedObject | undefined;
}

/** Receives each step of the evaluation, in order. */
export interface PolicyObserver {
  /** Called for each policy with bindings. */
  policy(policy: ValidatingPolicy, match: MatchResult): void;
  /** Called for each binding of a policy that matches. @param match undefined if the binding has no criteria */
  binding(policy: ValidatingPolicy, binding: ValidatingBinding, match: MatchResult | undefined): void;
  /** Called before an evaluation. @returns the function that receives the values of its expressions and variables */
  evaluation(evaluation: ObservedEvaluation): ObserveExpression;
  /** Called if a policy or binding cannot be used. @param binding undefined for the policy itself */
  fault(policy: ValidatingPolicy, binding: ValidatingBinding | undefined, message: string): void;
}
