/** Policies: rules about requests in the expression language, and the bindings that apply them. */
export { mutatingPolicies } from "./mutating/mutating-policies.ts";
export type { MutationObserver, ObservedApplication } from "./mutating/mutation-observer.ts";
export type { MutatingPolicy } from "./mutating/policy-objects.ts";
export type { PolicyBinding } from "./policy.ts";
export type { FindKind, ParameterObjects } from "./policy-parameters.ts";
export type { PolicyServices } from "./policy-services.ts";
export type { ValidatingBinding, ValidatingPolicy } from "./validating/policy-objects.ts";
export type { ObservedEvaluation, PolicyObserver } from "./validating/policy-observer.ts";
export { validatingPolicies } from "./validating/validating-policies.ts";
