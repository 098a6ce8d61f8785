/**
 * `npm run bench`: measures the built server beside the limits of the machine it stands on, in one run.
 *
 *     npm run bench                        all figures
 *     npm run bench -- get,list            these
 *     npm run bench -- --runs=1 get        less exact, but soon done
 *     npm run bench -- --compare=FILE      and what has changed since the run whose results are in FILE
 *     npm run bench -- --profile get       a profile of each server's processor time in .cache/profiles, for Chrome
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Context, Figure, Measurement } from "./figure.ts";
import { create } from "./figures/create.ts";
import { formsOfLists } from "./figures/forms.ts";
import { get } from "./figures/get.ts";
import { inProcess } from "./figures/in-process.ts";
import { latency } from "./figures/latency.ts";
import { list } from "./figures/list.ts";
import { memory } from "./figures/memory.ts";
import { start } from "./figures/start.ts";
import { update } from "./figures/update.ts";
import { watch } from "./figures/watch.ts";
import { Generator } from "./generator.ts";
import { root } from "./orch-server.ts";
import { isPinned, profileInto } from "./process.ts";
import { renderComparison } from "./report/compare.ts";
import { renderTable } from "./report/table.ts";

const figures: readonly Figure[] = [start, get, list, create, update, watch, latency, formsOfLists, memory, inProcess];

interface Options {
  readonly chosen: readonly Figure[];
  readonly runs: number;
  readonly measureMs: number;
  /** Of the run to compare with. */
  readonly before: readonly Measurement[] | undefined;
}

function readResults(path: string): readonly Measurement[] {
  return (JSON.parse(readFileSync(path, "utf8")) as { measurements: readonly Measurement[] }).measurements;
}

function parseOptions(): Options {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      runs: { type: "string", default: "3" },
      "measure-ms": { type: "string", default: "1500" },
      compare: { type: "string" },
      profile: { type: "boolean", default: false },
    },
  });
  if (values.profile) profileInto(join(root, ".cache/profiles"));
  const names = positionals.flatMap((text) => text.split(","));
  const unknown = names.filter((name) => !figures.some((figure) => figure.name === name));
  if (unknown.length > 0) {
    throw new Error(`unknown figures: ${unknown.join(", ")}; there are ${figures.map(({ name }) => name).join(", ")}`);
  }
  const chosen = names.length === 0 ? figures : figures.filter(({ name }) => names.includes(name));
  const before = values.compare === undefined ? undefined : readResults(values.compare);
  return { chosen, runs: Number(values.runs), measureMs: Number(values["measure-ms"]), before };
}

function say(text: string): void {
  process.stderr.write(`bench: ${text}\n`);
}

async function run({ chosen, runs, measureMs }: Options): Promise<readonly Measurement[]> {
  await using generator = new Generator();
  const measurements: Measurement[] = [];
  for (const [index, figure] of chosen.entries()) {
    const context: Context = {
      generator,
      runs,
      measureMs,
      progress: (text) => say(`[${index + 1}/${chosen.length}] ${text}`),
    };
    say(`[${index + 1}/${chosen.length}] ${figure.title}`);
    measurements.push(...(await figure.measure(context)));
  }
  return measurements;
}

const options = parseOptions();
const begun = performance.now();
if (!isPinned) say("processes cannot be given cores of their own here: expect lower figures and more spread");
const measurements = await run(options);
const machine = {
  processor: cpus()[0]?.model ?? "unknown",
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  node: process.versions.node,
  pinned: isPinned,
};
const results = { measuredAt: new Date().toISOString(), machine, runs: options.runs, measurements };
const isWhole = options.chosen.length === figures.length;
const resultsPath = isWhole ? join(root, "bench/results.json") : join(root, ".cache/bench-results.partial.json");
mkdirSync(join(root, ".cache"), { recursive: true });
writeFileSync(resultsPath, `${JSON.stringify(results, undefined, 2)}\n`);
process.stdout.write(`\n${renderTable(measurements)}\n\n`);
if (options.before) process.stdout.write(`${renderComparison(options.before, measurements)}\n\n`);
say(`took ${Math.round((performance.now() - begun) / 1000)} s; written to ${resultsPath.slice(root.length + 1)}`);
