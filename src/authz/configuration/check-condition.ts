import type { FieldError } from "../../meta/field-error.ts";

/**
 * Compiles an expression of a webhook's match conditions, and returns its fault. Undefined: it has none.
 * @param path of the expression in the configuration, for the fault
 */
export type CheckCondition = (path: string, expression: string) => FieldError | undefined;
