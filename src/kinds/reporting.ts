/**
 * How rules and hooks report. Errors go to a ValidationContext under paths relative to the value at hand; the paths are
 * put together only when there is something to report, for most objects are fine.
 */
import { type FieldError, invalidField } from "../meta/field-error.ts";
import { checkFormat, type FormatName } from "../meta/formats.ts";
import { plainWrite, type ValidatedWrite, type ValidationContext } from "../schema/index.ts";

/** The path of a part of the value at hand: `ports[0].name`, `[0]`; the value itself for "". */
export function at(context: ValidationContext, part: string): string {
  const path = context.path();
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
  check({ write, path: () => path, report: (error) => errors.push(error) });
  return errors;
}

/** The same context, one part further down. */
export function within(context: ValidationContext, part: string): ValidationContext {
  return { write: context.write, path: () => at(context, part), report: (error) => context.report(error) };
}

/** Reports every message of the format that `value`, which stands at `part`, lacks. */
export function reportFormat(
  context: ValidationContext,
  part: string,
  format: FormatName,
  value: string | number,
): void {
  for (const message of checkFormat(format, value)) context.report(invalidField(at(context, part), value, message));
}
