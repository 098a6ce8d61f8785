/** Properties that policies and bindings of all sorts have in common. Expressions are compiled when a request first matches. */
import type { ParamKind, ParamRef } from "../../api/admissionregistration/v1/policy-param.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import type { SharedObject } from "../../meta/object-meta.ts";
import { type CriteriaSource, RequestCriteria } from "../matching/index.ts";
import { type FindKind, ParameterKind } from "./policy-parameters.ts";

/** The parts of a policy's spec that do not depend on its sort. */
export interface AdmissionPolicySpec {
  readonly matchConstraints?: CriteriaSource | null | undefined;
  readonly paramKind?: DeepReadonly<ParamKind> | null | undefined;
  readonly failurePolicy?: string | null | undefined;
}

/** The parts of a binding's spec that do not depend on its sort. */
export interface PolicyBindingSpec {
  readonly policyName?: string | null | undefined;
  readonly paramRef?: DeepReadonly<ParamRef> | null | undefined;
  readonly matchResources?: CriteriaSource | null | undefined;
}

/** A policy with the criteria by which it selects requests. */
export class AdmissionPolicy<Spec extends AdmissionPolicySpec = AdmissionPolicySpec, Compiled = unknown> {
  readonly name: string;
  readonly spec: Spec;
  readonly criteria: RequestCriteria;
  /** Undefined if the policy has no parameters. */
  readonly parameterKind: ParameterKind | undefined;
  readonly ignoresFailures: boolean;
  #compiled: Compiled | undefined;

  constructor({ metadata }: SharedObject, spec: Spec, findKind: FindKind) {
    this.name = metadata.name ?? "";
    this.spec = spec;
    this.criteria = new RequestCriteria(spec.matchConstraints ?? {});
    this.parameterKind = spec.paramKind ? new ParameterKind(spec.paramKind, findKind) : undefined;
    this.ignoresFailures = spec.failurePolicy === "Ignore";
  }

  /** Returns the compiled expressions. `compile` is called once. */
  compiled(compile: (spec: Spec) => Compiled): Compiled {
    this.#compiled ??= compile(this.spec);
    return this.#compiled;
  }
}

/** A binding with its own criteria. */
export class PolicyBinding {
  readonly name: string;
  readonly policyName: string;
  readonly paramRef: DeepReadonly<ParamRef> | undefined;
  /** Undefined if the binding applies to all requests of its policy. */
  readonly criteria: RequestCriteria | undefined;

  constructor({ metadata }: SharedObject, { policyName, paramRef, matchResources }: PolicyBindingSpec) {
    this.name = metadata.name ?? "";
    this.policyName = policyName ?? "";
    this.paramRef = paramRef ?? undefined;
    this.criteria = matchResources ? new RequestCriteria(matchResources) : undefined;
  }
}
