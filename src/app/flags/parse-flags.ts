/**
 * Parses command-line arguments with a list of flags. It does not stop at the first mistake, so that users see all of
 * them.
 */

import { nearestName } from "../../base/nearest-name.ts";
import type { FlagSpec, FlagValue, GivenValues } from "./flag-spec.ts";
import { parseFlagValue } from "./flag-value.ts";

/** The flags of a command line. */
export interface ParsedFlags<F extends FlagSpec> {
  readonly given: GivenValues<F>;
  /** Whether `--help` or `-h` is among the arguments. */
  readonly help: boolean;
  /** Problems of the arguments: one sentence each. */
  readonly problems: readonly string[];
}

/** The flags and the other words of a command line. */
export interface ParsedArguments<F extends FlagSpec> extends ParsedFlags<F> {
  /** Arguments that are neither flags nor their values, in order. After `--`, all arguments. */
  readonly words: readonly string[];
}

/** Longest name that is compared with the known flags. Longer arguments are not typing errors. */
const nameLengthMax = 100;

interface Reading {
  readonly specs: ReadonlyMap<string, FlagSpec>;
  readonly values: Map<string, FlagValue>;
  readonly problems: string[];
  readonly words: string[];
  help: boolean;
}

/**
 * Parses flags and the words between them. Accepted forms are `--name=value`, `--name value`, `-n value`, `-n=value`
 * and `-nvalue`. A boolean without a value is true, and letters of booleans can be combined. A repeated list grows; of
 * any other repeated flag, the last value counts.
 */
export function parseArguments<F extends FlagSpec>(specs: readonly F[], args: readonly string[]): ParsedArguments<F> {
  const byName = new Map<string, FlagSpec>(specs.map((spec) => [spec.name, spec]));
  const reading: Reading = { specs: byName, values: new Map(), problems: [], words: [], help: false };
  for (let index = 0; index < args.length; ) index += readArgument(reading, args, index);
  const { values, help, problems, words } = reading;
  return { given: Object.fromEntries(values) as GivenValues<F>, help, problems, words };
}

/** Parses the arguments of a command that takes only flags. Words are problems. */
export function parseFlags<F extends FlagSpec>(specs: readonly F[], args: readonly string[]): ParsedFlags<F> {
  const { given, help, problems, words } = parseArguments(specs, args);
  return { given, help, problems: [...problems, ...words.map(unexpected)] };
}

/** Reads one argument and its value. Returns the number of arguments that were used. */
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

/** Reads combined letters: booleans, then possibly one other flag whose value is the rest of the argument. */
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

/**
 * Reads the value of a flag from the next argument. Returns the number of arguments that were used, including the flag.
 */
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

/** Reports an unknown flag. The next argument may be its value, so it is skipped if it is not a flag. */
function refuseUnknown(
  { specs, problems }: Reading,
  { name, inline, next }: { name: string; inline: string | undefined; next: string | undefined },
): number {
  const known = name.length > nameLengthMax ? undefined : nearestName(name, [...specs.keys()]);
  const hint = known === undefined ? "" : `; did you mean --${known}?`;
  problems.push(`unknown flag --${name.slice(0, nameLengthMax)}${hint}`);
  return inline === undefined && next !== undefined && !next.startsWith("-") ? 2 : 1;
}
