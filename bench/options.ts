/** Reads the arguments of `npm run bench`. */
import { type Invocation, parseToolArguments } from "../test/support/tool-arguments.ts";

/** Options of `npm run bench`. */
export interface BenchOptions {
  /** Names of the figures to measure. Empty for all. */
  readonly names: readonly string[];
  readonly runs: number;
  readonly measureMs: number;
  /** Path of the results of an earlier run, to compare with. */
  readonly compare: string | undefined;
  readonly profile: boolean;
}

const flags = {
  help: { type: "boolean", short: "h", default: false },
  runs: { type: "string", default: "3" },
  "measure-ms": { type: "string", default: "1250" },
  compare: { type: "string" },
  profile: { type: "boolean", default: false },
} as const;

/** Returns the text of `--help`. */
export function usage(figures: readonly { readonly name: string; readonly title: string }[]): string {
  const width = Math.max(...figures.map(({ name }) => name.length));
  return [
    "Measures the built server, and the limits of this machine for the same work, in one run.",
    "",
    "    npm run bench                        all figures; writes bench/results.json and bench/results.svg",
    "    npm run bench -- get,list            only these figures",
    "    npm run bench -- --runs=1 get        measures each figure once instead of 3 times; the median counts",
    "    npm run bench -- --measure-ms=800    length of a measurement, 1250 by default",
    "    npm run bench -- --compare=FILE      also compares with the run whose results are in FILE",
    "    npm run bench -- --profile get       also writes CPU profiles of the servers, and flame graphs, to .cache/profiles",
    "    npm run bench -- fairness-reference  shows what greedy clients do to a modest one, on both servers",
    "    npm run bench -- reference           compares the server with the reference; `reference --help` explains it",
    "    npm run bench -- scale-costs         records the costs that docs/scale.md uses; `scale-costs disk` only a part",
    "    npm run bench -- scale-simulation    simulates large clusters and writes the tables of docs/scale.md",
    "    npm run bench -- scale-check         compares the simulation with a real server",
    "",
    "Figures:",
    ...figures.map(({ name, title }) => `    ${name.padEnd(width)}  ${title}`),
  ].join("\n");
}

/**
 * Reads the arguments. The result has every problem, not only the first.
 * @param known names of all figures
 */
export function parseOptions(args: readonly string[], known: readonly string[]): Invocation<BenchOptions> {
  const invocation = parseToolArguments(args, { flags, noun: "figure", knownNames: known, valueProblems });
  if (invocation.kind !== "run") return invocation;
  const { names, textOf, isSet } = invocation.options;
  const options: BenchOptions = {
    names,
    runs: Number(textOf("runs")),
    measureMs: Number(textOf("measure-ms")),
    compare: textOf("compare"),
    profile: isSet("profile"),
  };
  return { kind: "run", options };
}

function valueProblems(name: string, value: string | undefined, shownName: string): readonly string[] {
  if (name === "profile" && value !== undefined) return [`${shownName} takes no value`];
  if (name === "compare" && (value === undefined || value === "")) return [`${shownName} needs a file`];
  if (name !== "runs" && name !== "measure-ms") return [];
  return /^[1-9]\d*$/.test(value ?? "") ? [] : [`${shownName} needs a number, 1 or more`];
}
