/** `npm run simulation`: runs a thousand simulated clusters in about half an hour. */
import { newSeed } from "../../../src/base/random.ts";
import { readToolOptions } from "../../support/tool-arguments.ts";
import { simulate } from "./simulate.ts";

const usage = `Runs a thousand simulated clusters, one after the other. It takes about half an hour.

    npm run simulation                      1,000 seeds
    npm run simulation -- --seeds=100       fewer
    npm run simulation -- --seed=4053128568 one, again

It exits with 1 when something did not hold, and names the seeds.`;

const options = readToolOptions(usage, {
  seeds: { takes: "a whole number", default: "1000" },
  seed: { takes: "a whole number" },
});
const oneSeed = options.text("seed");
const seeds =
  oneSeed === undefined ? Array.from({ length: options.number("seeds") }, () => newSeed()) : [Number(oneSeed)];

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
