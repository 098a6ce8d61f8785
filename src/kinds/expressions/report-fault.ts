import type { ExpressionFault } from "../../cel/index.ts";
import { internalField, invalidField } from "../../meta/field-error.ts";
import type { ValidationContext } from "../../schema/index.ts";
import { at } from "../reporting.ts";

/**
 * Reports why the expression at `part` cannot be used.
 * @param shown the expression as messages show it
 * @param fault undefined if the expression can be used
 */
export function reportFault(
  context: ValidationContext,
  part: string,
  shown: string,
  fault: ExpressionFault | undefined,
): void {
  if (!fault) return;
  const path = at(context, part);
  context.report(fault.isInternal ? internalField(path, fault.detail) : invalidField(path, shown, fault.detail));
}
