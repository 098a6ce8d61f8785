/** Rules that validating and mutating policies and their bindings share. */
import type { MatchCondition } from "../../api/admissionregistration/v1/match-condition.ts";
import { type MatchResources, matchResources } from "../../api/admissionregistration/v1/match-resources.ts";
import type { Variable } from "../../api/admissionregistration/v1/policy-expressions.ts";
import { type ParamKind, type ParamRef, paramKind, paramRef } from "../../api/admissionregistration/v1/policy-param.ts";
import {
  matchResources as matchResourcesV1alpha1,
  paramKind as paramKindV1alpha1,
  paramRef as paramRefV1alpha1,
} from "../../api/admissionregistration/v1alpha1/from-v1.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { equalJson } from "../../base/json-tree.ts";
import type { AdmissionCompiler } from "../../cel/admission/index.ts";
import { forbiddenField, invalidField, requiredField } from "../../meta/field-error.ts";
import { trimGoSpace } from "../../meta/go-space.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { reportFault } from "../expressions/report-fault.ts";
import { selectorOrder } from "../meta/selectors.ts";
import { at, reportFormat, reportFormatAtOnce, reportRequiredFormat, reportUnsupported, within } from "../reporting.ts";
import { reportMatchConditions } from "./match-condition-rules.ts";

const paramRefOrder = ["name", ...selectorOrder, "", "parameterNotFoundAction"];
const matchOrder = ["matchPolicy", "namespaceSelector", "objectSelector", "resourceRules", "excludeResourceRules"];

/** Rules of the types that both sorts of policies share. */
export const policyPartRules: readonly RuleEntry[] = [
  rulesFor(matchResources, { order: matchOrder }),
  rulesFor(matchResourcesV1alpha1, { order: matchOrder }),
  rulesFor(paramKind, { validate: reportParamKind }),
  rulesFor(paramKindV1alpha1, { validate: reportParamKind }),
  rulesFor(paramRef, { validate: reportParamRef, order: paramRefOrder }),
  rulesFor(paramRefV1alpha1, { validate: reportParamRef, order: paramRefOrder }),
];

/** Reports missing match constraints. The types in the policy's expressions depend on them. */
export function reportConstraints(constraints: MatchResources | null | undefined, context: ValidationContext): void {
  if (!constraints) context.report(requiredField(at(context, "matchConstraints")));
  else if ((constraints.resourceRules ?? []).length === 0) {
    context.report(requiredField(at(context, "matchConstraints.resourceRules")));
  }
}

/** Reports an invalid name of a policy. */
export function reportPolicyName(name: string, context: ValidationContext): void {
  reportRequiredFormat(context, "policyName", "dns1123Subdomain", name);
}

function reportParamKind({ apiVersion = "", kind = "" }: ParamKind, context: ValidationContext): void {
  if (apiVersion === "") context.report(requiredField(at(context, "apiVersion")));
  else reportGroupVersion(apiVersion, context);
  reportRequiredFormat(context, "kind", "kindName", kind);
}

function reportGroupVersion(apiVersion: string, context: ValidationContext): void {
  const reject = (why: string): void => {
    context.report(invalidField(at(context, "apiVersion"), apiVersion, why));
  };
  const parts = apiVersion.split("/");
  if (parts.length > 2) {
    reject(`unexpected GroupVersion string: ${apiVersion}`);
    return;
  }
  const [version = "", group = ""] = parts.toReversed();
  if (group !== "") reportFormatAtOnce(context, "apiVersion", "dns1123Subdomain", group);
  if (version === "") reject("version must be specified");
  else reportFormatAtOnce(context, "apiVersion", "dns1035Label", version);
}

function reportParamRef(ref: ParamRef, context: ValidationContext): void {
  const { name = "", selector, parameterNotFoundAction: action = "" } = ref;
  const exclusive = "name and selector are mutually exclusive";
  if (name !== "") reportFormat(context, "name", "pathSegmentName", name);
  if (name !== "" && selector) {
    context.report(forbiddenField(at(context, "name"), exclusive));
    context.report(forbiddenField(at(context, "selector"), exclusive));
  }
  if (name === "" && !selector) {
    context.report(requiredField(context.path(), "one of name or selector must be specified"));
  }
  if (action === "") context.report(requiredField(at(context, "parameterNotFoundAction")));
  else reportUnsupported(context, "parameterNotFoundAction", action, ["Deny", "Allow"]);
}

/** The part of a policy's spec that determines which expressions its match conditions can use. */
interface ConditionalSpec {
  readonly paramKind?: ParamKind | null;
  readonly matchConditions?: readonly MatchCondition[];
}

/**
 * Reports invalid match conditions of a policy. Those of a stored policy were checked before.
 * @param context at the spec
 * @param old the stored spec; undefined on create
 */
export function reportPolicyConditions(
  { paramKind, matchConditions = [] }: ConditionalSpec,
  old: DeepReadonly<ConditionalSpec> | undefined,
  context: ValidationContext,
): void {
  const stored = old?.matchConditions ?? [];
  const isSame = equalJson(paramKind ?? null, old?.paramKind ?? null) && equalJson(matchConditions, stored);
  if (old !== undefined && isSame) return;
  reportMatchConditions(matchConditions, context, { hasParams: Boolean(paramKind), stored });
}

/** How the expressions of a policy are compiled. */
export interface CompileOptions {
  /** Undefined if the policy has not changed. Its expressions were compiled when they were stored. */
  readonly compiler: AdmissionCompiler | undefined;
  /** Expressions of the stored policy, which may use everything that any release accepted. */
  readonly stored: ReadonlySet<string>;
}

/** Reports invalid variables in the list `variables`. Later variables and other expressions can use them. */
export function reportVariables(
  variables: readonly Variable[],
  context: ValidationContext,
  { compiler, stored }: CompileOptions,
): void {
  variables.forEach(({ name, expression }, index) => {
    const item = within(context, `variables[${index}]`);
    if (trimGoSpace(name) === "") item.report(requiredField(at(item, "name"), "name is not specified"));
    else reportFormat(item, "name", "celIdentifier", name);
    if (trimGoSpace(expression) === "") {
      item.report(requiredField(at(item, "expression"), "expression is not specified"));
    } else {
      const fault = compiler?.declareVariable(name, expression, { isStored: stored.has(expression) }).fault;
      reportFault(item, "expression", expression, fault);
    }
  });
}
