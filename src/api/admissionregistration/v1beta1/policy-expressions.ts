import { type FieldsOf, type StructSchema, struct } from "../../../schema/index.ts";
import { matchConditionFields } from "../v1/match-condition.ts";
import {
  auditAnnotationFields,
  expressionWarningFields,
  validationFields,
  variableFields,
} from "../v1/policy-expressions.ts";

export interface MatchCondition extends FieldsOf<typeof matchConditionFields> {}

export const matchCondition: StructSchema<MatchCondition> = struct(
  "admissionregistration/v1beta1.MatchCondition",
  "Must be true of a request that rules and selectors match already.",
  matchConditionFields,
);

export interface Validation extends FieldsOf<typeof validationFields> {}

export const validation: StructSchema<Validation> = struct(
  "admissionregistration/v1beta1.Validation",
  "A condition that requests have to meet.",
  validationFields,
);

export interface Variable extends FieldsOf<typeof variableFields> {}

export const variable: StructSchema<Variable> = struct(
  "admissionregistration/v1beta1.Variable",
  "A named expression, which is evaluated when it is first used.",
  variableFields,
  { atomic: true },
);

export interface AuditAnnotation extends FieldsOf<typeof auditAnnotationFields> {}

export const auditAnnotation: StructSchema<AuditAnnotation> = struct(
  "admissionregistration/v1beta1.AuditAnnotation",
  "An annotation of a request's audit event.",
  auditAnnotationFields,
);

export interface ExpressionWarning extends FieldsOf<typeof expressionWarningFields> {}

export const expressionWarning: StructSchema<ExpressionWarning> = struct(
  "admissionregistration/v1beta1.ExpressionWarning",
  "An expression that does not fit the types it is used with.",
  expressionWarningFields,
);
