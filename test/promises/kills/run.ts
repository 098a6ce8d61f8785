/** Implements `npm run promises:kills`: kills servers at random moments, and looks for every acknowledged write. */
import { newSeed } from "../../../src/base/random.ts";
import { buildProgram } from "../../support/orch-process.ts";
import { readToolOptions } from "../../support/tool-arguments.ts";
import { setups } from "../setups/setups.ts";
import { runKills } from "./kill-campaign.ts";

const killable = setups.filter(({ killFaults }) => killFaults.length > 0);

const usage = `Kills servers while clients write, and looks for every acknowledged write after each restart.

    npm run promises:kills                     1,000 kills, over all set-ups
    npm run promises:kills -- --kills=50       fewer
    npm run promises:kills -- --setup=lmdb     only one set-up, or several with commas
    npm run promises:kills -- --seed=1         the same random choices as in another run

Set-ups:
${killable.map(({ name, killFaults }) => `    ${name.padEnd(16)} ${killFaults.join(", ")}`).join("\n")}

The exit code is 1 if an acknowledged write was lost, or another promise of docs/promises.md was broken.`;

const options = readToolOptions(usage, {
  kills: { takes: "a whole number", default: "1000" },
  setup: { takes: "text", default: killable.map(({ name }) => name).join() },
  seed: { takes: "a whole number", default: String(1 + (newSeed() >>> 1)) },
});

const names = (options.text("setup") ?? "").split(",");
const unknown = names.find((name) => !killable.some((setup) => setup.name === name));
if (unknown !== undefined) {
  process.stderr.write(`unknown set-up ${unknown}; there are ${killable.map(({ name }) => name).join(", ")}\n`);
  process.exit(2);
}
await buildProgram();
const seed = options.number("seed");
const say = (line: string): void => void process.stdout.write(`${line}\n`);
say(`seed ${seed}`);
for (const setup of killable.filter(({ name }) => names.includes(name))) {
  const why = await setup.whyUnavailable();
  if (why !== undefined) {
    say(`${setup.name}: skipped, because ${why}`);
    continue;
  }
  const kills = Math.ceil(options.number("kills") / names.length);
  const { violations } = await runKills({ setup, kills, seed, say });
  if (violations > 0) process.exitCode = 1;
}
