/**
 * Parses command-line arguments with a list of flags. It does not stop at the first mistake, so that users see all of
 * them.
 */

import { nearestName } from "../../base/nearest-name.ts";
import { splitOnce } from "../../base/split-once.ts";
import type { ExplicitValues, FlagSpec, FlagValue } from "./flag-spec.ts";
import { parseFlagValue } from "./flag-value.ts";

/** The flags of a command line. */
export interface ParsedFlags<F extends FlagSpec> {
  readonly explicitValues: ExplicitValues<F>;
  /** Whether `--help` or `-h` is among the arguments. */
  readonly help: boolean;
  /** Problems of the arguments: one sentence each. */
  readonly problems: readonly string[];
  /** Messages about deprecated flags and values on the command line. Absent if there are none. */
  readonly warnings?: readonly string[];
  /** Names of flags whose value is missing or has a problem, so that they are not in `explicitValues`. Absent if there are none. */
  readonly rejectedNames?: ReadonlySet<string>;
}

/** The flags and the other words of a command line. */
export interface ParsedArguments<F extends FlagSpec> extends ParsedFlags<F> {
  /** Arguments that are neither flags nor their values, in order. After `--`, all arguments. */
  readonly words: readonly string[];
}

/** Longest name that is compared with the known flags. Longer arguments are not typing errors. */
const nameLengthMax = 100;

interface ParseState {
  readonly specs: ReadonlyMap<string, FlagSpec>;
  readonly values: Map<string, FlagValue>;
  readonly rejectedNames: Set<string>;
  readonly problems: string[];
  readonly warnings: Set<string>;
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
  const state: ParseState = {
    specs: byName,
    values: new Map(),
    rejectedNames: new Set(),
    problems: [],
    warnings: new Set(),
    words: [],
    help: false,
  };
  for (let index = 0; index < args.length; ) index += readArgument(state, args, index);
  const { values, help, problems, warnings, rejectedNames, words } = state;
  return {
    explicitValues: Object.fromEntries(values) as ExplicitValues<F>,
    help,
    problems,
    ...(warnings.size > 0 ? { warnings: [...warnings] } : {}),
    ...(rejectedNames.size > 0 ? { rejectedNames } : {}),
    words,
  };
}

/** Parses the arguments of a command that takes only flags. Words are problems. */
export function parseFlags<F extends FlagSpec>(specs: readonly F[], args: readonly string[]): ParsedFlags<F> {
  const { problems, words, ...parsed } = parseArguments(specs, args);
  return { ...parsed, problems: [...problems, ...words.map(unexpected)] };
}

/** Reads one argument and its value. Returns the number of arguments that were used. */
function readArgument(state: ParseState, args: readonly string[], index: number): number {
  const argument = args[index] ?? "";
  if (argument === "--help" || argument === "-h") {
    state.help = true;
    return 1;
  }
  const next = args[index + 1];
  if (argument === "--") {
    state.words.push(...args.slice(index + 1));
    return args.length - index;
  }
  if (argument.startsWith("--")) return readLong(state, argument, next);
  if (argument.startsWith("-") && argument !== "-") return readLetters(state, argument, next);
  state.words.push(argument);
  return 1;
}

function unexpected(argument: string): string {
  return `unexpected argument ${JSON.stringify(argument)}`;
}

function readLong(state: ParseState, argument: string, next: string | undefined): number {
  const [name, inline] = splitOnce(argument.slice(2), "=");
  const spec = state.specs.get(name);
  if (!spec) return rejectUnknown(state, { name, inline, next });
  return inline === undefined ? readNext(state, spec, next) : readValue(state, spec, inline);
}

/** Reads combined letters: booleans, then possibly one other flag whose value is the rest of the argument. */
function readLetters(state: ParseState, argument: string, next: string | undefined): number {
  const specs = [...state.specs.values()];
  for (let position = 1; position < argument.length; position++) {
    const spec = specs.find(({ short }) => short === argument[position]);
    const remainder = argument.slice(position + 1);
    if (!spec) {
      state.problems.push(unexpected(argument));
      return 1;
    }
    if (remainder.startsWith("=")) return readValue(state, spec, remainder.slice(1));
    if (spec.type !== "boolean")
      return remainder === "" ? readNext(state, spec, next) : readValue(state, spec, remainder);
    readValue(state, spec, "true");
  }
  return 1;
}

/**
 * Reads the value of a flag from the next argument. Returns the number of arguments that were used, including the flag.
 */
function readNext(state: ParseState, spec: FlagSpec, next: string | undefined): number {
  if (spec.type === "boolean") return readValue(state, spec, "true");
  if (next !== undefined && !next.startsWith("--")) return 1 + readValue(state, spec, next);
  state.problems.push(`--${spec.name} needs a value`);
  state.rejectedNames.add(spec.name);
  return 1;
}

function readValue({ values, rejectedNames, problems, warnings }: ParseState, spec: FlagSpec, text: string): 1 {
  const parsed = parseFlagValue(spec, text);
  if (spec.deprecation) warnings.add(`Flag --${spec.name} has been deprecated, ${spec.deprecation.message}`);
  if ("warning" in parsed && parsed.warning !== undefined) warnings.add(parsed.warning);
  if ("problem" in parsed) {
    problems.push(`--${spec.name} ${parsed.problem}`);
    rejectedNames.add(spec.name);
  } else {
    const previousValue = values.get(spec.name);
    const isMore = Array.isArray(previousValue) && Array.isArray(parsed.value);
    values.set(spec.name, isMore ? [...previousValue, ...parsed.value] : parsed.value);
  }
  return 1;
}

/** Reports an unknown flag. The next argument may be its value, so it is skipped if it is not a flag. */
function rejectUnknown(
  { specs, problems }: ParseState,
  { name, inline, next }: { name: string; inline: string | undefined; next: string | undefined },
): number {
  const similarName = name.length > nameLengthMax ? undefined : nearestName(name, [...specs.keys()]);
  const hint = similarName === undefined ? "" : `; did you mean --${similarName}?`;
  problems.push(`unknown flag --${name.slice(0, nameLengthMax)}${hint}`);
  return inline === undefined && next !== undefined && !next.startsWith("-") ? 2 : 1;
}
