/**
 * What is wrong with one field of an otherwise readable object. Field errors are data: validation collects them, and
 * one 422 answer carries them all.
 */
import { goQuote, goValue, type ShownValue } from "./go-quote.ts";

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

/** So many errors of one object are looked for, or a few more: a body can hold a million, and nobody is shown more. */
export const errorsMax = 10_000;

export interface FieldError {
  readonly type: FieldErrorType;
  /** `spec.containers[0].name`, keys as `data[a.b]`. */
  readonly path: string;
  /** The value as the message shows it; `hasValue` tells a shown null from no value. */
  readonly value?: ShownValue;
  readonly detail: string;
  /** The path that decides where the error comes among others, if it is not `path`. */
  readonly place?: string;
}

/** How a field error's type reads in `details.causes[].reason`. */
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

const titles: Readonly<Record<FieldErrorType, string>> = {
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

export function requiredField(path: string, detail = ""): FieldError {
  return { type: "Required", path, detail };
}

export function invalidField(path: string, value: ShownValue, detail: string): FieldError {
  return { type: "Invalid", path, value: value ?? null, detail };
}

export function forbiddenField(path: string, detail: string): FieldError {
  return { type: "Forbidden", path, detail };
}

export function duplicateField(path: string, value: ShownValue): FieldError {
  return { type: "Duplicate", path, value: value ?? null, detail: "" };
}

export function notFoundField(path: string, value: ShownValue): FieldError {
  return { type: "NotFound", path, value: value ?? null, detail: "" };
}

export function tooLongField(path: string, maxBytes: number): FieldError {
  return { type: "TooLong", path, detail: `may not be more than ${maxBytes} bytes` };
}

/** @param count how many there are, @param max how many there may be */
export function tooManyField(path: string, { count, max }: { count: number; max: number }): FieldError {
  return { type: "TooMany", path, value: count, detail: `must have at most ${max} items` };
}

/** What cannot be told, for a reason that is no rule of the field. */
export function internalField(path: string, detail: string): FieldError {
  return { type: "InternalError", path, detail };
}

/** @param supported in the order of the message */
export function notSupportedField(path: string, value: ShownValue, supported: readonly string[]): FieldError {
  const list = supported.map((one) => goQuote(one)).join(", ");
  return {
    type: "NotSupported",
    path,
    value: value ?? null,
    detail: supported.length > 0 ? `supported values: ${list}` : "",
  };
}

/** The message of a cause: what is wrong, without the path. */
export function formatFieldErrorBody(error: FieldError): string {
  const value = error.value === undefined ? "" : `: ${goValue(error.value)}`;
  const detail = error.detail === "" ? "" : `: ${error.detail}`;
  return `${titles[error.type]}${value}${detail}`;
}

export function formatFieldError(error: FieldError): string {
  return `${error.path}: ${formatFieldErrorBody(error)}`;
}
