/** CEL expressions of policies. */
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
    "CEL expression that must be true. It can use object, oldObject, request, params, namespaceObject, variables and authorizer.",
  ),
  message: optional(
    text,
    2,
    "Message for the client if the expression is false. Required if the expression has line breaks.",
  ),
  reason: pointer(
    statusReasonType,
    3,
    "Reason in the response: Unauthorized, Forbidden, Invalid or RequestEntityTooLarge. Default: Invalid.",
  ),
  messageExpression: optional(
    text,
    4,
    "CEL expression for the message. It can use the same variables, except for authorizer. If it fails, message is used.",
  ),
};

export interface Validation extends FieldsOf<typeof validationFields> {}

export const validation: StructSchema<Validation> = struct(
  "admissionregistration/v1.Validation",
  "Condition that requests must meet.",
  validationFields,
);

/** Fields of variables, which are equal in all versions. */
export const variableFields = {
  name: required(text, 1, "Name of the variable, an identifier. Expressions use it as variables.NAME."),
  expression: required(text, 2, "CEL expression for its value. It can use the variables before it."),
};

export interface Variable extends FieldsOf<typeof variableFields> {}

export const variable: StructSchema<Variable> = struct(
  "admissionregistration/v1.Variable",
  "Named expression, which is evaluated at its first use.",
  variableFields,
  { atomic: true },
);

const auditAnnotationFields = {
  key: required(text, 1, "Key of the annotation, after the name of the policy."),
  valueExpression: required(text, 2, "CEL expression for the value, a text. Null omits the annotation."),
};

export interface AuditAnnotation extends FieldsOf<typeof auditAnnotationFields> {}

export const auditAnnotation: StructSchema<AuditAnnotation> = struct(
  "admissionregistration/v1.AuditAnnotation",
  "An annotation of a request's audit event.",
  auditAnnotationFields,
);

const expressionWarningFields = {
  fieldRef: required(text, 2, "Path of the expression: spec.validations[0].expression."),
  warning: required(text, 3, "Description of the type error, with the affected types."),
};

export interface ExpressionWarning extends FieldsOf<typeof expressionWarningFields> {}

export const expressionWarning: StructSchema<ExpressionWarning> = struct(
  "admissionregistration/v1.ExpressionWarning",
  "Expression with a type error.",
  expressionWarningFields,
);
