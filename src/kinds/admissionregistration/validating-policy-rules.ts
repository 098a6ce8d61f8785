/** Rules of ValidatingAdmissionPolicies and their bindings. */
import {
  type AuditAnnotation,
  expressionWarning,
  type Validation,
} from "../../api/admissionregistration/v1/policy-expressions.ts";
import {
  type ValidatingAdmissionPolicy,
  type ValidatingAdmissionPolicySpec,
  validatingAdmissionPolicy,
  validatingAdmissionPolicyStatus,
} from "../../api/admissionregistration/v1/validating-admission-policy.ts";
import {
  type ValidatingAdmissionPolicyBindingSpec,
  validatingAdmissionPolicyBindingSpec,
} from "../../api/admissionregistration/v1/validating-admission-policy-binding.ts";
import { duplicateField, invalidField, requiredField } from "../../meta/field-error.ts";
import { GoText, goQuote } from "../../meta/go-quote.ts";
import { goStructList } from "../../meta/go-struct.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { reportConditions } from "../meta/condition-rules.ts";
import { goTextList } from "../meta/go-values.ts";
import { repeatIndexes } from "../repeats.ts";
import { at, reportFormat, reportUnsupported, within } from "../reporting.ts";
import { reportMatchConditions } from "./match-condition-rules.ts";
import { reportConstraints, reportPolicyName } from "./policy-rules.ts";

/** Rules of ValidatingAdmissionPolicies, their statuses and their bindings. */
export const validatingPolicyRules: readonly RuleEntry[] = [
  rulesFor(validatingAdmissionPolicy.schema, {
    validate: reportPolicy,
    order: [
      "spec.failurePolicy",
      "spec.paramKind",
      "spec.matchConstraints",
      { path: "spec.matchConstraints.resourceRules", type: "Required" },
      "spec.matchConditions",
      "spec.variables",
      "spec.validations",
      "spec.auditAnnotations",
    ],
  }),
  rulesFor(validatingAdmissionPolicyStatus, {
    validate: ({ conditions }, context) => reportConditions(context, "conditions", conditions),
    order: ["typeChecking", "conditions"],
  }),
  rulesFor(expressionWarning, {
    validate: ({ warning, fieldRef }, context) => {
      if (warning === "") context.report(requiredField(at(context, "warning")));
      if (fieldRef.trim() === "") context.report(requiredField(at(context, "fieldRef")));
    },
  }),
  rulesFor(validatingAdmissionPolicyBindingSpec, {
    validate: reportBindingSpec,
    order: [
      "policyName",
      "paramRef",
      "matchResources",
      { list: "validationActions", order: [{ path: "", type: "NotSupported" }] },
    ],
  }),
];

const reasons = ["Forbidden", "Invalid", "RequestEntityTooLarge"];
const annotationsMax = 20;
const valueExpressionBytesMax = 5120;

function reportPolicy({ metadata, spec = {} }: ValidatingAdmissionPolicy, context: ValidationContext): void {
  const policy = within(context, "spec");
  reportConstraints(spec.matchConstraints, policy);
  reportMatchConditions(spec.matchConditions ?? [], policy);
  reportValidations(spec, policy);
  reportAnnotations(spec.auditAnnotations ?? [], metadata.name ?? "", policy);
}

function reportValidations(
  { validations = [], auditAnnotations = [] }: ValidatingAdmissionPolicySpec,
  context: ValidationContext,
): void {
  validations.forEach((validation, index) => reportValidation(validation, within(context, `validations[${index}]`)));
  if (validations.length + auditAnnotations.length > 0) return;
  const why = "validations or auditAnnotations must contain at least one item";
  context.report(requiredField(at(context, "validations"), why));
  context.report(requiredField(at(context, "auditAnnotations"), why));
}

function reportValidation(
  { expression, messageExpression = "", message = "", reason }: Validation,
  context: ValidationContext,
): void {
  const refuse = (part: string, value: string, why: string): void => {
    context.report(invalidField(at(context, part), value, why));
  };
  if (expression.trim() === "") {
    context.report(requiredField(at(context, "expression"), "expression is not specified"));
  }
  if (isBlank(messageExpression)) refuse("messageExpression", messageExpression, "must be non-empty if specified");
  if (isBlank(message)) refuse("message", message, "message must be non-empty if specified");
  else if (/[\n\r]/.test(message.trim())) refuse("message", message, "message must not contain line breaks");
  if (reason !== undefined) reportUnsupported(context, "reason", reason, reasons);
}

/** Whether the text consists of blanks only. False for an empty text. */
function isBlank(text: string): boolean {
  return text !== "" && text.trim() === "";
}

function goAnnotations(annotations: readonly AuditAnnotation[]): GoText {
  const print = goStructList("admissionregistration.AuditAnnotation", annotations, ({ key, valueExpression }) => ({
    Key: goQuote(key),
    ValueExpression: goQuote(valueExpression),
  }));
  return new GoText(print);
}

/** @param policyName shown before each key in audit events */
function reportAnnotations(
  annotations: readonly AuditAnnotation[],
  policyName: string,
  context: ValidationContext,
): void {
  if (annotations.length > annotationsMax) {
    const why = `must not have more than ${annotationsMax} auditAnnotations`;
    context.report(invalidField(at(context, "auditAnnotations"), goAnnotations(annotations), why));
  }
  const repeats = repeatIndexes(annotations.map(({ key }) => key));
  annotations.forEach(({ key, valueExpression }, index) => {
    const item = within(context, `auditAnnotations[${index}]`);
    if (policyName !== "") reportFormat(item, "key", "qualifiedName", `${policyName}/${key}`);
    else item.report(invalidField(at(item, "key"), key, "requires metadata.name be non-empty"));
    reportValueExpression(valueExpression.trim(), item);
    if (repeats.has(index)) item.report(duplicateField(at(item, "key"), key));
  });
}

function reportValueExpression(expression: string, context: ValidationContext): void {
  const path = at(context, "valueExpression");
  if (expression === "") context.report(requiredField(path, "valueExpression is not specified"));
  else if (Buffer.byteLength(expression) > valueExpressionBytesMax) {
    context.report(requiredField(path, `must not exceed ${valueExpressionBytesMax} bytes in length`));
  }
}

function reportBindingSpec(
  { policyName = "", validationActions = [] }: ValidatingAdmissionPolicyBindingSpec,
  context: ValidationContext,
): void {
  reportPolicyName(policyName, context);
  const part = "validationActions";
  for (const index of repeatIndexes(validationActions)) {
    context.report(duplicateField(at(context, `${part}[${index}]`), validationActions[index]));
  }
  if (validationActions.includes("Deny") && validationActions.includes("Warn")) {
    const why =
      "must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)";
    const shown = goTextList(validationActions, "admissionregistration.ValidationAction");
    context.report(invalidField(at(context, part), shown, why));
  }
  if (validationActions.length === 0) {
    context.report(requiredField(at(context, part), "at least one validation action is required"));
  }
}
