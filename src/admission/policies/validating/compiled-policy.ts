/** The expressions of a validating policy, ready for evaluation. This module loads the expression engine. */
import type { AuditAnnotation, Validation } from "../../../api/admissionregistration/v1/policy-expressions.ts";
import type { ValidatingAdmissionPolicySpec } from "../../../api/admissionregistration/v1/validating-admission-policy.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import type { AdmissionEnvironmentChoice } from "../../../cel/admission/index.ts";
import type { RequestExpression } from "../../expressions/index.ts";
import { PolicyExpressions } from "../policy-expressions.ts";

/** A validation and its expressions. */
export interface CompiledValidation {
  readonly validation: DeepReadonly<Validation>;
  readonly expression: RequestExpression;
  /** Undefined if the validation has no `messageExpression`. */
  readonly message: RequestExpression | undefined;
}

/** An annotation for audit events, and its expression. */
export interface CompiledAnnotation {
  readonly annotation: DeepReadonly<AuditAnnotation>;
  readonly expression: RequestExpression;
}

/** The expressions of one policy. */
export class CompiledPolicy extends PolicyExpressions {
  readonly validations: readonly CompiledValidation[];
  readonly annotations: readonly CompiledAnnotation[];

  constructor(spec: DeepReadonly<ValidatingAdmissionPolicySpec>, choice: AdmissionEnvironmentChoice) {
    super(spec, choice);
    this.validations = (spec.validations ?? []).map((validation) => ({
      validation,
      expression: this.compile(validation.expression, "condition"),
      message: validation.messageExpression ? this.compile(validation.messageExpression, "message") : undefined,
    }));
    this.annotations = (spec.auditAnnotations ?? []).map((annotation) => ({
      annotation,
      expression: this.compile(annotation.valueExpression, "annotation"),
    }));
  }
}
