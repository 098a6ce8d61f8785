/**
 * How rules and hooks report. Errors go to a ValidationContext under paths relative to the value at hand; the paths are
 * put together only when there is something to report, for most objects are fine.
 */
import { type FieldError, invalidField, notSupportedField, requiredField } from "../meta/field-error.ts";
import { checkFieldFormat, type FieldFormat } from "../meta/field-formats.ts";
import { checkFormat, type FormatName } from "../meta/formats.ts";
import { plainWrite, type ValidatedWrite, type ValidationContext } from "../schema/index.ts";

/** The path of a part of the value at hand: `ports[0].name`, `[0]`; the value itself for "". */
export function at(context: ValidationContext, part: string): string {
  return joinedPath(context.path(), part);
}

function joinedPath(path: string, part: string): string {
  if (path === "" || part === "") return path + part;
  return part.startsWith("[") ? path + part : `${path}.${part}`;
}

/** What a check reports about a value that stands at `path`, for hooks, which answer with lists. */
export function collect(
  check: (context: ValidationContext) => void,
  path = "",
  write: ValidatedWrite = plainWrite,
): FieldError[] {
  const errors: FieldError[] = [];
  check({ write, path: () => path, report: (error) => errors.push(error), isFaulty: () => false });
  return errors;
}

/** The same context, one part further down. */
export function within(context: ValidationContext, part: string): ValidationContext {
  return new PartContext(context, (path) => joinedPath(path, part));
}

/** A context under a path that is made from that of another. Rules make many, so it is a class and not a set of closures. */
class PartContext implements ValidationContext {
  readonly write: ValidatedWrite;
  readonly #context: ValidationContext;
  readonly #pathOf: (path: string) => string;

  constructor(context: ValidationContext, pathOf: (path: string) => string) {
    this.write = context.write;
    this.#context = context;
    this.#pathOf = pathOf;
  }

  path(): string {
    return this.#pathOf(this.#context.path());
  }

  report(error: FieldError): void {
    this.#context.report(error);
  }

  isFaulty(path: () => string): boolean {
    return this.#context.isFaulty(path);
  }
}

/** The same context under another path, where clients know errors by one of their own. */
export function renamed(context: ValidationContext, part: RegExp, name: string): ValidationContext {
  return new PartContext(context, (path) => path.replace(part, name));
}

/** Reports each fault of the value at `part` as an error of its own. */
export function reportFormat(
  context: ValidationContext,
  part: string,
  format: FormatName,
  value: string | number,
): void {
  for (const message of checkFormat(format, value)) context.report(invalidField(at(context, part), value, message));
}

/** Reports all faults of a format in one error. @returns whether there is any */
export function reportFormatAtOnce(
  context: ValidationContext,
  part: string,
  format: FormatName,
  value: string,
): boolean {
  const faults = checkFormat(format, value);
  if (faults.length > 0) context.report(invalidField(at(context, part), value, faults.join(",")));
  return faults.length > 0;
}

/** As `reportFormat`, for a value that must not be empty. @param why the value is required */
export function reportRequiredFormat(
  context: ValidationContext,
  part: string,
  format: FormatName,
  value: string,
  why = "",
): void {
  if (value === "") context.report(requiredField(at(context, part), why));
  else reportFormat(context, part, format, value);
}

/** As `reportFormat`, for formats that have errors of several types, or that show a part of the value. */
export function reportFieldFormat(context: ValidationContext, part: string, format: FieldFormat, value: string): void {
  for (const error of checkFieldFormat(format, at(context, part), value)) context.report(error);
}

/** Reports a value at `part` that is none of those that are supported, the empty one included. */
export function reportUnsupported(
  context: ValidationContext,
  part: string,
  value: string,
  supported: readonly string[],
): void {
  if (!supported.includes(value)) context.report(notSupportedField(at(context, part), value, supported));
}
