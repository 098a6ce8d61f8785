/**
 * Version v1beta1 of the validating policies. It has the shapes of v1, but OpenAPI does not list the values of
 * `failurePolicy` and `matchPolicy`.
 */
import type { ApiObject } from "../../../meta/object-meta.ts";
import { type KindDeclaration, namedText, VersionCopy } from "../../../schema/index.ts";
import { failurePolicyType, matchPolicyType } from "../v1/match-selectors.ts";
import { statusReasonType } from "../v1/policy-expressions.ts";
import { operationType, scopeType } from "../v1/rule.ts";
import {
  validatingAdmissionPolicy as stored,
  type ValidatingAdmissionPolicy,
} from "../v1/validating-admission-policy.ts";
import {
  validatingAdmissionPolicyBinding as storedBinding,
  type ValidatingAdmissionPolicyBinding,
} from "../v1/validating-admission-policy-binding.ts";

const copy = new VersionCopy({ package: "admissionregistration", from: "v1", to: "v1beta1" }, [
  [failurePolicyType, namedText("v1beta1.FailurePolicyType")],
  [matchPolicyType, namedText("v1beta1.MatchPolicyType")],
  [operationType, operationType],
  [scopeType, scopeType],
  [statusReasonType, statusReasonType],
]);

function copyOf<T extends ApiObject>(kind: KindDeclaration<T>): KindDeclaration<T> {
  return { ...copy.kind(kind), servedByDefault: false, lifecycle: { introduced: 28, deprecated: 31, removed: 34 } };
}

export const validatingAdmissionPolicy: KindDeclaration<ValidatingAdmissionPolicy> = copyOf(stored);

export const validatingAdmissionPolicyBinding: KindDeclaration<ValidatingAdmissionPolicyBinding> =
  copyOf(storedBinding);
