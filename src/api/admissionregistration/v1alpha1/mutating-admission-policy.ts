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
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { matchConditionsDoc } from "../v1/match-condition.ts";
import { failurePolicyDoc, reinvocationPolicyType } from "../v1/match-selectors.ts";
import { matchConstraintsDoc, paramKindDoc, variablesDoc } from "../v1/policy-docs.ts";
import { matchCondition, matchResources, paramKind, variable } from "./from-v1.ts";
import { mutation } from "./mutation.ts";

const mutatingAdmissionPolicySpecFields = {
  paramKind: pointer(paramKind, 1, paramKindDoc),
  matchConstraints: pointer(
    matchResources,
    2,
    `${matchConstraintsDoc} Deletions cannot be changed, so they never match.`,
  ),
  variables: optional(list(variable, { type: "atomic" }), 3, variablesDoc),
  mutations: optional(list(mutation, { type: "atomic" }), 4, "Changes in this order, at least one."),
  failurePolicy: pointer(enumText("v1alpha1.FailurePolicyType", ["Fail", "Ignore"]), 5, failurePolicyDoc, {
    default: "Fail",
  }),
  matchConditions: optional(
    list(matchCondition, { type: "map", keys: ["name"], merge: "name" }),
    6,
    matchConditionsDoc,
  ),
  reinvocationPolicy: optional(
    reinvocationPolicyType,
    7,
    "IfNeeded: the policy is applied again if others changed the object after it. Never: it is applied once.",
    { nonEmpty: true },
  ),
};

export interface MutatingAdmissionPolicySpec extends FieldsOf<typeof mutatingAdmissionPolicySpecFields> {}

export const mutatingAdmissionPolicySpec: StructSchema<MutatingAdmissionPolicySpec> = struct(
  "admissionregistration/v1alpha1.MutatingAdmissionPolicySpec",
  "Selection of requests, and changes to their objects.",
  mutatingAdmissionPolicySpecFields,
);

const mutatingAdmissionPolicyFields = {
  spec: optional(mutatingAdmissionPolicySpec, 2, "Selection of requests, and changes."),
};

export interface MutatingAdmissionPolicy extends ObjectOf<typeof mutatingAdmissionPolicyFields> {}

export const mutatingAdmissionPolicy: KindDeclaration<MutatingAdmissionPolicy> = kind({
  group: group("admissionregistration"),
  version: "v1alpha1",
  kind: "MutatingAdmissionPolicy",
  package: "admissionregistration",
  plural: "mutatingadmissionpolicies",
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
  doc: "Expressions that change objects before they are stored. The policy takes effect through bindings.",
  fields: mutatingAdmissionPolicyFields,
});
