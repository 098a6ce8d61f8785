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
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { equalJson } from "../../base/json-tree.ts";
import { duplicateField, invalidField, requiredField } from "../../meta/field-error.ts";
import { GoText, goQuote } from "../../meta/go-quote.ts";
import { trimGoSpace } from "../../meta/go-space.ts";
import { goStructList } from "../../meta/go-struct.ts";
import { parseTemplate, TemplateError } from "../../paths/index.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { loadedEngine } from "../expressions/load-engine.ts";
import { reportFault } from "../expressions/report-fault.ts";
import { reportConditions } from "../meta/condition-rules.ts";
import { goTextList } from "../meta/go-values.ts";
import { repeatIndexes } from "../repeats.ts";
import { at, reportFormat, reportUnsupported, within } from "../reporting.ts";
import {
  type CompileOptions,
  reportConstraints,
  reportPolicyConditions,
  reportPolicyName,
  reportVariables,
} from "./policy-rules.ts";

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
      reportFieldRef(fieldRef.trim(), context);
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
  const old = (context.write.old as DeepReadonly<ValidatingAdmissionPolicy> | undefined)?.spec;
  const expressions = policyExpressions(spec, old, context);
  reportConstraints(spec.matchConstraints, policy);
  reportPolicyConditions(spec, old, policy);
  reportVariables(spec.variables ?? [], policy, { ...expressions, stored: expressions.validations });
  reportValidations(spec, policy, expressions);
  reportAnnotations(spec.auditAnnotations ?? [], policy, { expressions, policyName: metadata.name ?? "" });
}

/** The compiler of a policy's expressions, and the expressions of the stored policy. */
interface PolicyExpressions extends Pick<CompileOptions, "compiler"> {
  readonly validations: ReadonlySet<string>;
  readonly messages: ReadonlySet<string>;
  readonly annotations: ReadonlySet<string>;
}

function policyExpressions(
  spec: ValidatingAdmissionPolicySpec,
  old: DeepReadonly<ValidatingAdmissionPolicySpec> | undefined,
  { write }: ValidationContext,
): PolicyExpressions {
  const { validations = [], auditAnnotations = [] } = old ?? {};
  const isUnchanged = old !== undefined && equalJson(spec, old);
  const options = { hasParams: Boolean(spec.paramKind), hasVariables: (spec.variables ?? []).length > 0 };
  return {
    compiler: isUnchanged ? undefined : new (loadedEngine().AdmissionCompiler)(write, options),
    validations: new Set(validations.map(({ expression }) => expression)),
    messages: new Set(validations.map(({ messageExpression = "" }) => messageExpression)),
    annotations: new Set(auditAnnotations.map(({ valueExpression }) => valueExpression)),
  };
}

function reportValidations(
  { validations = [], auditAnnotations = [] }: ValidatingAdmissionPolicySpec,
  context: ValidationContext,
  expressions: PolicyExpressions,
): void {
  validations.forEach((validation, index) => {
    reportValidation(validation, within(context, `validations[${index}]`), expressions);
  });
  if (validations.length + auditAnnotations.length > 0) return;
  const why = "validations or auditAnnotations must contain at least one item";
  context.report(requiredField(at(context, "validations"), why));
  context.report(requiredField(at(context, "auditAnnotations"), why));
}

function reportValidation(validation: Validation, context: ValidationContext, expressions: PolicyExpressions): void {
  const { expression, messageExpression = "", message = "", reason } = validation;
  const { compiler } = expressions;
  const reject = (part: string, value: string, why: string): void => {
    context.report(invalidField(at(context, part), value, why));
  };
  if (trimGoSpace(expression) === "") {
    context.report(requiredField(at(context, "expression"), "expression is not specified"));
  } else {
    const isStored = expressions.validations.has(expression);
    reportFault(context, "expression", expression, compiler?.faultOf(expression, "condition", { isStored }));
  }
  if (isBlank(messageExpression)) {
    reject("messageExpression", messageExpression, "must be non-empty if specified");
  } else if (messageExpression !== "") {
    const isStored = expressions.messages.has(messageExpression);
    const fault = compiler?.faultOf(messageExpression, "message", { isStored });
    reportFault(context, "messageExpression", messageExpression, fault);
  }
  if (isBlank(message)) reject("message", message, "message must be non-empty if specified");
  else if (/[\n\r]/.test(trimGoSpace(message))) reject("message", message, "message must not contain line breaks");
  if (reason !== undefined) reportUnsupported(context, "reason", reason, reasons);
}

/** Whether the text consists of blanks only. False for an empty text. */
function isBlank(text: string): boolean {
  return text !== "" && trimGoSpace(text) === "";
}

function goAnnotations(annotations: readonly AuditAnnotation[]): GoText {
  const print = goStructList("admissionregistration.AuditAnnotation", annotations, ({ key, valueExpression }) => ({
    Key: goQuote(key),
    ValueExpression: goQuote(valueExpression),
  }));
  return new GoText(print);
}

interface AnnotationOptions {
  readonly expressions: PolicyExpressions;
  /** Shown before each key in audit events. */
  readonly policyName: string;
}

function reportAnnotations(
  annotations: readonly AuditAnnotation[],
  context: ValidationContext,
  { expressions, policyName }: AnnotationOptions,
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
    reportValueExpression(valueExpression, item, expressions);
    if (repeats.has(index)) item.report(duplicateField(at(item, "key"), key));
  });
}

function reportValueExpression(
  text: string,
  context: ValidationContext,
  { compiler, annotations }: PolicyExpressions,
): void {
  const part = "valueExpression";
  const expression = trimGoSpace(text);
  if (expression === "") {
    context.report(requiredField(at(context, part), "valueExpression is not specified"));
  } else if (Buffer.byteLength(expression) > valueExpressionBytesMax) {
    context.report(requiredField(at(context, part), `must not exceed ${valueExpressionBytesMax} bytes in length`));
  } else {
    const fault = compiler?.faultOf(expression, "annotation", { isStored: annotations.has(text) });
    reportFault(context, part, text, fault);
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

/** Reports a reference to a field that is missing, or no path. */
function reportFieldRef(fieldRef: string, context: ValidationContext): void {
  const path = at(context, "fieldRef");
  if (fieldRef === "") {
    context.report(requiredField(path));
    return;
  }
  try {
    parseTemplate(`{${fieldRef}}`);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const { serverText } = error;
    if (serverText !== "") context.report(invalidField(path, fieldRef, `invalid JSONPath: ${serverText}`));
  }
}
