/** Implements `npm run promises`: records and checks histories, and prints what violates a promise. */
import { readFileSync } from "node:fs";
import { newSeed } from "../../src/base/random.ts";
import { buildProgram } from "../support/orch-process.ts";
import { readToolOptions } from "../support/tool-arguments.ts";
import { runCampaign } from "./campaign/campaign.ts";
import { renderCounterexample } from "./checker/render.ts";
import { shrink } from "./checker/shrink.ts";
import type { History } from "./history/history.ts";
import { setups } from "./setups/setups.ts";

const usage = `Records random histories of clients under random faults, and checks them against docs/promises.md.

    npm run promises                         10,000 histories, over all set-ups
    npm run promises -- --setup=lmdb         only one set-up, or several with commas
    npm run promises -- --histories=100      fewer
    npm run promises -- --minutes=5          ends after this time
    npm run promises -- --fault=kill         only this fault, in every history
    npm run promises -- --seed=1             the same random choices as in another run; history N has the seed 1 + N
    npm run promises -- --check=PATH         checks a recorded history again

Set-ups:
${setups.map(({ name, description }) => `    ${name.padEnd(14)} ${description}`).join("\n")}

The exit code is 1 if a history violates a promise. Its smallest part is printed, and the whole history is written to
.cache/promises/.`;

const options = readToolOptions(usage, {
  setup: { takes: "text", default: setups.map(({ name }) => name).join() },
  histories: { takes: "a whole number", default: "10000" },
  minutes: { takes: "a number", default: "600" },
  seed: { takes: "a whole number", default: String(1 + (newSeed() >>> 1)) },
  fault: { takes: "text" },
  check: { takes: "text" },
});

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Ends the process if the option names an unknown set-up. */
function chosenSetups(): typeof setups {
  const names = (options.text("setup") ?? "").split(",");
  const unknown = names.find((name) => !setups.some((setup) => setup.name === name));
  if (unknown === undefined) return setups.filter(({ name }) => names.includes(name));
  process.stderr.write(`unknown set-up ${unknown}; there are ${setups.map(({ name }) => name).join(", ")}\n`);
  process.exit(2);
}

function checkFile(path: string): void {
  const counterexample = shrink(JSON.parse(readFileSync(path, "utf8")) as History);
  say(counterexample ? renderCounterexample(counterexample) : "the history keeps all promises");
  process.exitCode = counterexample ? 1 : 0;
}

async function checkSetups(): Promise<void> {
  const chosen = chosenSetups();
  const seed = options.number("seed");
  const deadlineMs = performance.now() + options.number("minutes") * 60_000;
  const fault = options.text("fault");
  await buildProgram();
  say(`seed ${seed}`);
  for (const [index, setup] of chosen.entries()) {
    const why = await setup.whyUnavailable();
    if (why !== undefined) {
      say(`${setup.name}: skipped, because ${why}`);
      continue;
    }
    const now = performance.now();
    const totals = await runCampaign({
      setup,
      seed,
      histories: Math.ceil(options.number("histories") / chosen.length),
      deadlineMs: now + (deadlineMs - now) / (chosen.length - index),
      faultPercent: fault === undefined ? setup.faultPercent : 100,
      fault,
      stopsAtViolation: false,
      say,
    });
    say(`${setup.name}: ${totals.describe()}`);
    if (totals.violations > 0) process.exitCode = 1;
  }
}

const path = options.text("check");
if (path === undefined) await checkSetups();
else checkFile(path);
