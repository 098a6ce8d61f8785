/** What conditions on labels and on fields have in common: an operator, and as many values as it compares with. */
import { forbiddenField, invalidField, requiredField } from "../../meta/field-error.ts";
import type { ValidationContext } from "../../schema/index.ts";
import { at } from "../reporting.ts";

export interface OperatorOptions {
  /** True where operators are let through that are not known yet. Default: false. */
  readonly unknownOperators?: boolean;
}

export interface Comparison {
  readonly operator: string;
  readonly values?: readonly string[];
}

export function reportOperator(
  { operator, values = [] }: Comparison,
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
