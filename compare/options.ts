/** Reads the arguments of `npm run compare`. */
import { newSeed } from "../src/base/random.ts";
import { type Invocation, parseToolArguments } from "../test/support/tool-arguments.ts";
import type { Suite } from "./suite.ts";

/** Seed of runs that are to be the same each time. */
export const standardSeed = 20_250_101;

/** Choices for one run. */
export interface Options {
  /** Names of suites; empty for all. */
  readonly suites: readonly string[];
  /** Seeds. The random suites run once for each of them, the others with the first one. */
  readonly seeds: readonly number[];
  /** Time in milliseconds after which no further scenario starts. */
  readonly budgetMs: number;
  /** Number of scenarios per suite. Undefined means the standard number of each suite. */
  readonly cases: number | undefined;
  /** Title of the only scenario to run. */
  readonly scenario: string | undefined;
  /** Client configurations of running servers. Undefined: start one. */
  readonly reference: string | undefined;
  readonly orch: string | undefined;
  /** File that receives the summary in Markdown. */
  readonly summary: string | undefined;
}

const flags = {
  help: { type: "boolean", short: "h" },
  seed: { type: "string" },
  minutes: { type: "string" },
  cases: { type: "string" },
  case: { type: "string" },
  reference: { type: "string" },
  orch: { type: "string" },
  summary: { type: "string" },
} as const;

/** Returns the help text. */
export function usage(suites: readonly Suite[]): string {
  const width = Math.max(...suites.map(({ name }) => name.length));
  return [
    "Sends the same requests to the reference and to orch, and compares every answer.",
    "",
    "    npm run compare                        every suite, with the standard seed",
    "    npm run compare -- kinds,validation    these suites",
    "    npm run compare -- --seed=random       a new seed, which is printed; --seed=N repeats it",
    "    npm run compare -- --seed=1,2,random   the random suites once for each seed",
    "    npm run compare -- --minutes=60        longest time; the default is 5",
    "    npm run compare -- --cases=1000        scenarios of each random suite",
    "    npm run compare -- kinds --case=TITLE  one scenario, with every difference in full",
    "    npm run compare -- --reference=FILE    a running reference, by its client configuration",
    "    npm run compare -- --orch=FILE         a running orch, by its client configuration",
    "    npm run compare -- --summary=FILE      write the summary table to FILE",
    "",
    "It exits with 1 if a difference is not in docs/differences.md. All differences are in .cache/compare/differences.json.",
    "",
    "Suites:",
    ...suites.map(({ name, covers }) => `    ${name.padEnd(width)}  ${covers}`),
  ].join("\n");
}

/** Reads the arguments. Every problem is reported, not only the first. */
export function parseOptions(args: readonly string[], suites: readonly string[]): Invocation<Options> {
  const invocation = parseToolArguments(args, { flags, noun: "suite", knownNames: suites, valueProblems });
  if (invocation.kind !== "run") return invocation;
  const { names, textOf } = invocation.options;
  const seed = textOf("seed");
  const cases = textOf("cases");
  const options: Options = {
    suites: names,
    seeds:
      seed === undefined ? [standardSeed] : seed.split(",").map((one) => (one === "random" ? newSeed() : Number(one))),
    budgetMs: Number(textOf("minutes") ?? 5) * 60_000,
    cases: cases === undefined ? undefined : Number(cases),
    scenario: textOf("case"),
    reference: textOf("reference"),
    orch: textOf("orch"),
    summary: textOf("summary"),
  };
  return { kind: "run", options };
}

function valueProblems(name: string, value: string | undefined): readonly string[] {
  if (value === undefined || value === "") return [`--${name} needs a value`];
  if (name === "seed") {
    const wrong = value.split(",").filter((one) => one !== "random" && !/^\d+$/.test(one));
    return wrong.map((one) => `--seed: ${one} is neither a whole number nor random`);
  }
  if (name === "cases") return /^\d+$/.test(value) ? [] : [`--${name}: ${value} is not a whole number`];
  if (name === "minutes") return Number(value) > 0 ? [] : [`--minutes: ${value} is not a positive number`];
  return [];
}
