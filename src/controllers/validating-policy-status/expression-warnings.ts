/** The warnings about the expressions of a policy. */
import type { ExpressionWarning } from "../../api/admissionregistration/v1/policy-expressions.ts";
import type { ValidatingAdmissionPolicySpec } from "../../api/admissionregistration/v1/validating-admission-policy.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { type ObjectTypes, TypedExpressions } from "../../cel/admission/index.ts";
import type { DeclaredType } from "../../cel/index.ts";
import { formatGroupVersionKind, type GroupVersionKind } from "../../meta/group-version.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";

/** A kind that the policy matches, and the type of its objects. */
export interface MatchedType {
  readonly kind: GroupVersionKind;
  readonly type: DeclaredType;
}

type PolicySpec = DeepReadonly<ValidatingAdmissionPolicySpec>;

/** Returns the warnings, in the order of the expressions. As in the reference, only validations and their messages are checked. */
export function expressionWarnings(
  spec: PolicySpec,
  types: readonly MatchedType[],
  { params, vocabulary }: Pick<ObjectTypes, "params"> & { readonly vocabulary: Vocabulary },
): readonly ExpressionWarning[] {
  const checkers = types.map(({ kind, type }) => ({
    kind,
    expressions: typedExpressions(spec, { object: type, params }, vocabulary),
  }));
  const warningOf = (fieldRef: string, expression: string): readonly ExpressionWarning[] => {
    const warnings = checkers.flatMap(({ kind, expressions }) => {
      const faults = expressions.faultsOf(expression);
      return faults === undefined ? [] : [`${formatGroupVersionKind(kind)}: ${faults}\n`];
    });
    return warnings.length === 0 ? [] : [{ fieldRef, warning: warnings.join("\n") }];
  };
  return (spec.validations ?? []).flatMap(({ expression, messageExpression = "" }, index) => {
    const path = `spec.validations[${index}]`;
    const ofMessage = messageExpression === "" ? [] : warningOf(`${path}.messageExpression`, messageExpression);
    return [...warningOf(`${path}.expression`, expression), ...ofMessage];
  });
}

function typedExpressions({ variables }: PolicySpec, types: ObjectTypes, vocabulary: Vocabulary): TypedExpressions {
  // Stored expressions may use the functions of all features.
  const expressions = new TypedExpressions({ vocabulary, isEnabled: () => true }, types);
  for (const { name, expression } of variables ?? []) expressions.declareVariable(name, expression);
  return expressions;
}
