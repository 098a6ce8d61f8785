/** Rules of MutatingAdmissionPolicies and their bindings. */
import type { MatchResources } from "../../api/admissionregistration/v1/match-resources.ts";
import {
  type MutatingAdmissionPolicy,
  type MutatingAdmissionPolicySpec,
  mutatingAdmissionPolicySpec,
} from "../../api/admissionregistration/v1alpha1/mutating-admission-policy.ts";
import { mutatingAdmissionPolicyBindingSpec } from "../../api/admissionregistration/v1alpha1/mutating-admission-policy-binding.ts";
import type { Mutation } from "../../api/admissionregistration/v1alpha1/mutation.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { equalJson } from "../../base/json-tree.ts";
import type { ExpressionUse } from "../../cel/admission/index.ts";
import { invalidField, notSupportedField, requiredField } from "../../meta/field-error.ts";
import { trimGoSpace } from "../../meta/go-space.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { loadedEngine } from "../expressions/load-engine.ts";
import { reportFault } from "../expressions/report-fault.ts";
import { at, within } from "../reporting.ts";
import {
  type CompileOptions,
  reportConstraints,
  reportPolicyConditions,
  reportPolicyName,
  reportVariables,
} from "./policy-rules.ts";

/** The member that each type of patch requires, and how it uses its expression. The other member must not be set. */
const patchTypes = {
  JSONPatch: { member: "jsonPatch", other: "applyConfiguration", use: "jsonPatch" },
  ApplyConfiguration: { member: "applyConfiguration", other: "jsonPatch", use: "applyConfiguration" },
} as const;

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
      { list: "mutations", order: [] },
    ],
  }),
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
  const { matchConstraints, paramKind, variables = [], mutations = [] } = spec;
  const old = (context.write.old as DeepReadonly<MutatingAdmissionPolicy> | undefined)?.spec;
  const isUnchanged = old !== undefined && equalJson(spec, old);
  const options = { hasParams: Boolean(paramKind), hasVariables: true };
  const compiler = isUnchanged ? undefined : new (loadedEngine().AdmissionCompiler)(context.write, options);
  const stored = new Set((old?.mutations ?? []).flatMap(expressionsOf));
  reportConstraints(matchConstraints, context);
  reportOperations(matchConstraints, "matchConstraints", context);
  reportPolicyConditions(spec, old, context);
  reportVariables(variables, context, { compiler, stored: new Set() });
  mutations.forEach((one, index) => {
    reportMutation(one, within(context, `mutations[${index}]`), { compiler, stored });
  });
  if (mutations.length === 0) {
    context.report(requiredField(at(context, "mutations"), "mutations must contain at least one item"));
  }
}

function expressionsOf({ jsonPatch, applyConfiguration }: DeepReadonly<Mutation>): readonly string[] {
  return [jsonPatch?.expression ?? "", applyConfiguration?.expression ?? ""];
}

/** Reports unsupported operations. The reference leaves the indexes of the lists out of the paths. */
function reportOperations(match: MatchResources | null | undefined, part: string, context: ValidationContext): void {
  const requestedOperations = (match?.resourceRules ?? []).flatMap((rule) => rule.operations ?? []);
  for (const operation of requestedOperations.filter((one) => !operations.includes(one))) {
    context.report(notSupportedField(at(context, `${part}.resourceRules.operations`), operation, operations));
  }
}

function reportMutation(mutation: Mutation, context: ValidationContext, options: CompileOptions): void {
  const { patchType } = mutation;
  if (patchType !== "JSONPatch" && patchType !== "ApplyConfiguration") return;
  const { member, other, use } = patchTypes[patchType];
  const change = mutation[member];
  if (change) reportExpression(change.expression ?? "", use, within(context, member), options);
  else context.report(requiredField(at(context, member), `must be specified when patchType is ${patchType}`));
  if (mutation[other]) {
    const why = `must not be specified when patchType is ${patchType}`;
    context.report(invalidField(at(context, other), `{${other}}`, why));
  }
}

/** @param context at the change */
function reportExpression(
  text: string,
  use: ExpressionUse,
  context: ValidationContext,
  { compiler, stored }: CompileOptions,
): void {
  const expression = trimGoSpace(text);
  if (expression === "") {
    context.report(requiredField(at(context, "expression")));
  } else {
    const fault = compiler?.faultOf(expression, use, { isStored: stored.has(text) });
    reportFault(context, "expression", expression, fault);
  }
}
