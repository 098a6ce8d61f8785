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
      .map((name) => `unknown ${noun} ${name}; there are ${knownNames.join(", ")}`),
  ];
  if (problems.length > 0) return { kind: "rejected", problems };
  const textOf = (name: string): string | undefined => {
    const value = values[name];
    return typeof value === "string" ? value : undefined;
  };
  return { kind: "run", options: { names, textOf, isSet: (name) => values[name] === true } };
}
