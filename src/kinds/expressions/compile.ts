/** Compiles expressions of objects, and describes in the reference's words why one cannot be used. */
import {
  type CheckedExpression,
  check,
  type Environment,
  PlanError,
  plan,
  runtimeTypeName,
  type Type,
  typeParts,
} from "../../cel/index.ts";

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
  return { checked, ...planFault(checked, environment) };
}

function planFault(checked: CheckedExpression, environment: Environment): Pick<Compilation, "fault"> {
  try {
    plan(checked, environment);
    return {};
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
