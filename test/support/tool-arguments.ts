/** Arguments of the tools that take names and options, such as `npm run bench` and `npm run compare`. */
import { type ParseArgsConfig, parseArgs } from "node:util";

/** The request that the arguments make. */
export type Invocation<Options> =
  | { readonly kind: "run"; readonly options: Options }
  | { readonly kind: "help" }
  | { readonly kind: "rejected"; readonly problems: readonly string[] };

/** Arguments without problems. */
export interface ToolArguments {
  readonly names: readonly string[];
  /** Returns the value of an option, or its default. Undefined if it has neither. */
  readonly textOf: (name: string) => string | undefined;
  /** Returns whether an option without a value is given. */
  readonly isSet: (name: string) => boolean;
}

export interface ToolRules {
  /** Options with the defaults of their values. `help` must be among them. */
  readonly flags: NonNullable<ParseArgsConfig["options"]>;
  /** Noun for the names in messages: `suite`. */
  readonly noun: string;
  readonly knownNames: readonly string[];
  /** Returns the problems with the value of a known option. `shownName` begins with the dashes. */
  readonly valueProblems: (name: string, value: string | undefined, shownName: string) => readonly string[];
}

/** Reads arguments. The result has every problem, not only the first. Names may be separated by commas. */
export function parseToolArguments(args: readonly string[], rules: ToolRules): Invocation<ToolArguments> {
  const { flags, noun, knownNames, valueProblems } = rules;
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options: flags,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  if (values["help"] === true) return { kind: "help" };
  const names = positionals.flatMap((text) => text.split(",")).filter((name) => name !== "");
  const given = tokens.flatMap((token) => (token.kind === "option" && token.name !== "help" ? [token] : []));
  const problems = [
    ...given.flatMap(({ name, value, rawName }) =>
      Object.hasOwn(flags, name) ? valueProblems(name, value, rawName) : [`unknown option ${rawName}`],
    ),
    ...names
      .filter((name) => !knownNames.includes(name))
      .map((name) => `unknown ${noun} ${name}; ${knownText(knownNames)}`),
  ];
  if (problems.length > 0) return { kind: "rejected", problems };
  const textOf = (name: string): string | undefined => {
    const value = values[name];
    return typeof value === "string" ? value : undefined;
  };
  return { kind: "run", options: { names, textOf, isSet: (name) => values[name] === true } };
}

function knownText(names: readonly string[]): string {
  return names.length === 0 ? "there are only options" : `there are ${names.join(", ")}`;
}

/** Value that an option takes. Numbers are above 0. */
type OptionValue = "nothing" | "text" | "a whole number" | "a number";

/** Option of a tool that takes no names. */
export interface ToolOption {
  readonly takes: OptionValue;
  readonly default?: string;
}

/** Values of the options of a tool. */
export interface ToolOptions<Name extends string> {
  /** Returns the value of an option, or its default. Undefined if it has neither. */
  text(name: Name): string | undefined;
  /** Returns the number that is the value of an option, or its default. NaN if it has neither. */
  number(name: Name): number;
  /** Returns whether an option without a value is given. */
  isSet(name: Name): boolean;
}

/** Reads the options of a tool that takes no names. Every problem is reported, not only the first. */
export function parseToolOptions<Name extends string>(
  args: readonly string[],
  options: Readonly<Record<Name, ToolOption>>,
): Invocation<ToolOptions<Name>> {
  const known = new Map<string, ToolOption>(Object.entries(options));
  const flags = Object.fromEntries(
    [...known].map(([name, option]) => {
      const type = option.takes === "nothing" ? ("boolean" as const) : ("string" as const);
      return [name, { type, ...(option.default === undefined ? {} : { default: option.default }) }];
    }),
  );
  const invocation = parseToolArguments(args, {
    flags: { ...flags, help: { type: "boolean", short: "h" } },
    noun: "argument",
    knownNames: [],
    valueProblems: (name, value, shownName) => valueProblems(known.get(name)?.takes ?? "nothing", value, shownName),
  });
  if (invocation.kind !== "run") return invocation;
  const { textOf, isSet } = invocation.options;
  return { kind: "run", options: { text: textOf, number: (name) => Number(textOf(name)), isSet } };
}

function valueProblems(takes: OptionValue, value: string | undefined, shownName: string): readonly string[] {
  if (takes === "nothing") return value === undefined ? [] : [`${shownName} takes no value`];
  if (value === undefined || value === "") return [`${shownName} needs a value`];
  const isValid =
    takes === "text" ||
    (takes === "a number" ? Number(value) > 0 : Number(value) > 0 && Number.isSafeInteger(Number(value)));
  return isValid ? [] : [`${shownName} needs ${takes} above 0, not ${value}`];
}

/**
 * Reads the options of this process. If there is nothing to run, prints `usage` or every problem, and ends the process: with 0
 * after the help, with 2 after problems.
 */
export function readToolOptions<Name extends string>(
  usage: string,
  options: Readonly<Record<Name, ToolOption>>,
): ToolOptions<Name> {
  const invocation = parseToolOptions(process.argv.slice(2), options);
  if (invocation.kind === "run") return invocation.options;
  if (invocation.kind === "help") {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  for (const problem of invocation.problems) process.stderr.write(`${problem}\n`);
  process.stderr.write("--help lists the options\n");
  process.exit(2);
}
