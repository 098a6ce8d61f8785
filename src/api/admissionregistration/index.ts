/**
 * The types of this group, and the kinds that declare them. Types of v1alpha1 and v1beta1 that are not exported are
 * those of v1.
 */
export type { MatchCondition } from "./v1/match-condition.ts";
export type { MatchResources } from "./v1/match-resources.ts";
export {
  type MutatingWebhook,
  type MutatingWebhookConfiguration,
  mutatingWebhookConfiguration,
} from "./v1/mutating-webhook-configuration.ts";
export type { AuditAnnotation, ExpressionWarning, Validation, Variable } from "./v1/policy-expressions.ts";
export type { ParamKind, ParamRef } from "./v1/policy-param.ts";
export type { NamedRuleWithOperations, RuleWithOperations } from "./v1/rule.ts";
export {
  type TypeChecking,
  type ValidatingAdmissionPolicy,
  type ValidatingAdmissionPolicy as ValidatingAdmissionPolicyV1beta1,
  type ValidatingAdmissionPolicySpec,
  type ValidatingAdmissionPolicyStatus,
  validatingAdmissionPolicy,
} from "./v1/validating-admission-policy.ts";
export {
  type ValidatingAdmissionPolicyBinding,
  type ValidatingAdmissionPolicyBinding as ValidatingAdmissionPolicyBindingV1beta1,
  type ValidatingAdmissionPolicyBindingSpec,
  validatingAdmissionPolicyBinding,
} from "./v1/validating-admission-policy-binding.ts";
export {
  type ValidatingWebhook,
  type ValidatingWebhookConfiguration,
  validatingWebhookConfiguration,
} from "./v1/validating-webhook-configuration.ts";
export type {
  ServiceReference as AdmissionregistrationServiceReference,
  WebhookClientConfig as AdmissionregistrationWebhookClientConfig,
} from "./v1/webhook-client-config.ts";
export type { ParamRef as ParamRefV1alpha1 } from "./v1alpha1/from-v1.ts";
export {
  type MutatingAdmissionPolicy,
  type MutatingAdmissionPolicySpec,
  mutatingAdmissionPolicy,
} from "./v1alpha1/mutating-admission-policy.ts";
export {
  type MutatingAdmissionPolicyBinding,
  type MutatingAdmissionPolicyBindingSpec,
  mutatingAdmissionPolicyBinding,
} from "./v1alpha1/mutating-admission-policy-binding.ts";
export type { ApplyConfiguration, JSONPatch, Mutation } from "./v1alpha1/mutation.ts";
export {
  validatingAdmissionPolicy as validatingAdmissionPolicyV1beta1,
  validatingAdmissionPolicyBinding as validatingAdmissionPolicyBindingV1beta1,
} from "./v1beta1/from-v1.ts";
