/** From the text of an expression to its types. */
import { type CheckedExpression, check as checkTypes } from "./check/index.ts";
import type { Environment } from "./declarations/index.ts";
import { displayIssues, type Issue, parse } from "./syntax/index.ts";

/** The result of a check: the checked expression, or its faults. */
export interface Check {
  /** Undefined if the expression has faults. */
  readonly checked: CheckedExpression | undefined;
  readonly issues: readonly Issue[];
  /** The faults with their lines and columns, in the reference's form. Empty if there are none. */
  readonly display: string;
}

/** Parses an expression and checks its types. */
export function check(text: string, environment: Environment): Check {
  const parsed = parse(text, environment.features);
  const { checked, issues } = parsed.expression
    ? checkTypes(parsed.expression, environment)
    : { checked: undefined, issues: parsed.issues };
  return { checked, issues, display: displayIssues(text, issues) };
}
