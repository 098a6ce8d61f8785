/** Rules of field selectors in object form. */
import type { FieldSelectorRequirement } from "../../api/index.ts";
import { requiredField } from "../../meta/field-error.ts";
import type { ValidationContext } from "../../schema/index.ts";
import { at } from "../reporting.ts";
import { type OperatorOptions, reportOperator } from "./selector-operator.ts";

/** Reports an invalid requirement of a field selector. */
export function reportFieldRequirement(
  requirement: FieldSelectorRequirement,
  context: ValidationContext,
  options: OperatorOptions,
): void {
  if (requirement.key === "") context.report(requiredField(at(context, "key"), "must be specified"));
  reportOperator(requirement, context, options);
}
