/** Rules of operators and their values, in label selectors and field selectors. */
import { forbiddenField, invalidField, requiredField } from "../../meta/field-error.ts";
import type { ValidationContext } from "../../schema/index.ts";
import { at } from "../reporting.ts";

/** Options of `reportOperator`. */
export interface OperatorOptions {
  /** Whether unknown operators are allowed. Default: false. */
  readonly unknownOperators?: boolean;
}

/** An operator with its values. */
export interface SelectorComparison {
  readonly operator: string;
  readonly values?: readonly string[];
}

/** Reports an unknown operator, and values that do not fit the operator. */
export function reportOperator(
  { operator, values = [] }: SelectorComparison,
  context: ValidationContext,
  { unknownOperators = false }: OperatorOptions = {},
): void {
  switch (operator) {
    case "In":
    case "NotIn":
      if (values.length > 0) return;
      context.report(requiredField(at(context, "values"), "must be specified when `operator` is 'In' or 'NotIn'"));
      return;
    case "Exists":
    case "DoesNotExist": {
      if (values.length === 0) return;
      const why = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
      context.report(forbiddenField(at(context, "values"), why));
      return;
    }
    default:
      if (unknownOperators) return;
      context.report(invalidField(at(context, "operator"), operator, "not a valid selector operator"));
  }
}
