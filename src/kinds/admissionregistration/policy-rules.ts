/** Rules that validating and mutating policies and their bindings share. */
import { type MatchResources, matchResources } from "../../api/admissionregistration/v1/match-resources.ts";
import { type Variable, variable } from "../../api/admissionregistration/v1/policy-expressions.ts";
import { type ParamKind, type ParamRef, paramKind, paramRef } from "../../api/admissionregistration/v1/policy-param.ts";
import {
  matchResources as matchResourcesV1alpha1,
  paramKind as paramKindV1alpha1,
  paramRef as paramRefV1alpha1,
  variable as variableV1alpha1,
} from "../../api/admissionregistration/v1alpha1/from-v1.ts";
import { forbiddenField, invalidField, requiredField } from "../../meta/field-error.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { selectorOrder } from "../meta/selectors.ts";
import { at, reportFormat, reportFormatAtOnce, reportRequiredFormat, reportUnsupported } from "../reporting.ts";

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
  rulesFor(variable, { validate: reportVariable }),
  rulesFor(variableV1alpha1, { validate: reportVariable }),
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
  const refuse = (why: string): void => {
    context.report(invalidField(at(context, "apiVersion"), apiVersion, why));
  };
  const parts = apiVersion.split("/");
  if (parts.length > 2) {
    refuse(`unexpected GroupVersion string: ${apiVersion}`);
    return;
  }
  const [version = "", group = ""] = parts.toReversed();
  if (group !== "") reportFormatAtOnce(context, "apiVersion", "dns1123Subdomain", group);
  if (version === "") refuse("version must be specified");
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

function reportVariable({ name, expression }: Variable, context: ValidationContext): void {
  if (name.trim() === "") context.report(requiredField(at(context, "name"), "name is not specified"));
  else reportFormat(context, "name", "celIdentifier", name);
  if (expression.trim() === "") {
    context.report(requiredField(at(context, "expression"), "expression is not specified"));
  }
}
