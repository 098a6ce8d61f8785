/**
 * `npm run compare`: sends the same requests to the reference and to orch, and compares every answer. Exit code 1 means
 * that a difference is not in `docs/differences.md`, 2 that the arguments are wrong, 3 that the reference is missing.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { distinct } from "../src/base/distinct.ts";
import { seededRandom } from "../src/base/random.ts";
import { compareScenario, type ServerPair } from "./compare.ts";
import { type IntendedDifference, readIntended } from "./intended.ts";
import { type Options, parseOptions, usage } from "./options.ts";
import { type ComparedExchange, isExplained, Outcome } from "./outcome.ts";
import { classText, summaryMarkdown, summaryTable } from "./report.ts";
import { bodyTextOf } from "./request-facts.ts";
import {
  connectTo,
  hasReference,
  type RunningServer,
  startOrch,
  startReference,
  startSurroundings,
} from "./servers.ts";
import type { PluginChoice, Scenario, Suite } from "./suite.ts";
import { suites } from "./suites/index.ts";

const root = dirname(import.meta.dirname);

/** Scenarios that run side by side. */
const lanes = 6;
/**
 * Largest number of runs of a scenario. If the reference chooses randomly between two errors, it has probably shown
 * both by then.
 */
const runsMax = 5;
/** Milliseconds between updates of the progress line. */
const progressEveryMs = 5_000;

async function main(args: readonly string[]): Promise<number> {
  const invocation = parseOptions(
    args,
    suites.map(({ name }) => name),
  );
  if (invocation.kind === "help") return print(usage(suites), 0);
  if (invocation.kind === "rejected") {
    for (const problem of invocation.problems) say(problem);
    return 2;
  }
  const { options } = invocation;
  if (options.reference === undefined && !hasReference()) {
    say("the reference is missing: its programs belong into ../shared/reference, or name a running one by --reference");
    return 3;
  }
  const rules = readIntended(readFileSync(join(root, "docs/differences.md"), "utf8"));
  say(seedsText(options));
  return report(await runSuites(options, rules), options);
}

function serverOf(kubeconfig: string | undefined, start: () => Promise<RunningServer>): Promise<RunningServer> {
  return kubeconfig === undefined ? start() : connectTo(kubeconfig);
}

async function runSuites(options: Options, rules: readonly IntendedDifference[]): Promise<Outcome> {
  const outcome = new Outcome(rules);
  const runs = suiteRuns(options);
  const endMs = performance.now() + options.budgetMs;
  for (const plugins of distinct(runs.map(({ suite }) => pluginsOf(suite)))) {
    say(`starting the servers with the admission plugins "${plugins}"`);
    await using surroundings = await startSurroundings(plugins);
    const { flags } = surroundings;
    await using reference = await serverOf(options.reference, () => startReference(plugins, flags));
    await using orch = await serverOf(options.orch, () => startOrch(plugins, flags));
    for (const [index, { suite, seed }] of runs.entries()) {
      if (pluginsOf(suite) !== plugins) continue;
      // Every run of a suite gets an equal part of the remaining time.
      const runEndMs = performance.now() + (endMs - performance.now()) / (runs.length - index);
      await runSuite({ suite, seed, endMs: runEndMs, rules }, options, { reference, orch }, outcome);
    }
  }
  return outcome;
}

/** Returns the runs of the chosen suites. Those with the same servers follow each other. */
function suiteRuns({ suites: names, seeds }: Options): readonly { readonly suite: Suite; readonly seed: number }[] {
  const chosen = suites.filter(({ name }) => names.length === 0 || names.includes(name));
  return distinct(chosen.map(pluginsOf))
    .flatMap((plugins) => chosen.filter((suite) => pluginsOf(suite) === plugins))
    .flatMap((suite) => seeds.slice(0, isRandom(suite) ? undefined : 1).map((seed) => ({ suite, seed })));
}

function pluginsOf({ plugins = "usual" }: Suite): PluginChoice {
  return plugins;
}

/** Whether the scenarios of the suite depend on the seed. */
function isRandom({ standardCount }: Suite): boolean {
  return standardCount !== Infinity;
}

function seedsText({ seeds }: Options): string {
  return `${seeds.length === 1 ? "seed" : "seeds"} ${seeds.join(", ")}`;
}

interface SuiteRun {
  readonly suite: Suite;
  readonly seed: number;
  /** Time on the clock of `performance` after which no further scenario starts. */
  readonly endMs: number;
  readonly rules: readonly IntendedDifference[];
}

async function runSuite(run: SuiteRun, options: Options, pair: ServerPair, outcome: Outcome): Promise<void> {
  const { suite, endMs, rules } = run;
  const runId = Date.now().toString(36);
  const scenarios = numbered(run, options);
  let done = 0;
  let saidMs = performance.now();
  const lane = async (): Promise<void> => {
    while (performance.now() < endMs) {
      const next = scenarios.next();
      if (next.done) return;
      const { scenario, number } = next.value;
      const id = `c${runId}-${suites.indexOf(suite)}-${number}`;
      let exchanges = await compareScenario(suite, scenario, pair, id);
      // A race or a random choice of the reference does not occur in every run. A difference caused by orch does.
      let isCovered = isExplained(exchanges, rules);
      for (let count = 2; count <= runsMax && !isCovered; count++) {
        exchanges = await compareScenario(suite, scenario, pair, `${id}-${count}`);
        isCovered = isExplained(exchanges, rules);
        if (isCovered) outcome.unrepeated.push(`${suite.name}: ${scenario.title} (run ${count})`);
      }
      for (const exchange of exchanges) outcome.add(exchange);
      if (options.scenario !== undefined) showDifferences(exchanges);
      done++;
      if (performance.now() - saidMs > progressEveryMs) {
        saidMs = performance.now();
        say(`${suite.name}: ${done} scenarios, ${outcome.classes.size} classes of difference so far`);
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  say(`${suite.name}: ${done} scenarios${performance.now() < endMs ? "" : "; its time is over"}`);
}

function* numbered(
  { suite, seed }: SuiteRun,
  options: Options,
): Generator<{ scenario: Scenario; number: number }, void> {
  const count = Math.min(options.cases ?? Infinity, options.cases === undefined ? suite.standardCount : Infinity);
  let number = 0;
  for (const scenario of suite.scenarios(seededRandom(seed))) {
    if (number >= count) return;
    number++;
    if (options.scenario !== undefined && scenario.title !== options.scenario) continue;
    yield { scenario, number };
    if (options.scenario !== undefined) return;
  }
}

function showDifferences(exchanges: readonly ComparedExchange[]): void {
  for (const exchange of exchanges) {
    const { method, target, differences } = exchange;
    print(`${method} ${target}: ${differences.length === 0 ? "identical" : ""}`, 0);
    const body = bodyTextOf(exchange);
    if (body !== "") print(`    body           ${body}`, 0);
    for (const { where, reference, orch } of differences) {
      print(`    ${where}\n        reference  ${reference}\n        orch       ${orch}`, 0);
    }
  }
}

function report(outcome: Outcome, options: Options): number {
  const classes = [...outcome.classes.values()].toSorted((left, right) => right.count - left.count);
  for (const found of classes) print(`${classText(found)}\n`, 0);
  for (const [title, count] of outcome.intended) print(`intended: ${title} (${count})`, 0);
  for (const title of outcome.unrepeated) print(`differed, but not in every run: ${title}`, 0);
  print(`\n${summaryTable(outcome)}`, 0);
  mkdirSync(join(root, ".cache/compare"), { recursive: true });
  const document = classes.map((found) => ({ ...found, resources: [...found.resources] }));
  writeFileSync(join(root, ".cache/compare/differences.json"), JSON.stringify(document, undefined, 1));
  if (options.summary !== undefined) {
    writeFileSync(options.summary, `${capitalized(seedsText(options))}.\n\n${summaryMarkdown(outcome)}\n`);
  }
  if (options.scenario !== undefined && outcome.suites.size === 0) {
    say(
      `none of the scenarios has the title "${options.scenario}"; titles depend on --seed, and more come with --cases`,
    );
    return 1;
  }
  if (classes.length === 0) return 0;
  say(`${classes.length} classes of difference are not in docs/differences.md`);
  return 1;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function print(text: string, exitCode: number): number {
  process.stdout.write(`${text}\n`);
  return exitCode;
}

function say(text: string): void {
  process.stderr.write(`compare: ${text}\n`);
}

process.exitCode = await main(process.argv.slice(2));
