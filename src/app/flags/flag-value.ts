/** Parses the value of a flag. */
import { unreachable } from "../../base/assert.ts";
import { durationMs, parseDuration } from "../../meta/duration.ts";
import { readGoBoolean } from "../../meta/go-boolean.ts";
import { ParseError } from "../../meta/parse-error.ts";
import type {
  DurationFlag,
  EnumFlag,
  ExplicitValues,
  FlagSpec,
  FlagValue,
  FlagValues,
  IntegerFlag,
  StringFlag,
} from "./flag-spec.ts";

/** A value, or what is wrong with the text. The problem continues a sentence that starts with the name of the flag. */
export type ParsedValue =
  | { readonly value: FlagValue /** About a deprecated value. */; readonly warning?: string }
  | { readonly problem: string };

/** Parses the text of a flag's value. */
export function parseFlagValue(spec: FlagSpec, text: string): ParsedValue {
  switch (spec.type) {
    case "string":
      return parseString(spec, text);
    case "path":
      return text === "" ? { problem: "is empty" } : { value: text };
    case "integer":
      return parseInteger(spec, text);
    case "duration":
      return parseDurationValue(spec, text);
    case "enum":
      return parseEnum(spec, text);
    case "boolean":
      return parseBoolean(text);
    case "list":
      if (text === "") return { value: [] };
      return { value: spec.keepsCommas ? [text] : text.split(",") };
    default:
      return unreachable(spec);
  }
}

/** Returns the default, parsed like a value on the command line. Undefined if the flag has none. */
export function defaultOf(spec: FlagSpec): FlagValue | undefined {
  if (spec.type !== "duration" || spec.default === undefined) return spec.default;
  return durationMs(parseDuration(spec.default));
}

/** Returns the values of all `specs`: the given values, and defaults for the others. */
export function withDefaults<F extends FlagSpec>(
  specs: readonly F[],
  explicitValues: ExplicitValues<F>,
): FlagValues<F> {
  const defaults = Object.fromEntries(specs.map((spec) => [spec.name, defaultOf(spec)]));
  return { ...defaults, ...explicitValues } as FlagValues<F>;
}

function parseString(spec: StringFlag, text: string): ParsedValue {
  if (text === "") return { problem: "is empty" };
  const problem = spec.check?.(text);
  return problem === undefined ? { value: text } : { problem: `${problem}: ${JSON.stringify(text)}` };
}

function parseInteger({ min, max }: IntegerFlag, text: string): ParsedValue {
  const value = Number(text);
  if (/^[+-]?\d{1,15}$/.test(text) && value >= min && value <= max) return { value };
  return { problem: `must be a whole number from ${min} to ${max}, not ${JSON.stringify(text)}` };
}

function parseDurationValue({ minMs }: DurationFlag, text: string): ParsedValue {
  try {
    const nanos = parseDuration(text);
    if (nanos < 0n) return { problem: `can not be negative value: ${JSON.stringify(text)}` };
    const value = durationMs(nanos);
    return value >= minMs ? { value } : { problem: `must be at least ${minMs}ms, not ${JSON.stringify(text)}` };
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    return { problem: `must be a duration such as 300ms, 10s or 1h30m, not ${JSON.stringify(text)}` };
  }
}

function parseEnum(
  { name: flag, values, openValues = [], deprecatedValues = {}, unknownText }: EnumFlag,
  text: string,
): ParsedValue {
  if (values.includes(text)) return { value: text };
  const replacement = Object.hasOwn(deprecatedValues, text) ? deprecatedValues[text] : undefined;
  if (replacement !== undefined) {
    const warning = `--${flag}=${text} is deprecated and can be replaced with --${flag}=${replacement}`;
    return { value: replacement, warning };
  }
  const openValue = openValues.find(({ name }) => text === name || text.startsWith(`${name}=`));
  if (openValue && text.length > openValue.name.length + 1) return { value: text };
  if (openValue)
    return { problem: `needs more than ${JSON.stringify(text)}: ${openValue.name}=${openValue.placeholder}` };
  const allowedForms = [...values, ...openValues.map(({ name, placeholder }) => `${name}=${placeholder}`)];
  const rule = `must be ${allowedForms.join(" or ")}`;
  return {
    problem: `${rule}, not ${JSON.stringify(text)}${unknownText === undefined ? "" : `: ${unknownText(text)}`}`,
  };
}

function parseBoolean(text: string): ParsedValue {
  const value = readGoBoolean(text);
  return value === undefined ? { problem: `must be true or false, not ${JSON.stringify(text)}` } : { value };
}
