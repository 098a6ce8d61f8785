import { group } from "../../../meta/vocabulary.ts";
import {
  type FieldsOf,
  type KindDeclaration,
  type ObjectOf,
  optional,
  pointer,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { matchResourcesDoc, paramRefDoc, policyNameDoc } from "../v1/policy-docs.ts";
import { matchResources, paramRef } from "./from-v1.ts";

const mutatingAdmissionPolicyBindingSpecFields = {
  policyName: optional(text, 1, policyNameDoc),
  paramRef: pointer(paramRef, 2, paramRefDoc),
  matchResources: pointer(matchResources, 3, matchResourcesDoc),
};

export interface MutatingAdmissionPolicyBindingSpec extends FieldsOf<typeof mutatingAdmissionPolicyBindingSpecFields> {}

export const mutatingAdmissionPolicyBindingSpec: StructSchema<MutatingAdmissionPolicyBindingSpec> = struct(
  "admissionregistration/v1alpha1.MutatingAdmissionPolicyBindingSpec",
  "Policy and its parameters.",
  mutatingAdmissionPolicyBindingSpecFields,
);

const mutatingAdmissionPolicyBindingFields = {
  spec: optional(mutatingAdmissionPolicyBindingSpec, 2, "Desired state of the binding."),
};

export interface MutatingAdmissionPolicyBinding extends ObjectOf<typeof mutatingAdmissionPolicyBindingFields> {}

export const mutatingAdmissionPolicyBinding: KindDeclaration<MutatingAdmissionPolicyBinding> = kind({
  group: group("admissionregistration"),
  version: "v1alpha1",
  kind: "MutatingAdmissionPolicyBinding",
  package: "admissionregistration",
  plural: "mutatingadmissionpolicybindings",
  categories: ["api-extensions"],
  scope: "Cluster",
  servedByDefault: false,
  rules: {
    updateChecks: { update: ["create", "schema", "hook"] },
    generation: ["spec"],
    unconditionalUpdate: false,
    freeFinalizerNames: true,
  },
  lifecycle: { introduced: 32, deprecated: 35, removed: 38 },
  doc: "Applies a MutatingAdmissionPolicy.",
  fields: mutatingAdmissionPolicyBindingFields,
});
