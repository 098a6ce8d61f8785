/** Validating policies and their bindings, as requests meet them. */
import {
  type ValidatingAdmissionPolicy,
  validatingAdmissionPolicy,
} from "../../../api/admissionregistration/v1/validating-admission-policy.ts";
import {
  type ValidatingAdmissionPolicyBinding,
  validatingAdmissionPolicyBinding,
} from "../../../api/admissionregistration/v1/validating-admission-policy-binding.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import type { FollowKinds } from "../../object-table.ts";
import { AdmissionPolicy, PolicyBinding } from "../policy.ts";
import { PolicyIndex } from "../policy-index.ts";
import type { FindKind } from "../policy-parameters.ts";
import type { CompiledPolicy } from "./compiled-policy.ts";

type Spec = DeepReadonly<NonNullable<ValidatingAdmissionPolicy["spec"]>>;

/** A policy that rejects requests, or reports them. */
export class ValidatingPolicy extends AdmissionPolicy<Spec, CompiledPolicy> {
  constructor(object: DeepReadonly<ValidatingAdmissionPolicy>, findKind: FindKind) {
    super(object, object.spec ?? {}, findKind);
  }
}

/** A binding, and the actions that it takes. */
export class ValidatingBinding extends PolicyBinding {
  readonly actions: readonly string[];

  constructor(object: DeepReadonly<ValidatingAdmissionPolicyBinding>) {
    const { spec = {} } = object;
    super(object, spec);
    this.actions = spec.validationActions ?? [];
  }
}

/** Returns the index of the policies and bindings. */
export function validatingPolicyIndex(
  follow: FollowKinds,
  findKind: FindKind,
): PolicyIndex<ValidatingPolicy, ValidatingBinding> {
  return new PolicyIndex(
    {
      policyKind: validatingAdmissionPolicy,
      bindingKind: validatingAdmissionPolicyBinding,
      readPolicy: (object) => new ValidatingPolicy(object, findKind),
      readBinding: (object) => new ValidatingBinding(object),
    },
    follow,
  );
}
