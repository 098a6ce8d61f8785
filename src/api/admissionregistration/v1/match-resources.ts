import { type FieldsOf, list, optional, pointer, type StructSchema, struct } from "../../../schema/index.ts";
import { labelSelector } from "../../meta/v1/label-selector.ts";
import { matchPolicyDoc, matchPolicyType, namespaceSelectorDoc, objectSelectorDoc } from "./match-selectors.ts";
import { namedRuleWithOperations } from "./rule.ts";

const matchResourcesFields = {
  namespaceSelector: pointer(labelSelector, 1, namespaceSelectorDoc, { default: {} }),
  objectSelector: pointer(labelSelector, 2, objectSelectorDoc, { default: {} }),
  resourceRules: optional(
    list(namedRuleWithOperations, { type: "atomic" }),
    3,
    "Rules for requests that match. A request must match one of them.",
  ),
  excludeResourceRules: optional(
    list(namedRuleWithOperations, { type: "atomic" }),
    4,
    "Rules for requests that do not match, even if they match resourceRules.",
  ),
  matchPolicy: pointer(matchPolicyType, 7, matchPolicyDoc, { default: "Equivalent" }),
};

export interface MatchResources extends FieldsOf<typeof matchResourcesFields> {}

export const matchResources: StructSchema<MatchResources> = struct(
  "admissionregistration/v1.MatchResources",
  "Selection of the requests that a policy applies to.",
  matchResourcesFields,
  { atomic: true },
);
