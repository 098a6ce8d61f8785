/** The expressions of policies, which are written in CEL. */
import {
  type FieldsOf,
  namedText,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
  type TextSchema,
  text,
} from "../../../schema/index.ts";

/** Reason of a rejection. The type belongs to meta/v1, so it has this name in every version of the policies. */
export const statusReasonType: TextSchema = namedText("v1.StatusReason");

const validationFields = {
  expression: required(
    text,
    1,
    "Must be true. Sees object, oldObject, request, params, namespaceObject, variables and authorizer.",
  ),
  message: optional(text, 2, "What the client is told when it is false. Needed where the expression has line breaks."),
  reason: pointer(
    statusReasonType,
    3,
    "The reason of the refusal: Unauthorized, Forbidden, Invalid or RequestEntityTooLarge. Unset: Invalid.",
  ),
  messageExpression: optional(
    text,
    4,
    "Makes the message; sees what the expression sees but authorizer. Where it fails, message is used.",
  ),
};

export interface Validation extends FieldsOf<typeof validationFields> {}

export const validation: StructSchema<Validation> = struct(
  "admissionregistration/v1.Validation",
  "A condition that requests have to meet.",
  validationFields,
);

/** The same in every version. */
export const variableFields = {
  name: required(text, 1, "Name of the variable: an identifier. Others see it as variables.name."),
  expression: required(text, 2, "What it stands for; sees the variables before it."),
};

export interface Variable extends FieldsOf<typeof variableFields> {}

export const variable: StructSchema<Variable> = struct(
  "admissionregistration/v1.Variable",
  "A named expression, which is evaluated when it is first used.",
  variableFields,
  { atomic: true },
);

const auditAnnotationFields = {
  key: required(text, 1, "Key of the annotation; the name of the policy is put before it."),
  valueExpression: required(text, 2, "Makes the value, a text; null leaves the annotation out."),
};

export interface AuditAnnotation extends FieldsOf<typeof auditAnnotationFields> {}

export const auditAnnotation: StructSchema<AuditAnnotation> = struct(
  "admissionregistration/v1.AuditAnnotation",
  "An annotation of a request's audit event.",
  auditAnnotationFields,
);

const expressionWarningFields = {
  fieldRef: required(text, 2, "Path of the expression: spec.validations[0].expression."),
  warning: required(text, 3, "What is wrong with it, and for which types."),
};

export interface ExpressionWarning extends FieldsOf<typeof expressionWarningFields> {}

export const expressionWarning: StructSchema<ExpressionWarning> = struct(
  "admissionregistration/v1.ExpressionWarning",
  "An expression that does not fit the types it is used with.",
  expressionWarningFields,
);
