/** The expressions of a mutating policy, ready for evaluation. This module loads the expression engine. */
import type { MutatingAdmissionPolicySpec } from "../../../api/admissionregistration/v1alpha1/mutating-admission-policy.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import type { AdmissionEnvironmentChoice } from "../../../cel/admission/index.ts";
import type { RequestExpression } from "../../expressions/index.ts";
import { PolicyExpressions } from "../policy-expressions.ts";

/** A mutation: an expression whose value is a patch of this type. */
export interface CompiledMutation {
  readonly type: "applyConfiguration" | "jsonPatch";
  readonly expression: RequestExpression;
}

/** The expressions of one policy. */
export class CompiledMutations extends PolicyExpressions {
  /** In the order in which they are made. */
  readonly mutations: readonly CompiledMutation[];

  constructor(spec: DeepReadonly<MutatingAdmissionPolicySpec>, choice: AdmissionEnvironmentChoice) {
    super(spec, choice);
    this.mutations = (spec.mutations ?? []).map(({ patchType, applyConfiguration, jsonPatch }) => {
      const type = patchType === "JSONPatch" ? "jsonPatch" : "applyConfiguration";
      const text = (type === "jsonPatch" ? jsonPatch : applyConfiguration)?.expression ?? "";
      return { type, expression: this.compile(text, type) };
    });
  }
}
