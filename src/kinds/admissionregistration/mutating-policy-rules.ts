/** Rules of MutatingAdmissionPolicies and their bindings. */
import type { MatchResources } from "../../api/admissionregistration/v1/match-resources.ts";
import {
  type MutatingAdmissionPolicySpec,
  mutatingAdmissionPolicySpec,
} from "../../api/admissionregistration/v1alpha1/mutating-admission-policy.ts";
import { mutatingAdmissionPolicyBindingSpec } from "../../api/admissionregistration/v1alpha1/mutating-admission-policy-binding.ts";
import {
  applyConfiguration,
  jsonPatch,
  type Mutation,
  mutation,
} from "../../api/admissionregistration/v1alpha1/mutation.ts";
import { invalidField, notSupportedField, requiredField } from "../../meta/field-error.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { at } from "../reporting.ts";
import { reportMatchConditions } from "./match-condition-rules.ts";
import { reportConstraints, reportPolicyName } from "./policy-rules.ts";

/** The member that each type of patch requires. The other member must not be set. */
const memberOfType = { JSONPatch: "jsonPatch", ApplyConfiguration: "applyConfiguration" } as const;

/** Rules of MutatingAdmissionPolicies, their mutations and their bindings. */
export const mutatingPolicyRules: readonly RuleEntry[] = [
  rulesFor(mutatingAdmissionPolicySpec, {
    validate: reportSpec,
    order: [
      "failurePolicy",
      "paramKind",
      "matchConstraints",
      { path: "matchConstraints.resourceRules", type: "Required" },
      "matchConstraints.resourceRules.operations",
      "matchConditions",
      "variables",
      "mutations",
    ],
  }),
  rulesFor(mutation, {
    validate: reportMutation,
    skipped: ({ patchType }) =>
      Object.entries(memberOfType).flatMap(([type, member]) => (type === patchType ? [] : [member])),
    order: ({ patchType }) =>
      patchType === "JSONPatch" ? ["jsonPatch", "applyConfiguration"] : ["applyConfiguration", "jsonPatch"],
  }),
  rulesFor(jsonPatch, { validate: reportExpression }),
  rulesFor(applyConfiguration, { validate: reportExpression }),
  rulesFor(mutatingAdmissionPolicyBindingSpec, {
    validate: ({ policyName = "", matchResources }, context) => {
      reportPolicyName(policyName, context);
      reportOperations(matchResources, "matchResources", context);
    },
    order: ["policyName", "paramRef", "matchResources", "matchResources.resourceRules.operations"],
  }),
];

/** Operations that can be mutated. A deleted object cannot. */
const operations = ["*", "CONNECT", "CREATE", "UPDATE"];

function reportSpec(spec: MutatingAdmissionPolicySpec, context: ValidationContext): void {
  reportConstraints(spec.matchConstraints, context);
  reportOperations(spec.matchConstraints, "matchConstraints", context);
  reportMatchConditions(spec.matchConditions ?? [], context);
  if ((spec.mutations ?? []).length === 0) {
    context.report(requiredField(at(context, "mutations"), "mutations must contain at least one item"));
  }
}

/** Reports unsupported operations. The reference leaves the indexes of the lists out of the paths. */
function reportOperations(match: MatchResources | null | undefined, part: string, context: ValidationContext): void {
  const requestedOperations = (match?.resourceRules ?? []).flatMap((rule) => rule.operations ?? []);
  for (const operation of requestedOperations.filter((one) => !operations.includes(one))) {
    context.report(notSupportedField(at(context, `${part}.resourceRules.operations`), operation, operations));
  }
}

function reportMutation(one: Mutation, context: ValidationContext): void {
  const { patchType } = one;
  if (patchType !== "JSONPatch" && patchType !== "ApplyConfiguration") return;
  const member = memberOfType[patchType];
  const other = member === "jsonPatch" ? "applyConfiguration" : "jsonPatch";
  if (!one[member]) {
    context.report(requiredField(at(context, member), `must be specified when patchType is ${patchType}`));
  }
  if (one[other]) {
    const why = `must not be specified when patchType is ${patchType}`;
    context.report(invalidField(at(context, other), `{${other}}`, why));
  }
}

function reportExpression({ expression = "" }: { readonly expression?: string }, context: ValidationContext): void {
  if (expression.trim() === "") context.report(requiredField(at(context, "expression")));
}
