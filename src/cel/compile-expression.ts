/** Compiles expressions of objects and configurations, and describes in the reference's words why one cannot be used. */
import type { CheckedExpression } from "./check/index.ts";
import { check } from "./check-text.ts";
import type { Environment } from "./declarations/index.ts";
import { PlanError, type Program, plan } from "./evaluate/index.ts";
import { runtimeTypeName, type Type, typeParts } from "./types/index.ts";

/** Why an expression cannot be used. */
export interface ExpressionFault {
  /** Whether the message begins with `Internal error`. */
  readonly isInternal: boolean;
  readonly detail: string;
}

/** A compiled expression. */
export interface Compilation {
  /** Undefined if the expression has faults or a wrong type. */
  readonly checked?: CheckedExpression;
  /** Undefined if the expression cannot be used. */
  readonly program?: Program;
  /** Undefined if the expression can be used. */
  readonly fault?: ExpressionFault;
}

/**
 * Parses an expression, checks its types and the type of its result, and plans its evaluation. The first step with faults is the last.
 * @param typeFault returns why the result cannot have this type; undefined if it can
 */
export function compileExpression(
  expression: string,
  environment: Environment,
  typeFault: (type: Type) => string | undefined,
): Compilation {
  const { checked, display } = check(expression, environment);
  if (!checked) return { fault: { isInternal: false, detail: `compilation failed: ${display}` } };
  const detail = typeFault(checked.resultType);
  if (detail !== undefined) return { fault: { isInternal: false, detail } };
  return { checked, ...planned(checked, environment) };
}

function planned(checked: CheckedExpression, environment: Environment): Pick<Compilation, "program" | "fault"> {
  try {
    return { program: plan(checked, environment) };
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    return { fault: { isInternal: true, detail: `program instantiation failed: ${error.message}` } };
  }
}

/** Returns a type in the words of these messages: `list(string)`, `google.protobuf.Timestamp`. */
export function typeText(type: Type): string {
  const parts = typeParts(type);
  const name = runtimeTypeName(type);
  return parts.length === 0 ? name : `${name}(${parts.map(typeText).join(", ")})`;
}
