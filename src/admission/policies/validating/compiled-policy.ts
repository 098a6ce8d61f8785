/** The expressions of a validating policy, ready for evaluation. This module loads the expression engine. */
import type { AuditAnnotation, Validation } from "../../../api/admissionregistration/v1/policy-expressions.ts";
import type { ValidatingAdmissionPolicySpec } from "../../../api/admissionregistration/v1/validating-admission-policy.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import {
  AdmissionCompiler,
  type AdmissionEnvironmentChoice,
  type ExpressionUse,
} from "../../../cel/admission/index.ts";
import { type RequestExpression, requestExpression } from "../../expressions/index.ts";

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
  readonly value: RequestExpression;
}

/** The expressions of one policy. */
export class CompiledPolicy {
  readonly variables: ReadonlyMap<string, RequestExpression>;
  readonly matchConditions: readonly RequestExpression[];
  readonly validations: readonly CompiledValidation[];
  readonly annotations: readonly CompiledAnnotation[];
  /** Whether an expression uses `namespaceObject`. */
  readonly usesNamespace: boolean;

  constructor(spec: DeepReadonly<ValidatingAdmissionPolicySpec>, choice: AdmissionEnvironmentChoice) {
    const options = { hasParams: Boolean(spec.paramKind), hasVariables: true };
    const compiler = new AdmissionCompiler(choice, options);
    const isStored = true;
    const compile = (text: string, use: ExpressionUse): RequestExpression =>
      requestExpression(text, compiler.compile(text, use, { isStored }));
    const variables = new Map<string, RequestExpression>();
    for (const { name, expression } of spec.variables ?? []) {
      variables.set(name, requestExpression(expression, compiler.declareVariable(name, expression, { isStored })));
    }
    this.variables = variables;
    this.matchConditions = (spec.matchConditions ?? []).map(({ expression }) => compile(expression, "condition"));
    this.validations = (spec.validations ?? []).map((validation) => ({
      validation,
      expression: compile(validation.expression, "condition"),
      message: validation.messageExpression ? compile(validation.messageExpression, "message") : undefined,
    }));
    this.annotations = (spec.auditAnnotations ?? []).map((annotation) => ({
      annotation,
      value: compile(annotation.valueExpression, "annotation"),
    }));
    this.usesNamespace = this.#expressions().some(({ program }) => program?.variables.includes("namespaceObject"));
  }

  #expressions(): readonly RequestExpression[] {
    return [
      ...this.variables.values(),
      ...this.validations.flatMap(({ expression, message }) => (message ? [expression, message] : [expression])),
      ...this.annotations.map(({ value }) => value),
    ];
  }
}
