/** The types of this group, and the kinds that declare them. */
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
  type ValidatingAdmissionPolicySpec,
  type ValidatingAdmissionPolicyStatus,
  validatingAdmissionPolicy,
} from "./v1/validating-admission-policy.ts";
export {
  type ValidatingAdmissionPolicyBinding,
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
export type {
  MatchResources as MatchResourcesV1alpha1,
  NamedRuleWithOperations as NamedRuleWithOperationsV1alpha1,
} from "./v1alpha1/match-resources.ts";
export {
  type MatchCondition as MatchConditionV1alpha1,
  type MutatingAdmissionPolicy,
  type MutatingAdmissionPolicySpec,
  mutatingAdmissionPolicy,
  type Variable as VariableV1alpha1,
} from "./v1alpha1/mutating-admission-policy.ts";
export {
  type MutatingAdmissionPolicyBinding,
  type MutatingAdmissionPolicyBindingSpec,
  mutatingAdmissionPolicyBinding,
} from "./v1alpha1/mutating-admission-policy-binding.ts";
export type { ApplyConfiguration, JSONPatch, Mutation } from "./v1alpha1/mutation.ts";
export type { ParamKind as ParamKindV1alpha1, ParamRef as ParamRefV1alpha1 } from "./v1alpha1/policy-param.ts";
export type {
  MatchResources as MatchResourcesV1beta1,
  NamedRuleWithOperations as NamedRuleWithOperationsV1beta1,
} from "./v1beta1/match-resources.ts";
export type {
  AuditAnnotation as AuditAnnotationV1beta1,
  ExpressionWarning as ExpressionWarningV1beta1,
  MatchCondition as MatchConditionV1beta1,
  Validation as ValidationV1beta1,
  Variable as VariableV1beta1,
} from "./v1beta1/policy-expressions.ts";
export type { ParamKind as ParamKindV1beta1, ParamRef as ParamRefV1beta1 } from "./v1beta1/policy-param.ts";
export {
  type TypeChecking as TypeCheckingV1beta1,
  type ValidatingAdmissionPolicy as ValidatingAdmissionPolicyV1beta1,
  type ValidatingAdmissionPolicySpec as ValidatingAdmissionPolicySpecV1beta1,
  type ValidatingAdmissionPolicyStatus as ValidatingAdmissionPolicyStatusV1beta1,
  validatingAdmissionPolicy as validatingAdmissionPolicyV1beta1,
} from "./v1beta1/validating-admission-policy.ts";
export {
  type ValidatingAdmissionPolicyBinding as ValidatingAdmissionPolicyBindingV1beta1,
  type ValidatingAdmissionPolicyBindingSpec as ValidatingAdmissionPolicyBindingSpecV1beta1,
  validatingAdmissionPolicyBinding as validatingAdmissionPolicyBindingV1beta1,
} from "./v1beta1/validating-admission-policy-binding.ts";
