import type { KindDeclaration } from "../../schema/index.ts";
import { mutatingWebhookConfiguration } from "./v1/mutating-webhook-configuration.ts";
import { validatingAdmissionPolicy } from "./v1/validating-admission-policy.ts";
import { validatingAdmissionPolicyBinding } from "./v1/validating-admission-policy-binding.ts";
import { validatingWebhookConfiguration } from "./v1/validating-webhook-configuration.ts";
import { mutatingAdmissionPolicy } from "./v1alpha1/mutating-admission-policy.ts";
import { mutatingAdmissionPolicyBinding } from "./v1alpha1/mutating-admission-policy-binding.ts";
import {
  validatingAdmissionPolicyBinding as validatingAdmissionPolicyBindingV1beta1,
  validatingAdmissionPolicy as validatingAdmissionPolicyV1beta1,
} from "./v1beta1/from-v1.ts";

/** Kinds of this group that are served as resources, in the order in which discovery lists them. */
export const admissionregistrationKinds: readonly KindDeclaration[] = [
  mutatingWebhookConfiguration,
  validatingAdmissionPolicy,
  validatingAdmissionPolicyBinding,
  validatingWebhookConfiguration,
  validatingAdmissionPolicyV1beta1,
  validatingAdmissionPolicyBindingV1beta1,
  mutatingAdmissionPolicy,
  mutatingAdmissionPolicyBinding,
];
