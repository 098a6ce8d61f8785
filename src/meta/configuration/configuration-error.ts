/** Errors of configuration files, in the reference's words. */
import { aggregateErrors } from "../aggregate-errors.ts";
import { type FieldError, formatFieldError } from "../field-error.ts";

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
  return new ConfigurationError(aggregateErrors(messages));
}

/**
 * Returns the result of `read`.
 * @throws ConfigurationError of `read`, with `prefix` before its message
 */
export function withErrorPrefix<T>(prefix: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new ConfigurationError(`${prefix}${error.message}`, { cause: error });
  }
}
