/**
 * Command-line arguments into values, by a table of flags. Nothing is thrown at the first mistake: whoever mistyped
 * three flags is told of three.
 */
import type { FlagSpec, FlagValue, GivenValues } from "./flag-spec.ts";
import { parseFlagValue } from "./flag-value.ts";
import { nearest } from "./nearest.ts";

export interface ParsedFlags<F extends FlagSpec> {
  readonly given: GivenValues<F>;
  /** `--help` or `-h` was among them. */
  readonly help: boolean;
  /** One sentence each. */
  readonly problems: readonly string[];
}

/** Arguments are more than anybody types; a file named by accident must not be searched for its nearest flag. */
const nameLengthMax = 100;

interface Reading {
  readonly specs: ReadonlyMap<string, FlagSpec>;
  readonly values: Map<string, FlagValue>;
  readonly problems: string[];
  help: boolean;
}

/**
 * `--name=value` and `--name value`; a boolean is true by its name alone. Given twice, a list grows, of anything else
 * the last counts.
 */
export function parseFlags<F extends FlagSpec>(specs: readonly F[], args: readonly string[]): ParsedFlags<F> {
  const byName = new Map<string, FlagSpec>(specs.map((spec) => [spec.name, spec]));
  const reading: Reading = { specs: byName, values: new Map(), problems: [], help: false };
  for (let index = 0; index < args.length; ) index += readArgument(reading, args, index);
  const { values, help, problems } = reading;
  return { given: Object.fromEntries(values) as GivenValues<F>, help, problems };
}

/** @returns how many arguments it used */
function readArgument(reading: Reading, args: readonly string[], index: number): number {
  const argument = args[index] ?? "";
  if (argument === "--help" || argument === "-h") {
    reading.help = true;
    return 1;
  }
  const long = longForm(reading, argument);
  if (long === undefined || long === "--") {
    reading.problems.push(`unexpected argument ${JSON.stringify(argument)}`);
    return 1;
  }
  const [name, inline] = splitAtEquals(long.slice(2));
  const spec = reading.specs.get(name);
  if (!spec) return refuseUnknown(reading, { name, inline, next: args[index + 1] });
  if (inline !== undefined) return readValue(reading, spec, inline);
  if (spec.type === "boolean") return readValue(reading, spec, "true");
  const next = args[index + 1];
  if (next !== undefined && !next.startsWith("--")) return 1 + readValue(reading, spec, next);
  reading.problems.push(`--${name} needs a value`);
  return 1;
}

/** `-f x` and `-f=x` as `--filename x` and `--filename=x`; undefined: no flag. */
function longForm({ specs }: Reading, argument: string): string | undefined {
  if (argument.startsWith("--")) return argument;
  const [letter, ...rest] = splitAtEquals(argument.slice(1));
  const spec = argument.startsWith("-") ? [...specs.values()].find(({ short }) => short === letter) : undefined;
  return spec && [`--${spec.name}`, ...rest.filter((value) => value !== undefined)].join("=");
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
