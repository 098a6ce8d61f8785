/**
 * Compiles expressions about claims and users, and describes in the reference's words why one cannot be used. This module loads
 * the expression engine, so it is imported only for a configuration with expressions.
 */
import { compileExpression as compile, type Type } from "../../../cel/index.ts";
import { type FieldError, internalField, invalidField } from "../../../meta/field-error.ts";
import type { Vocabulary } from "../../../meta/vocabulary.ts";
import type { CompiledExpression, ExpressionVariable } from "./compiled-expression.ts";
import { environmentOf } from "./environments.ts";
import { evaluateProgram } from "./evaluate-program.ts";
import { usesClaim } from "./uses-claim.ts";

/** Text of an expression, and the use of its result. */
export interface ExpressionSource {
  /** Path of the field with the expression. */
  readonly path: string;
  readonly text: string;
  readonly variable: ExpressionVariable;
  /** Whether the result must be true or false. Otherwise, its type is checked when it is evaluated. */
  readonly isRule: boolean;
}

/** Returns a compiled expression, or its fault. */
export function compileExpression(
  { path, text, variable, isRule }: ExpressionSource,
  vocabulary: Vocabulary,
): CompiledExpression | FieldError {
  const environment = environmentOf(variable, vocabulary);
  const { checked, program, fault } = compile(text, environment, isRule ? ruleTypeFault : () => undefined);
  if (fault?.isInternal) return internalField(path, fault.detail);
  if (fault || !checked || !program) return invalidField(path, text, fault?.detail ?? "");
  return {
    text,
    usesClaim: (name) => usesClaim(checked.parsed.root, name),
    evaluate: (value, clock) => evaluateProgram({ text, program, variable }, value, clock),
  };
}

function ruleTypeFault(type: Type): string | undefined {
  return type.kind === "bool" ? undefined : "must evaluate to bool";
}
