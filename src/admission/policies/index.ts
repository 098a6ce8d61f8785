/** Policies: rules about requests in the expression language, and the bindings that apply them. */
export type { FindKind, ParameterObjects } from "./policy-parameters.ts";
export type { PolicyServices } from "./policy-services.ts";
export { validatingPolicies } from "./validating/validating-policies.ts";
