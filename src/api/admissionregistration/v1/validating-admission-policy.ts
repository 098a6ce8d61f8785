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
  expressionWarnings: optional(list(expressionWarning, { type: "atomic" }), 1, "The expressions that do not fit."),
};

export interface TypeChecking extends FieldsOf<typeof typeCheckingFields> {}

export const typeChecking: StructSchema<TypeChecking> = struct(
  "admissionregistration/v1.TypeChecking",
  "What came of checking a policy's expressions against the types they are used with.",
  typeCheckingFields,
);

const validatingAdmissionPolicySpecFields = {
  paramKind: pointer(paramKind, 1, paramKindDoc),
  matchConstraints: pointer(matchResources, 2, matchConstraintsDoc),
  validations: optional(
    list(validation, { type: "atomic" }),
    3,
    "Conditions that the requests have to meet, all of them.",
  ),
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
  "Which requests a policy is about, and what it demands of them.",
  validatingAdmissionPolicySpecFields,
);

const validatingAdmissionPolicyStatusFields = {
  observedGeneration: optional(int64, 1, "The metadata.generation that was last seen."),
  typeChecking: pointer(typeChecking, 2, "What came of checking the expressions. Unset: it was not done yet."),
  conditions: optional(list(condition, { type: "map", keys: ["type"] }), 3, "Aspects of the policy's state."),
};

export interface ValidatingAdmissionPolicyStatus extends FieldsOf<typeof validatingAdmissionPolicyStatusFields> {}

export const validatingAdmissionPolicyStatus: StructSchema<ValidatingAdmissionPolicyStatus> = struct(
  "admissionregistration/v1.ValidatingAdmissionPolicyStatus",
  "What was found out about a policy.",
  validatingAdmissionPolicyStatusFields,
);

const validatingAdmissionPolicyFields = {
  spec: optional(validatingAdmissionPolicySpec, 2, "Which requests, and what is demanded of them."),
  status: optional(validatingAdmissionPolicyStatus, 3, "What was found out."),
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
  doc: "Expressions that decide whether changes to objects may pass, wherever a binding says so.",
  fields: validatingAdmissionPolicyFields,
});
