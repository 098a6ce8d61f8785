/** Errors of authentication configurations, in the reference's words. */
import { type FieldError, formatFieldError } from "../../../meta/field-error.ts";

/** A configuration that cannot be used. The message names the field, the value and the rule. */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
}

/** Returns one error for all faults of fields. Several faults are in brackets, and equal ones are shown once. */
export function configurationErrorOf(faults: readonly FieldError[]): ConfigurationError {
  const messages = [...new Set(faults.map(formatFieldError))];
  return new ConfigurationError(messages.length === 1 ? messages.join() : `[${messages.join(", ")}]`);
}
