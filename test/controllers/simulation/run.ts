/**
 * `npm run simulation`: a thousand simulated clusters, one after the other; about half an hour.
 *
 *     npm run simulation                      1,000 seeds
 *     npm run simulation -- --seeds=100       fewer
 *     npm run simulation -- --seed=4053128568 one, again
 *
 * Ends with 1 when something did not hold, and names the seeds.
 */
import { parseArgs } from "node:util";
import { newSeed } from "../../../src/base/random.ts";
import { simulate } from "./simulate.ts";

const { values } = parseArgs({ options: { seeds: { type: "string", default: "1000" }, seed: { type: "string" } } });
const seeds =
  values.seed === undefined ? Array.from({ length: Number(values.seeds) }, () => newSeed()) : [Number(values.seed)];
if (seeds.length === 0 || seeds.some((seed) => !Number.isSafeInteger(seed))) {
  throw new Error("--seeds and --seed are whole numbers above 0");
}

const failed: number[] = [];
let [objects, gone] = [0, 0];
for (const [index, seed] of seeds.entries()) {
  try {
    const outcome = await simulate(seed);
    objects += outcome.objects;
    gone += outcome.gone;
    if (outcome.violations.length > 0) report(seed, outcome.violations.join("\n  "));
  } catch (error) {
    report(seed, error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  if ((index + 1) % 20 === 0) say(`${index + 1} of ${seeds.length} seeds, ${failed.length} failed`);
}
say(`${seeds.length} seeds: ${gone} objects have gone, ${objects} are left, ${failed.length} seeds have failed`);
if (failed.length > 0) process.exitCode = 1;

function report(seed: number, what: string): void {
  failed.push(seed);
  say(`FAULT with --seed=${seed}:\n  ${what}`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
