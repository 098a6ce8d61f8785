/**
 * Functions with which rules and hooks report errors. Paths are relative to the value of the ValidationContext. Full
 * paths are built only for errors, because most objects are valid.
 */
import type { Steps } from "../base/fair-turns.ts";
import { type FieldError, invalidField, notSupportedField, requiredField } from "../meta/field-error.ts";
import { checkFieldFormat, type FieldFormat } from "../meta/field-formats.ts";
import { checkFormat, type FormatName } from "../meta/formats.ts";
import { standaloneWrite, type ValidatedWrite, type ValidationContext } from "../schema/index.ts";

/** Returns the full path of a part such as `ports[0].name` or `[0]`. An empty part stands for the value itself. */
export function at(context: ValidationContext, part: string): string {
  return joinedPath(context.path(), part);
}

function joinedPath(path: string, part: string): string {
  if (path === "" || part === "") return path + part;
  return part.startsWith("[") ? path + part : `${path}.${part}`;
}

/** Returns the errors that `check` reports about the value at `path`. For hooks, which return lists of errors. */
export function collect(
  check: (context: ValidationContext) => void,
  path = "",
  write: ValidatedWrite = standaloneWrite,
): FieldError[] {
  const errors: FieldError[] = [];
  check({ write, path: () => path, report: (error) => errors.push(error), isFaulty: () => false });
  return errors;
}

/** Returns the errors that a check reports that yields between its steps. */
export function* collectInSteps(check: (context: ValidationContext) => Steps<void>, path: string): Steps<FieldError[]> {
  const errors: FieldError[] = [];
  const report = (error: FieldError): number => errors.push(error);
  yield* check({ write: standaloneWrite, path: () => path, report, isFaulty: () => false });
  return errors;
}

/** Returns a context for a part of the value. */
export function within(context: ValidationContext, part: string): ValidationContext {
  return new PartContext(context, (path) => joinedPath(path, part));
}

/**
 * A context with another path. Rules create many, so it is a class: instances need less memory than objects with
 * closures. See docs/performance.md, "Optimizations", "one class for the contexts of all parts".
 */
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

/**
 * Returns a context in which a part of the path is replaced, for errors that the reference reports with another path.
 */
export function renamed(context: ValidationContext, part: RegExp, name: string): ValidationContext {
  return new PartContext(context, (path) => path.replace(part, name));
}

/** Reports one error for each problem with the format of the value at `part`. */
export function reportFormat(
  context: ValidationContext,
  part: string,
  format: FormatName,
  value: string | number,
): void {
  for (const message of checkFormat(format, value)) context.report(invalidField(at(context, part), value, message));
}

/** Reports all problems with the format of a value in one error. Returns whether there are any. */
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

/**
 * Like `reportFormat`, for a value that must not be empty.
 * @param why message for an empty value
 */
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

/**
 * Like `reportFormat`, for formats with errors of several types and for formats whose errors show a part of the value.
 */
export function reportFieldFormat(context: ValidationContext, part: string, format: FieldFormat, value: string): void {
  for (const error of checkFieldFormat(format, at(context, part), value)) context.report(error);
}

/** Reports a value at `part` that is not supported. An empty value is not supported either. */
export function reportUnsupported(
  context: ValidationContext,
  part: string,
  value: string,
  supported: readonly string[],
): void {
  if (!supported.includes(value)) context.report(notSupportedField(at(context, part), value, supported));
}
