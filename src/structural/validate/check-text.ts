/** Lengths, patterns and formats of texts. */
import { goQuote } from "../../meta/go-quote.ts";
import { type Pattern, PatternError, patternOf } from "../../regex/index.ts";
import type { StructuralSchema } from "../structural-schema.ts";
import { formatTest } from "./formats/index.ts";
import type { SchemaRun } from "./run.ts";

/** Reports the errors of a text to the run. */
export type StringCheck = (text: string, run: SchemaRun) => void;

/** Returns the check of texts; undefined if the schema has no rules about texts. Counts the matches of the format only. */
export function textCheck(schema: StructuralSchema): StringCheck | undefined {
  const { maxLength, constraints, format } = schema;
  const checks = [
    maxLength === undefined ? undefined : maxLengthCheck(maxLength),
    constraints?.minLength === undefined ? undefined : minLengthCheck(constraints.minLength),
    constraints?.pattern === undefined ? undefined : patternCheck(constraints.pattern),
  ].filter((check) => check !== undefined);
  const checkFormat = formatCheck(format);
  if (checks.length === 0) return checkFormat;
  return (text, run) => {
    const { errorCount } = run;
    for (const check of checks) {
      check(text, run);
      // The reference reports only the first of these errors.
      if (run.errorCount > errorCount) break;
    }
    checkFormat?.(text, run);
  };
}

/** Counts characters, not UTF-16 units. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

function maxLengthCheck(max: number): StringCheck {
  return (text, run) => {
    if (text.length <= max || lengthOf(text) <= max) return;
    run.reportDetail("TooLong", { detail: max < 0 ? "value is too long" : `may not be more than ${max} bytes` });
  };
}

function minLengthCheck(min: number): StringCheck {
  return (text, run) => {
    if (text.length >= min * 2 || lengthOf(text) >= min) return;
    run.report("Invalid", text, `in body should be at least ${min} chars long`);
  };
}

function patternCheck(source: string): StringCheck {
  let pattern: Pattern | PatternError | undefined;
  return (text, run) => {
    pattern ??= patternOf(source);
    const result = pattern instanceof PatternError ? pattern : pattern.matches(text);
    if (result === true) return;
    const fault = result === false ? "" : `, but pattern is invalid: ${result.message}`;
    run.report("Invalid", text, `in body should match '${source}${fault}'`);
  };
}

function formatCheck(format: string): StringCheck | undefined {
  const hasFormat = formatTest(format);
  if (!hasFormat) return undefined;
  return (text, run) => {
    run.matches++;
    if (!hasFormat(text)) run.report("TypeInvalid", text, `in body must be of type ${format}: ${goQuote(text)}`);
  };
}
