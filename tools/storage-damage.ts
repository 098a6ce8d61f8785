/** `npm run storage:damage`: damages a store in many ways, and reports what became of its objects. */
import { newSeed } from "../src/base/random.ts";
import { runCampaign } from "../src/storage/testing/damage-campaign.ts";
import { TemporaryDirectory } from "../src/storage/testing/temporary-directory.ts";
import { readToolOptions } from "../test/support/tool-arguments.ts";

const usage = `Damages a store in many ways, and reports what became of its objects.

    npm run storage:damage                   1,000 damaged stores
    npm run storage:damage -- --count=40     another number
    npm run storage:damage -- --seed=1       the same damage as in another run: store N has the seed SEED + N

It exits with 1 if an object was lost or changed without a report, or if the process crashed.`;

const options = readToolOptions(usage, {
  count: { takes: "a whole number", default: "1000" },
  seed: { takes: "a whole number", default: String(newSeed()) },
});
const [count, seed] = [options.number("count"), options.number("seed")];
process.stdout.write(`${count} damaged stores, seeds from ${seed}\n`);
using directory = new TemporaryDirectory();
const onProgress = (done: number): void => {
  if (done % 100 === 0) process.stdout.write(`${done} done\n`);
};
const result = await runCampaign(directory.path, { seed, count, onProgress });
const messages = [...result.messages].sort(([, one], [, other]) => other - one);
for (const [message, times] of messages) process.stdout.write(`${String(times).padStart(5)}  ${message}\n`);
for (const finding of result.findings) process.stdout.write(`FOUND ${finding}\n`);
process.stdout.write(
  `${result.intact} intact, ${result.reported} with objects reported by key, ${result.refused} rejected, ` +
    `${result.findings.length} findings\n`,
);
process.exitCode = result.findings.length > 0 ? 1 : 0;
