/** `npm run expressions`: evaluates random expressions for ten minutes. */
import { performance } from "node:perf_hooks";
import { newSeed, seededRandom } from "../../src/base/random.ts";
import { readToolOptions } from "../support/tool-arguments.ts";
import { RandomEvaluations } from "./evaluate-random.ts";

const usage = `Checks, estimates and evaluates random expressions.

    npm run expressions                      ten minutes
    npm run expressions -- --minutes=1       one minute
    npm run expressions -- --seed=1          repeats the expressions of the run with this seed

It prints the expressions that took the most processor time. It exits with 1 if the engine crashes, exceeds the budget, or needs more
than a second for an expression.`;

const options = readToolOptions(usage, {
  minutes: { takes: "a number", default: "10" },
  seed: { takes: "a whole number", default: String(newSeed()) },
});
const seed = options.number("seed");
const endMs = performance.now() + options.number("minutes") * 60_000;
const progressIntervalMs = 30_000;
const shownMax = 5;
const hangMs = 1000;

/** The expressions that took the most processor time, the slowest first. */
let slowest: { readonly text: string; readonly tookMs: number }[] = [];
const evaluations = new RandomEvaluations(seededRandom(seed));
let count = 0;
let nextProgressMs = performance.now() + progressIntervalMs;

function printProgress(): void {
  const { rejected, planErrors, cancelled, errors, values } = evaluations.counts;
  process.stdout.write(
    `${count} expressions: ${values} values, ${errors} errors, ${cancelled} exceeded the budget, ${planErrors} invalid constants, ` +
      `${rejected} rejected\n`,
  );
}

process.stdout.write(`seed ${seed}\n`);
for (let nowMs = performance.now(); nowMs < endMs; nowMs = performance.now()) {
  const before = process.cpuUsage();
  const text = evaluations.evaluateNext();
  count++;
  const { user, system } = process.cpuUsage(before);
  const tookMs = (user + system) / 1000;
  if (slowest.length < shownMax || tookMs > (slowest.at(-1)?.tookMs ?? 0)) {
    slowest = [...slowest, { text, tookMs }].toSorted((one, other) => other.tookMs - one.tookMs).slice(0, shownMax);
  }
  if (nowMs < nextProgressMs) continue;
  nextProgressMs = nowMs + progressIntervalMs;
  printProgress();
}
printProgress();
for (const { text, tookMs } of slowest)
  process.stdout.write(`${tookMs.toFixed(1).padStart(7)} ms  ${text.slice(0, 300)}\n`);
if ((slowest[0]?.tookMs ?? 0) > hangMs) {
  process.stdout.write(`an expression took more than ${hangMs} ms\n`);
  process.exitCode = 1;
}
