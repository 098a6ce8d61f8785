/** Errors of configuration files, in the reference's words. */
import { type FieldError, formatFieldError } from "./field-error.ts";

/** A configuration that cannot be used. The message names the field, the value and the rule. */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
}

/** Returns one error for all faults of fields. Several faults are in brackets, and equal ones are shown once. */
export function configurationErrorOf(faults: readonly FieldError[]): ConfigurationError {
  return configurationErrorWith(faults.map(formatFieldError));
}

/** Returns one error with these messages. Several messages are in brackets, and equal ones are shown once. */
export function configurationErrorWith(messages: readonly string[]): ConfigurationError {
  const distinct = [...new Set(messages)];
  return new ConfigurationError(distinct.length === 1 ? distinct.join() : `[${distinct.join(", ")}]`);
}
