/** Errors of an object that prevent the check of its rules. */
import { type FieldError, type FieldErrorType, invalidField } from "../../meta/field-error.ts";

const blockingTypes: ReadonlySet<FieldErrorType> = new Set([
  "NotSupported",
  "Required",
  "TooLong",
  "TooMany",
  "TypeInvalid",
]);

/** Returns the error that replaces the errors of rules if an object has such errors; undefined if rules can be checked. */
export function uncheckedRulesError(errors: readonly FieldError[]): FieldError | undefined {
  if (!errors.some(({ type }) => blockingTypes.has(type))) return undefined;
  const why = "some validation rules were not checked because the object was invalid";
  return invalidField("<nil>", null, `${why}; correct the existing errors to complete validation`);
}
