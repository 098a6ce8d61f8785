import { group } from "../../../meta/vocabulary.ts";
import {
  clientMetadata,
  type FieldsOf,
  int64,
  type KindDeclaration,
  list,
  type ObjectOf,
  optional,
  pointer,
  type StructSchema,
  statusSubresource,
  struct,
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { condition } from "../../meta/v1/condition.ts";
import { matchConditions, matchConditionsDoc } from "./match-condition.ts";
import { matchResources } from "./match-resources.ts";
import { failurePolicyDoc, failurePolicyType } from "./match-selectors.ts";
import { matchConstraintsDoc, paramKindDoc, variablesDoc } from "./policy-docs.ts";
import { auditAnnotation, expressionWarning, validation, variable } from "./policy-expressions.ts";
import { paramKind } from "./policy-param.ts";

const typeCheckingFields = {
  expressionWarnings: optional(list(expressionWarning, { type: "atomic" }), 1, "Expressions with type errors."),
};

export interface TypeChecking extends FieldsOf<typeof typeCheckingFields> {}

export const typeChecking: StructSchema<TypeChecking> = struct(
  "admissionregistration/v1.TypeChecking",
  "Result of the type check of a policy's expressions.",
  typeCheckingFields,
);

const validatingAdmissionPolicySpecFields = {
  paramKind: pointer(paramKind, 1, paramKindDoc),
  matchConstraints: pointer(matchResources, 2, matchConstraintsDoc),
  validations: optional(list(validation, { type: "atomic" }), 3, "Conditions, all of which requests must meet."),
  failurePolicy: pointer(failurePolicyType, 4, failurePolicyDoc, { default: "Fail" }),
  auditAnnotations: optional(
    list(auditAnnotation, { type: "atomic" }),
    5,
    "Annotations for the audit events of the requests.",
  ),
  matchConditions: optional(matchConditions, 6, matchConditionsDoc),
  variables: optional(list(variable, { type: "map", keys: ["name"], merge: "name" }), 7, variablesDoc),
};

export interface ValidatingAdmissionPolicySpec extends FieldsOf<typeof validatingAdmissionPolicySpecFields> {}

export const validatingAdmissionPolicySpec: StructSchema<ValidatingAdmissionPolicySpec> = struct(
  "admissionregistration/v1.ValidatingAdmissionPolicySpec",
  "Selection of requests, and conditions that they must meet.",
  validatingAdmissionPolicySpecFields,
);

const validatingAdmissionPolicyStatusFields = {
  observedGeneration: optional(int64, 1, "The metadata.generation that the controller last processed."),
  typeChecking: pointer(typeChecking, 2, "Result of the type check. Unset until it was done."),
  conditions: optional(list(condition, { type: "map", keys: ["type"] }), 3, "Conditions of the policy."),
};

export interface ValidatingAdmissionPolicyStatus extends FieldsOf<typeof validatingAdmissionPolicyStatusFields> {}

export const validatingAdmissionPolicyStatus: StructSchema<ValidatingAdmissionPolicyStatus> = struct(
  "admissionregistration/v1.ValidatingAdmissionPolicyStatus",
  "Observed state of a policy.",
  validatingAdmissionPolicyStatusFields,
);

const validatingAdmissionPolicyFields = {
  spec: optional(validatingAdmissionPolicySpec, 2, "Selection of requests, and their conditions."),
  status: optional(validatingAdmissionPolicyStatus, 3, "Observed state."),
};

export interface ValidatingAdmissionPolicy extends ObjectOf<typeof validatingAdmissionPolicyFields> {}

export const validatingAdmissionPolicy: KindDeclaration<ValidatingAdmissionPolicy> = kind({
  group: group("admissionregistration"),
  version: "v1",
  kind: "ValidatingAdmissionPolicy",
  package: "admissionregistration",
  plural: "validatingadmissionpolicies",
  categories: ["api-extensions"],
  scope: "Cluster",
  subresources: { status: { ...statusSubresource(clientMetadata), createdByApply: true } },
  rules: {
    updateChecks: { update: ["create", "schema", "hook"], subresource: ["schema", "hook"] },
    generation: ["spec"],
    unconditionalUpdate: false,
    freeFinalizerNames: true,
  },
  doc: "Expressions that accept or reject requests. The policy takes effect through bindings.",
  fields: validatingAdmissionPolicyFields,
});
