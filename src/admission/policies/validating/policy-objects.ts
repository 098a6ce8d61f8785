/** Validating policies and their bindings, as requests meet them. Expressions are compiled when a request first matches. */
import {
  type ValidatingAdmissionPolicy,
  validatingAdmissionPolicy,
} from "../../../api/admissionregistration/v1/validating-admission-policy.ts";
import {
  type ValidatingAdmissionPolicyBinding,
  validatingAdmissionPolicyBinding,
} from "../../../api/admissionregistration/v1/validating-admission-policy-binding.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { RequestCriteria } from "../../matching/index.ts";
import type { FollowKinds } from "../../object-table.ts";
import { PolicyIndex } from "../policy-index.ts";
import { type FindKind, ParameterKind } from "../policy-parameters.ts";
import type { CompiledPolicy } from "./compiled-policy.ts";

/** A policy with the criteria by which it selects requests. */
export class ValidatingPolicy {
  readonly name: string;
  readonly spec: DeepReadonly<NonNullable<ValidatingAdmissionPolicy["spec"]>>;
  readonly criteria: RequestCriteria;
  /** Undefined if the policy has no parameters. */
  readonly parameterKind: ParameterKind | undefined;
  readonly ignoresFailures: boolean;
  #compiled: CompiledPolicy | undefined;

  constructor({ metadata, spec = {} }: DeepReadonly<ValidatingAdmissionPolicy>, findKind: FindKind) {
    this.name = metadata.name ?? "";
    this.spec = spec;
    this.criteria = new RequestCriteria(spec.matchConstraints ?? {});
    this.parameterKind = spec.paramKind ? new ParameterKind(spec.paramKind, findKind) : undefined;
    this.ignoresFailures = spec.failurePolicy === "Ignore";
  }

  /** Returns the compiled expressions. `compile` is called once. */
  compiled(compile: (spec: ValidatingPolicy["spec"]) => CompiledPolicy): CompiledPolicy {
    this.#compiled ??= compile(this.spec);
    return this.#compiled;
  }
}

/** A binding with its own criteria and the actions that it takes. */
export class ValidatingBinding {
  readonly name: string;
  readonly policyName: string;
  readonly actions: readonly string[];
  readonly paramRef: DeepReadonly<NonNullable<ValidatingAdmissionPolicyBinding["spec"]>>["paramRef"];
  /** Undefined if the binding applies to all requests of its policy. */
  readonly criteria: RequestCriteria | undefined;

  constructor({ metadata, spec = {} }: DeepReadonly<ValidatingAdmissionPolicyBinding>) {
    const { policyName = "", validationActions, paramRef, matchResources } = spec;
    this.name = metadata.name ?? "";
    this.policyName = policyName;
    this.actions = validationActions ?? [];
    this.paramRef = paramRef;
    this.criteria = matchResources ? new RequestCriteria(matchResources) : undefined;
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
