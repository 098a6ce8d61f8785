/** Resources to which no policy applies: a policy must not prevent that policies are repaired. */
import { validatingAdmissionPolicy } from "../../api/admissionregistration/v1/validating-admission-policy.ts";
import { validatingAdmissionPolicyBinding } from "../../api/admissionregistration/v1/validating-admission-policy-binding.ts";
import { mutatingAdmissionPolicy } from "../../api/admissionregistration/v1alpha1/mutating-admission-policy.ts";
import { mutatingAdmissionPolicyBinding } from "../../api/admissionregistration/v1alpha1/mutating-admission-policy-binding.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { AdmissionRequest } from "../plugin.ts";

const excludedKinds = [
  validatingAdmissionPolicy,
  validatingAdmissionPolicyBinding,
  mutatingAdmissionPolicy,
  mutatingAdmissionPolicyBinding,
];

/** Returns a function that returns whether policies apply to a request. Reviews of permissions are exempt, too, as in the reference. */
export function policySubjects(vocabulary: Vocabulary): (request: AdmissionRequest) => boolean {
  const excluded = new Set(excludedKinds.map(({ plural }) => plural));
  const group = vocabulary.bind(validatingAdmissionPolicy.group);
  return ({ resource, changesNothing = false }) =>
    !changesNothing && !(resource.group === group && excluded.has(resource.resource));
}
