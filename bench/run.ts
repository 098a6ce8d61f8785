/**
 * `npm run bench`: measures the built server, and the limits of this machine for the same work. `--help` explains the
 * options.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Figure, Measurement } from "./figure.ts";
import { admission } from "./figures/admission/admission.ts";
import { apply } from "./figures/apply.ts";
import { audit } from "./figures/audit.ts";
import { authentication } from "./figures/authentication.ts";
import { authorization } from "./figures/authorization.ts";
import { cborRequests, protobufRequests } from "./figures/binary-formats.ts";
import { cel } from "./figures/cel.ts";
import { controllers } from "./figures/controllers.ts";
import { conversion } from "./figures/conversion.ts";
import { create } from "./figures/create.ts";
import { customObjects } from "./figures/custom-objects.ts";
import { definitionMemory, definitionStart, definitions } from "./figures/definitions.ts";
import { encryption } from "./figures/encryption.ts";
import { etcd } from "./figures/etcd.ts";
import { fairness } from "./figures/fairness.ts";
import { formsOfLists } from "./figures/forms.ts";
import { get } from "./figures/get.ts";
import { growth } from "./figures/growth.ts";
import { inProcess } from "./figures/in-process.ts";
import { informer } from "./figures/informer.ts";
import { kinds } from "./figures/kinds.ts";
import { latency } from "./figures/latency.ts";
import { list } from "./figures/list.ts";
import { loop } from "./figures/loop.ts";
import { memory } from "./figures/memory.ts";
import { nodeAuthorizer } from "./figures/node-authorizer.ts";
import { scale } from "./figures/scale.ts";
import { singleEvents } from "./figures/single-events.ts";
import { start } from "./figures/start.ts";
import { update } from "./figures/update.ts";
import { validation } from "./figures/validation.ts";
import { watch } from "./figures/watch.ts";
import { machineOf } from "./machine.ts";
import { measureFigures, printLine, secondsSinceStart } from "./measure-figures.ts";
import { type BenchOptions, parseOptions, usage } from "./options.ts";
import { root } from "./orch-server.ts";
import { isPinned, profileInto } from "./process.ts";
import { runGreedy } from "./reference/greedy/run.ts";
import { runReference } from "./reference/run.ts";
import { renderComparison } from "./report/compare.ts";
import { type CpuProfile, renderFlames } from "./report/flames.ts";
import { type Machine, renderPlot } from "./report/plot.ts";
import { renderStudy } from "./report/study.ts";
import { renderTable } from "./report/table.ts";
import { runScaleCheck } from "./scale/check/run.ts";
import { runScaleCosts } from "./scale/record/run.ts";
import { runScaleSimulation } from "./scale/report/run.ts";

const figures: readonly Figure[] = [
  start,
  kinds,
  get,
  authentication,
  authorization,
  audit,
  encryption,
  admission,
  fairness,
  list,
  create,
  update,
  apply,
  validation,
  cel,
  nodeAuthorizer,
  watch,
  latency,
  singleEvents,
  formsOfLists,
  protobufRequests,
  cborRequests,
  memory,
  growth,
  loop,
  inProcess,
  controllers,
  informer,
  customObjects,
  definitions,
  definitionMemory,
  definitionStart,
  conversion,
  etcd,
  scale,
];

function readResults(path: string): readonly Measurement[] {
  return (JSON.parse(readFileSync(path, "utf8")) as { measurements: readonly Measurement[] }).measurements;
}

const profileDir = join(root, ".cache/profiles");

/** Writes a flame graph beside each profile. */
function drawFlames(): void {
  for (const name of readdirSync(profileDir).filter((name) => name.endsWith(".cpuprofile"))) {
    const profile = JSON.parse(readFileSync(join(profileDir, name), "utf8")) as CpuProfile;
    writeFileSync(join(profileDir, `${name}.svg`), renderFlames(profile, name));
  }
  printLine(`profiles and their flame graphs are in ${profileDir.slice(root.length + 1)}`);
}

/** Writes the results and their chart, and returns their path without the extension. */
function writeResults(isWhole: boolean, machine: Machine, runs: number, measurements: readonly Measurement[]): string {
  const path = isWhole ? "bench/results" : ".cache/bench-results.partial";
  const results = { measuredAt: new Date().toISOString(), machine, runs, measurements };
  mkdirSync(join(root, ".cache"), { recursive: true });
  writeFileSync(join(root, `${path}.json`), `${JSON.stringify(results, undefined, 2)}\n`);
  writeFileSync(join(root, `${path}.svg`), renderPlot(machine, runs, measurements));
  return path;
}

async function run(options: BenchOptions): Promise<void> {
  const { names, runs, measureMs, compare, profile } = options;
  // Read the earlier results first, because the file may not exist, or this run may replace it.
  const earlierMeasurements = compare === undefined ? undefined : readResults(compare);
  if (profile) profileInto(profileDir);
  if (!isPinned) printLine("cannot pin processes to cores on this machine; figures are lower and vary more");
  const chosen = names.length === 0 ? figures : figures.filter(({ name }) => names.includes(name));
  const { measurements, failed } = await measureFigures(chosen, { runs, measureMs });
  const machine = machineOf({ pinned: isPinned });
  const isWhole = chosen.length === figures.length && failed.length === 0;
  const path = writeResults(isWhole, machine, runs, measurements);
  const tables = [
    renderTable(measurements),
    renderStudy(measurements),
    earlierMeasurements && renderComparison(earlierMeasurements, measurements),
  ];
  process.stdout.write(`\n${tables.filter((table) => table !== undefined).join("\n\n")}\n\n`);
  if (profile) drawFlames();
  printLine(`took ${secondsSinceStart()} s; written to ${path}.json and ${path}.svg`);
  if (failed.length === 0) return;
  printLine(`failed: ${failed.join(", ")}`);
  process.exitCode = 1;
}

async function runFigures(args: readonly string[]): Promise<void> {
  const invocation = parseOptions(
    args,
    figures.map(({ name }) => name),
  );
  if (invocation.kind === "run") {
    await run(invocation.options);
  } else if (invocation.kind === "help") {
    process.stdout.write(`${usage(figures)}\n`);
  } else {
    for (const problem of invocation.problems) printLine(problem);
    printLine("run `npm run bench -- --help` for the options and figures");
    process.exitCode = 2;
  }
}

/** Commands with separate options, by their name. */
const commands: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  reference: runReference,
  "fairness-reference": runGreedy,
  "scale-costs": runScaleCosts,
  "scale-check": runScaleCheck,
  "scale-simulation": runScaleSimulation,
};

const [command = "", ...others] = process.argv.slice(2);
const runCommand = Object.hasOwn(commands, command) ? commands[command] : undefined;
await (runCommand ? runCommand(others) : runFigures(process.argv.slice(2)));
