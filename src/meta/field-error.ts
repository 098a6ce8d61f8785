/**
 * Errors in single fields of an object that could be decoded. Field errors are data: validation collects them, and one
 * 422 response carries them all.
 */
import { goQuote, goValue, type ShownValue } from "./go-quote.ts";

/** Class of a field error; it determines the cause's reason and the beginning of the message. */
export type FieldErrorType =
  | "Required"
  | "Invalid"
  | "NotSupported"
  | "Forbidden"
  | "Duplicate"
  | "NotFound"
  | "TooLong"
  | "TooMany"
  | "TypeInvalid"
  | "InternalError";

/**
 * Validation stops after about this many errors of one object. A body can hold a million errors, but a response shows
 * far fewer.
 */
export const fieldErrorsMax = 10_000;

/** Returns the errors of all values in a list, or slightly more than `fieldErrorsMax` if there are more. */
export function errorsOfEach<T>(
  values: readonly T[],
  errorsOf: (value: T, index: number) => readonly FieldError[],
): FieldError[] {
  const errors: FieldError[] = [];
  for (const [index, value] of values.entries()) {
    errors.push(...errorsOf(value, index));
    if (errors.length > fieldErrorsMax) break;
  }
  return errors;
}

/** One error in one field of an object. */
export interface FieldError {
  readonly type: FieldErrorType;
  /** Path of the field, such as `spec.containers[0].name`. Map keys are in brackets: `data[a.b]`. */
  readonly path: string;
  /** The rejected value, shown in the message. Null is shown; undefined is not. */
  readonly value?: ShownValue;
  readonly detail: string;
  /** Path that determines the position of the error among others. Defaults to `path`. */
  readonly sortPath?: string;
}

/** The `details.causes[].reason` of each type of error. */
export const causeReasons: Readonly<Record<FieldErrorType, string>> = {
  Required: "FieldValueRequired",
  Invalid: "FieldValueInvalid",
  NotSupported: "FieldValueNotSupported",
  Forbidden: "FieldValueForbidden",
  Duplicate: "FieldValueDuplicate",
  NotFound: "FieldValueNotFound",
  TooLong: "FieldValueTooLong",
  TooMany: "FieldValueTooMany",
  TypeInvalid: "FieldValueTypeInvalid",
  InternalError: "InternalError",
};

/** How messages begin, by the type of the error. */
export const errorTitles: Readonly<Record<FieldErrorType, string>> = {
  Required: "Required value",
  Invalid: "Invalid value",
  NotSupported: "Unsupported value",
  Forbidden: "Forbidden",
  Duplicate: "Duplicate value",
  NotFound: "Not found",
  TooLong: "Too long",
  TooMany: "Too many",
  TypeInvalid: "Invalid value",
  InternalError: "Internal error",
};

/** Returns the error for a missing value. */
export function requiredField(path: string, detail = ""): FieldError {
  return { type: "Required", path, detail };
}

/** Returns the error for a value that breaks a rule. An undefined `value` is shown as null. */
export function invalidField(path: string, value: ShownValue, detail: string): FieldError {
  return { type: "Invalid", path, value: value ?? null, detail };
}

/** Returns the error for a field that must not be set or changed. */
export function forbiddenField(path: string, detail: string): FieldError {
  return { type: "Forbidden", path, detail };
}

/** Returns the error for a value that must be unique in its list or set. */
export function duplicateField(path: string, value: ShownValue): FieldError {
  return { type: "Duplicate", path, value: value ?? null, detail: "" };
}

/** Returns the error for a reference to something that does not exist. */
export function notFoundField(path: string, value: ShownValue): FieldError {
  return { type: "NotFound", path, value: value ?? null, detail: "" };
}

/** Returns the error for a text that has more than `maxBytes` bytes. */
export function tooLongField(path: string, maxBytes: number): FieldError {
  return { type: "TooLong", path, detail: `may not be more than ${maxBytes} bytes` };
}

/** Returns the error for a list that has `count` items and may have at most `max`. A negative `max` is not shown. */
export function tooManyField(path: string, { count, max }: { count: number; max: number }): FieldError {
  return {
    type: "TooMany",
    path,
    value: count,
    detail: max < 0 ? "has too many items" : `must have at most ${max} items`,
  };
}

/** Returns the error for a field that could not be checked because of a failure inside the server. */
export function internalField(path: string, detail: string): FieldError {
  return { type: "InternalError", path, detail };
}

/**
 * Returns the error for a value that is not one of the supported values.
 * @param supported in the order in which the message lists them
 */
export function notSupportedField(path: string, value: ShownValue, supported: readonly string[]): FieldError {
  const list = supported.map((one) => goQuote(one)).join(", ");
  return {
    type: "NotSupported",
    path,
    value: value ?? null,
    detail: supported.length > 0 ? `supported values: ${list}` : "",
  };
}

/** Returns the message of a cause: the error without the path of the field. */
export function formatFieldErrorBody(error: FieldError): string {
  const value = error.value === undefined ? "" : `: ${goValue(error.value)}`;
  const detail = error.detail === "" ? "" : `: ${error.detail}`;
  return `${errorTitles[error.type]}${value}${detail}`;
}

/** Returns the path of the field and the message, separated by a colon. */
export function formatFieldError(error: FieldError): string {
  return `${error.path}: ${formatFieldErrorBody(error)}`;
}
