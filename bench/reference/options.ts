/** Reads the arguments of `npm run bench -- reference`. */
import { type Invocation, parseToolArguments } from "../../test/support/tool-arguments.ts";

/** Options of `npm run bench -- reference`. */
export interface ReferenceOptions {
  /** Names of the figures to measure. Empty for all. */
  readonly names: readonly string[];
  readonly runs: number;
  readonly measureMs: number;
  /** Processes of `orch`. */
  readonly workers: number;
  /** File that receives the results. Results of other figures in it are kept. */
  readonly out: string;
}

const flags = {
  help: { type: "boolean", short: "h", default: false },
  only: { type: "string", default: "" },
  runs: { type: "string", default: "3" },
  "measure-ms": { type: "string", default: "3000" },
  workers: { type: "string", default: "1" },
  out: { type: "string" },
} as const;

/** Returns the text of `reference --help`. */
export function usage(figures: readonly { readonly name: string; readonly title: string }[]): string {
  const width = Math.max(...figures.map(({ name }) => name.length));
  return [
    "Runs the same load against orch and against the reference, in turn, on all cores of this machine.",
    "Needs the reference's programs in ../shared/reference.",
    "",
    "    npm run bench -- reference                     all figures",
    "    npm run bench -- reference --only=get,list     only these figures",
    "    npm run bench -- reference --runs=1            measures each figure once instead of 3 times; the median counts",
    "    npm run bench -- reference --measure-ms=1000   length of a measurement, 3000 by default",
    "    npm run bench -- reference --workers=2         orch has two processes instead of one",
    "    npm run bench -- reference --out=FILE          file of the results, which keeps the results of other figures;",
    "                                                   bench/results-reference.json by default, and with --workers=2",
    "                                                   bench/results-reference-2-workers.json",
    "",
    "Figures:",
    ...figures.map(({ name, title }) => `    ${name.padEnd(width)}  ${title}`),
  ].join("\n");
}

/**
 * Reads the arguments. The result has every problem, not only the first.
 * @param known names of all figures
 */
export function parseReferenceOptions(args: readonly string[], known: readonly string[]): Invocation<ReferenceOptions> {
  const valueProblems = (name: string, value: string | undefined, shownName: string): readonly string[] =>
    problemsWithValue(name, value, shownName, known);
  const invocation = parseToolArguments(args, { flags, noun: "argument", knownNames: [], valueProblems });
  if (invocation.kind !== "run") return invocation;
  const { textOf } = invocation.options;
  const workers = Number(textOf("workers"));
  return {
    kind: "run",
    options: {
      names: namesIn(textOf("only") ?? ""),
      runs: Number(textOf("runs")),
      measureMs: Number(textOf("measure-ms")),
      workers,
      out: textOf("out") ?? `bench/results-reference${workers === 1 ? "" : `-${workers}-workers`}.json`,
    },
  };
}

function namesIn(text: string): readonly string[] {
  return text.split(",").filter((name) => name !== "");
}

function problemsWithValue(
  name: string,
  value: string | undefined,
  shownName: string,
  known: readonly string[],
): readonly string[] {
  if (value === undefined || value === "") return [`${shownName} needs a value`];
  if (name === "out") return [];
  if (name === "only") {
    return namesIn(value)
      .filter((figure) => !known.includes(figure))
      .map((figure) => `unknown figure ${figure}; there are ${known.join(", ")}`);
  }
  return /^[1-9]\d*$/.test(value) ? [] : [`${shownName} needs a number, 1 or more`];
}
