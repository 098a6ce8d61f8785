/**
 * Compiles expressions about claims and users, and describes in the reference's words why one cannot be used. This module loads
 * the expression engine, so it is imported only for a configuration with expressions.
 */
import { check, PlanError, plan } from "../../../cel/index.ts";
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
  const { checked, display } = check(text, environment);
  if (!checked) return invalidField(path, text, `compilation failed: ${display}`);
  if (isRule && checked.resultType.kind !== "bool") return invalidField(path, text, "must evaluate to bool");
  try {
    const program = plan(checked, environment);
    return {
      text,
      usesClaim: (name) => usesClaim(checked.parsed.root, name),
      evaluate: (value, clock) => evaluateProgram({ text, program, variable }, value, clock),
    };
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    return internalField(path, `program instantiation failed: ${error.message}`);
  }
}
