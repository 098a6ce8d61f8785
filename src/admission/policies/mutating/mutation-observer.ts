/** Observation of mutating policies, for commands that test and explain them. */
import type { ApiObject, SharedObject } from "../../../meta/object-meta.ts";
import type { MatchResult } from "../matched-policies.ts";
import type { PolicyBinding } from "../policy.ts";
import type { MutatingPolicy } from "./policy-objects.ts";

/** A policy that is applied through one of its bindings. */
export interface ObservedApplication {
  readonly policy: MutatingPolicy;
  readonly binding: PolicyBinding;
  /** Undefined if the binding has no parameters. */
  readonly params: SharedObject | undefined;
}

/** Receives each step, in order. */
export interface MutationObserver {
  /** Called for each policy with bindings. */
  policy(policy: MutatingPolicy, match: MatchResult): void;
  /** Called for each binding of a policy that matches. @param match undefined if the binding has no criteria */
  binding(policy: MutatingPolicy, binding: PolicyBinding, match: MatchResult | undefined): void;
  /** Called if a policy or binding cannot be used. @param binding undefined for the policy itself */
  fault(policy: MutatingPolicy, binding: PolicyBinding | undefined, message: string): void;
  /** Called if the match conditions exclude the request. @param fault why they could not be evaluated */
  excluded(application: ObservedApplication, fault: string | undefined): void;
  /** Called after the mutations. @param failures why mutations had no effect */
  applied(
    application: ObservedApplication,
    before: ApiObject | undefined,
    after: ApiObject | undefined,
    failures: readonly string[],
  ): void;
}
