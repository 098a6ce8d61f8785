import { group } from "../../../meta/vocabulary.ts";
import {
  enumText,
  type FieldsOf,
  type KindDeclaration,
  list,
  type ObjectOf,
  optional,
  pointer,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { matchResources } from "./match-resources.ts";
import { matchResourcesDoc, paramRefDoc, policyNameDoc } from "./policy-docs.ts";
import { paramRef } from "./policy-param.ts";

const validatingAdmissionPolicyBindingSpecFields = {
  policyName: optional(text, 1, policyNameDoc),
  paramRef: pointer(paramRef, 2, paramRefDoc),
  matchResources: pointer(matchResources, 3, matchResourcesDoc),
  validationActions: optional(
    list(enumText("v1.ValidationAction", ["Audit", "Deny", "Warn"]), { type: "set" }),
    4,
    "Effects of a condition that is not met: Deny, Warn or Audit. Deny and Warn are mutually exclusive.",
  ),
};

export interface ValidatingAdmissionPolicyBindingSpec
  extends FieldsOf<typeof validatingAdmissionPolicyBindingSpecFields> {}

export const validatingAdmissionPolicyBindingSpec: StructSchema<ValidatingAdmissionPolicyBindingSpec> = struct(
  "admissionregistration/v1.ValidatingAdmissionPolicyBindingSpec",
  "Policy, its parameters and the effects of violations.",
  validatingAdmissionPolicyBindingSpecFields,
);

const validatingAdmissionPolicyBindingFields = {
  spec: optional(validatingAdmissionPolicyBindingSpec, 2, "Desired state of the binding."),
};

export interface ValidatingAdmissionPolicyBinding extends ObjectOf<typeof validatingAdmissionPolicyBindingFields> {}

export const validatingAdmissionPolicyBinding: KindDeclaration<ValidatingAdmissionPolicyBinding> = kind({
  group: group("admissionregistration"),
  version: "v1",
  kind: "ValidatingAdmissionPolicyBinding",
  package: "admissionregistration",
  plural: "validatingadmissionpolicybindings",
  categories: ["api-extensions"],
  scope: "Cluster",
  rules: {
    updateChecks: { update: ["create", "schema", "hook"] },
    generation: ["spec"],
    unconditionalUpdate: false,
    freeFinalizerNames: true,
  },
  doc: "Applies a ValidatingAdmissionPolicy.",
  fields: validatingAdmissionPolicyBindingFields,
});
