/** Mutating policies and their bindings, as requests meet them. */
import {
  type MutatingAdmissionPolicy,
  type MutatingAdmissionPolicySpec,
  mutatingAdmissionPolicy,
} from "../../../api/admissionregistration/v1alpha1/mutating-admission-policy.ts";
import {
  type MutatingAdmissionPolicyBinding,
  mutatingAdmissionPolicyBinding,
} from "../../../api/admissionregistration/v1alpha1/mutating-admission-policy-binding.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import type { FollowKinds } from "../../object-table.ts";
import { AdmissionPolicy, PolicyBinding } from "../policy.ts";
import { PolicyIndex } from "../policy-index.ts";
import type { FindKind } from "../policy-parameters.ts";
import type { CompiledMutations } from "./compiled-mutations.ts";

/** A policy that changes objects. */
export class MutatingPolicy extends AdmissionPolicy<DeepReadonly<MutatingAdmissionPolicySpec>, CompiledMutations> {
  /** Whether the policy is applied again if others change the object after it. */
  readonly isReinvoked: boolean;

  constructor(object: DeepReadonly<MutatingAdmissionPolicy>, findKind: FindKind) {
    const { spec = {} } = object;
    super(object, spec, findKind);
    this.isReinvoked = spec.reinvocationPolicy === "IfNeeded";
  }
}

/** Returns the index of the policies and bindings. */
export function mutatingPolicyIndex(
  follow: FollowKinds,
  findKind: FindKind,
): PolicyIndex<MutatingPolicy, PolicyBinding> {
  return new PolicyIndex(
    {
      policyKind: mutatingAdmissionPolicy,
      bindingKind: mutatingAdmissionPolicyBinding,
      readPolicy: (object: MutatingAdmissionPolicy) => new MutatingPolicy(object, findKind),
      readBinding: (object: MutatingAdmissionPolicyBinding) => new PolicyBinding(object, object.spec ?? {}),
    },
    follow,
  );
}
