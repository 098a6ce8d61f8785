import { enumText, type FieldsOf, list, optional, pointer, type StructSchema, struct } from "../../../schema/index.ts";
import { excludeResourceRulesDoc, matchSelectorFields, resourceRulesDoc } from "../v1/match-resources.ts";
import { matchPolicyDoc } from "../v1/match-selectors.ts";
import { namedRuleWithOperationsFields } from "../v1/rule.ts";

export interface NamedRuleWithOperations extends FieldsOf<typeof namedRuleWithOperationsFields> {}

export const namedRuleWithOperations: StructSchema<NamedRuleWithOperations> = struct(
  "admissionregistration/v1alpha1.NamedRuleWithOperations",
  "Matches requests by what is done to which objects.",
  namedRuleWithOperationsFields,
  { atomic: true },
);

const matchResourcesFields = {
  ...matchSelectorFields,
  resourceRules: optional(list(namedRuleWithOperations, { type: "atomic" }), 3, resourceRulesDoc),
  excludeResourceRules: optional(list(namedRuleWithOperations, { type: "atomic" }), 4, excludeResourceRulesDoc),
  matchPolicy: pointer(enumText("v1alpha1.MatchPolicyType", ["Equivalent", "Exact"]), 7, matchPolicyDoc, {
    default: "Equivalent",
  }),
};

export interface MatchResources extends FieldsOf<typeof matchResourcesFields> {}

export const matchResources: StructSchema<MatchResources> = struct(
  "admissionregistration/v1alpha1.MatchResources",
  "Which requests a policy is about.",
  matchResourcesFields,
  { atomic: true },
);
