/**
 * Command-line arguments into values, by a table of flags. Nothing is thrown at the first mistake: whoever mistyped
 * three flags is told of three.
 */

import { nearest } from "../../base/nearest.ts";
import type { FlagSpec, FlagValue, GivenValues } from "./flag-spec.ts";
import { parseFlagValue } from "./flag-value.ts";

export interface ParsedFlags<F extends FlagSpec> {
  readonly given: GivenValues<F>;
  /** `--help` or `-h` was among them. */
  readonly help: boolean;
  /** One sentence each. */
  readonly problems: readonly string[];
}

export interface ParsedArguments<F extends FlagSpec> extends ParsedFlags<F> {
  /** What is neither a flag nor its value, in order; behind `--`, everything. */
  readonly words: readonly string[];
}

/** Arguments are more than anybody types; a file named by accident must not be searched for its nearest flag. */
const nameLengthMax = 100;

interface Reading {
  readonly specs: ReadonlyMap<string, FlagSpec>;
  readonly values: Map<string, FlagValue>;
  readonly problems: string[];
  readonly words: string[];
  help: boolean;
}

/**
 * Flags, and words between them: `--name=value` and `--name value`, `-n value`, `-n=value` and `-nvalue`; a boolean is true
 * by its name alone, and letters of booleans may stand together. Given twice, a list grows, of anything else the last
 * counts.
 */
export function parseArguments<F extends FlagSpec>(specs: readonly F[], args: readonly string[]): ParsedArguments<F> {
  const byName = new Map<string, FlagSpec>(specs.map((spec) => [spec.name, spec]));
  const reading: Reading = { specs: byName, values: new Map(), problems: [], words: [], help: false };
  for (let index = 0; index < args.length; ) index += readArgument(reading, args, index);
  const { values, help, problems, words } = reading;
  return { given: Object.fromEntries(values) as GivenValues<F>, help, problems, words };
}

/** The same for commands whose arguments are flags alone. */
export function parseFlags<F extends FlagSpec>(specs: readonly F[], args: readonly string[]): ParsedFlags<F> {
  const { given, help, problems, words } = parseArguments(specs, args);
  return { given, help, problems: [...problems, ...words.map(unexpected)] };
}

/** @returns how many arguments it used */
function readArgument(reading: Reading, args: readonly string[], index: number): number {
  const argument = args[index] ?? "";
  if (argument === "--help" || argument === "-h") {
    reading.help = true;
    return 1;
  }
  const next = args[index + 1];
  if (argument === "--") {
    reading.words.push(...args.slice(index + 1));
    return args.length - index;
  }
  if (argument.startsWith("--")) return readLong(reading, argument, next);
  if (argument.startsWith("-") && argument !== "-") return readLetters(reading, argument, next);
  reading.words.push(argument);
  return 1;
}

function unexpected(argument: string): string {
  return `unexpected argument ${JSON.stringify(argument)}`;
}

function readLong(reading: Reading, argument: string, next: string | undefined): number {
  const [name, inline] = splitAtEquals(argument.slice(2));
  const spec = reading.specs.get(name);
  if (!spec) return refuseUnknown(reading, { name, inline, next });
  return inline === undefined ? readNext(reading, spec, next) : readValue(reading, spec, inline);
}

/** Booleans up to the first other flag, whose value is the rest. */
function readLetters(reading: Reading, argument: string, next: string | undefined): number {
  const specs = [...reading.specs.values()];
  for (let at = 1; at < argument.length; at++) {
    const spec = specs.find(({ short }) => short === argument[at]);
    const rest = argument.slice(at + 1);
    if (!spec) {
      reading.problems.push(unexpected(argument));
      return 1;
    }
    if (rest.startsWith("=")) return readValue(reading, spec, rest.slice(1));
    if (spec.type !== "boolean") return rest === "" ? readNext(reading, spec, next) : readValue(reading, spec, rest);
    readValue(reading, spec, "true");
  }
  return 1;
}

/** @returns how many arguments it used, the flag among them */
function readNext(reading: Reading, spec: FlagSpec, next: string | undefined): number {
  if (spec.type === "boolean") return readValue(reading, spec, "true");
  if (next !== undefined && !next.startsWith("--")) return 1 + readValue(reading, spec, next);
  reading.problems.push(`--${spec.name} needs a value`);
  return 1;
}

function splitAtEquals(text: string): [string, string | undefined] {
  const equals = text.indexOf("=");
  return equals < 0 ? [text, undefined] : [text.slice(0, equals), text.slice(equals + 1)];
}

function readValue({ values, problems }: Reading, spec: FlagSpec, text: string): 1 {
  const parsed = parseFlagValue(spec, text);
  if ("problem" in parsed) {
    problems.push(`--${spec.name} ${parsed.problem}`);
  } else {
    const before = values.get(spec.name);
    const isMore = Array.isArray(before) && Array.isArray(parsed.value);
    values.set(spec.name, isMore ? [...before, ...parsed.value] : parsed.value);
  }
  return 1;
}

/** What follows an unknown flag may be its value; it is not reported a second time. */
function refuseUnknown(
  { specs, problems }: Reading,
  { name, inline, next }: { name: string; inline: string | undefined; next: string | undefined },
): number {
  const known = name.length > nameLengthMax ? undefined : nearest(name, [...specs.keys()]);
  const hint = known === undefined ? "" : `; did you mean --${known}?`;
  problems.push(`unknown flag --${name.slice(0, nameLengthMax)}${hint}`);
  return inline === undefined && next !== undefined && !next.startsWith("-") ? 2 : 1;
}
