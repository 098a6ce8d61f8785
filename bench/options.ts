/** What a run of the bench is asked for. Pure: it prints nothing and ends nothing. */
import { parseArgs } from "node:util";

export interface Options {
  /** Of figures; empty for all. */
  readonly names: readonly string[];
  readonly runs: number;
  readonly measureMs: number;
  /** A file with the results of the run to compare with. */
  readonly compare: string | undefined;
  readonly profile: boolean;
}

export type Invocation =
  | { readonly kind: "run"; readonly options: Options }
  | { readonly kind: "help" }
  | { readonly kind: "refused"; readonly problems: readonly string[] };

const flags = {
  help: { type: "boolean", short: "h", default: false },
  runs: { type: "string", default: "3" },
  "measure-ms": { type: "string", default: "1250" },
  compare: { type: "string" },
  profile: { type: "boolean", default: false },
} as const;

export function usage(figures: readonly { readonly name: string; readonly title: string }[]): string {
  const width = Math.max(...figures.map(({ name }) => name.length));
  return [
    "Measures the built server beside the limits of the machine it stands on, in one run.",
    "",
    "    npm run bench                        all figures; writes bench/results.json and bench/results.svg",
    "    npm run bench -- get,list            these",
    "    npm run bench -- --runs=1 get        how often each is measured, 3 by default; the median counts",
    "    npm run bench -- --measure-ms=800    how long a measurement takes, 1250 by default",
    "    npm run bench -- --compare=FILE      and what has changed since the run whose results are in FILE",
    "    npm run bench -- --profile get       profiles of the servers' processor time, and flame graphs, in .cache/profiles",
    "",
    "Figures:",
    ...figures.map(({ name, title }) => `    ${name.padEnd(width)}  ${title}`),
  ].join("\n");
}

/** @param known names of figures */
export function parseOptions(args: readonly string[], known: readonly string[]): Invocation {
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options: flags,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  if (values.help === true) return { kind: "help" };
  const names = positionals.flatMap((text) => text.split(",")).filter((name) => name !== "");
  const given = tokens.flatMap((token) => (token.kind === "option" ? [token] : []));
  const problems = [
    ...given.filter(({ name }) => !Object.hasOwn(flags, name)).map(({ rawName }) => `unknown option ${rawName}`),
    ...given.flatMap(({ name, rawName, value }) => problemOf(name, rawName, value)),
    ...names.filter((name) => !known.includes(name)).map((name) => `unknown figure ${name}; there are ${list(known)}`),
  ];
  if (problems.length > 0) return { kind: "refused", problems };
  const options = {
    names,
    runs: Number(values.runs),
    measureMs: Number(values["measure-ms"]),
    compare: typeof values.compare === "string" ? values.compare : undefined,
    profile: values.profile === true,
  };
  return { kind: "run", options };
}

function problemOf(name: string, rawName: string, value: string | undefined): readonly string[] {
  if (name === "profile" && value !== undefined) return [`${rawName} takes no value`];
  if (name === "compare" && (value === undefined || value === "")) return [`${rawName} needs a file`];
  if (name !== "runs" && name !== "measure-ms") return [];
  return /^[1-9]\d*$/.test(value ?? "") ? [] : [`${rawName} needs a number, 1 or more`];
}

function list(names: readonly string[]): string {
  return names.join(", ");
}
