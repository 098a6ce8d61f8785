/** Resources that policies and webhooks do not see, because they must not prevent that they are repaired. */
import { mutatingWebhookConfiguration } from "../../api/admissionregistration/v1/mutating-webhook-configuration.ts";
import { validatingAdmissionPolicy } from "../../api/admissionregistration/v1/validating-admission-policy.ts";
import { validatingAdmissionPolicyBinding } from "../../api/admissionregistration/v1/validating-admission-policy-binding.ts";
import { validatingWebhookConfiguration } from "../../api/admissionregistration/v1/validating-webhook-configuration.ts";
import { mutatingAdmissionPolicy } from "../../api/admissionregistration/v1alpha1/mutating-admission-policy.ts";
import { mutatingAdmissionPolicyBinding } from "../../api/admissionregistration/v1alpha1/mutating-admission-policy-binding.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { AdmissionRequest } from "../plugin.ts";

const policyKinds = [
  validatingAdmissionPolicy,
  validatingAdmissionPolicyBinding,
  mutatingAdmissionPolicy,
  mutatingAdmissionPolicyBinding,
];

const webhookKinds = [mutatingWebhookConfiguration, validatingWebhookConfiguration];

/** Returns whether a request writes an exempt resource. */
export type IsExempt = (request: Pick<AdmissionRequest, "resource">) => boolean;

/** Returns the resources that no policy sees. */
export function exemptFromPolicies(vocabulary: Vocabulary): IsExempt {
  return exempt(policyKinds, vocabulary);
}

/** Returns the resources that no webhook sees. */
export function exemptFromWebhooks(vocabulary: Vocabulary): IsExempt {
  return exempt([...policyKinds, ...webhookKinds], vocabulary);
}

function exempt(kinds: readonly { readonly plural: string }[], vocabulary: Vocabulary): IsExempt {
  const resources = new Set(kinds.map(({ plural }) => plural));
  const group = vocabulary.bind(validatingAdmissionPolicy.group);
  return ({ resource }) => resource.group === group && resources.has(resource.resource);
}
