/** `npm run storage:damage`: damages a store in many ways, and reports what became of its objects. */
import { parseArgs } from "node:util";
import { newSeed } from "../src/base/random.ts";
import { runCampaign } from "../src/storage/testing/damage-campaign.ts";
import { TemporaryDirectory } from "../src/storage/testing/temporary-directory.ts";

const { values } = parseArgs({ options: { count: { type: "string" }, seed: { type: "string" } } });
const count = Number(values.count ?? 1000);
const seed = Number(values.seed ?? newSeed());
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
