/** Compiles expressions about claims and users, and describes in the reference's words why one cannot be used. */
import { check, type Expression, PlanError, type Program, plan } from "../../../cel/index.ts";
import { type FieldError, internalField, invalidField } from "../../../meta/field-error.ts";
import type { Vocabulary } from "../../../meta/vocabulary.ts";
import { type ExpressionVariable, environmentOf } from "./environments.ts";

/** An expression that can be evaluated. */
export interface CompiledExpression {
  readonly text: string;
  readonly program: Program;
  readonly tree: Expression;
}

/** Use of an expression. */
export interface ExpressionUse {
  readonly variable: ExpressionVariable;
  /** Whether the result must be true or false. Otherwise, its type is checked when it is evaluated. */
  readonly isRule: boolean;
  readonly vocabulary: Vocabulary;
}

/** Returns a compiled expression, or its fault. @param path of the field with the expression */
export function compileExpression(
  path: string,
  text: string,
  { variable, isRule, vocabulary }: ExpressionUse,
): CompiledExpression | FieldError {
  const environment = environmentOf(variable, vocabulary);
  const { checked, display } = check(text, environment);
  if (!checked) return invalidField(path, text, `compilation failed: ${display}`);
  if (isRule && checked.resultType.kind !== "bool") return invalidField(path, text, "must evaluate to bool");
  try {
    return { text, program: plan(checked, environment), tree: checked.parsed.root };
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    return internalField(path, `program instantiation failed: ${error.message}`);
  }
}

/** Whether the compilation succeeded. */
export function isCompiled(result: CompiledExpression | FieldError): result is CompiledExpression {
  return "program" in result;
}
