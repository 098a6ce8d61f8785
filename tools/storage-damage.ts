/** `npm run storage:damage`: damages a store in many ways, and reports what became of its objects. */
import { join } from "node:path";
import { newSeed } from "../src/base/random.ts";
import { flipMetaPageBit, metaPageBits } from "../src/storage/testing/damage.ts";
import { type CampaignOptions, runCampaign } from "../src/storage/testing/damage-campaign.ts";
import { TemporaryDirectory } from "../src/storage/testing/temporary-directory.ts";
import { readToolOptions } from "../test/support/tool-arguments.ts";

const usage = `Damages a store in many ways, and reports what became of its objects.

    npm run storage:damage                   1,000 damaged stores, then one for each bit of the meta pages
    npm run storage:damage -- --count=40     40 damaged stores instead of 1,000
    npm run storage:damage -- --seed=1       repeats the damage of the run with this seed: store N has the seed SEED + N

It exits with 1 if an object was lost or changed without a report, or if the process crashed.`;

const options = readToolOptions(usage, {
  count: { takes: "a whole number", default: "1000" },
  seed: { takes: "a whole number", default: String(newSeed()) },
});
const seed = options.number("seed");
using directory = new TemporaryDirectory();
const onProgress = (done: number): void => {
  if (done % 100 === 0) process.stdout.write(`${done} done\n`);
};

let campaigns = 0;

async function damageStores(title: string, campaign: Omit<CampaignOptions, "seed" | "onProgress">): Promise<void> {
  process.stdout.write(`${title}\n`);
  const path = join(directory.path, String(campaigns++));
  const result = await runCampaign(path, { ...campaign, seed, onProgress });
  const messages = [...result.messages].sort(([, one], [, other]) => other - one);
  for (const [message, times] of messages) process.stdout.write(`${String(times).padStart(5)}  ${message}\n`);
  for (const finding of result.findings) process.stdout.write(`FOUND ${finding}\n`);
  process.stdout.write(
    `${result.intact} intact, ${result.reported} with objects reported by key, ${result.rejected} rejected, ` +
      `${result.findings.length} findings\n`,
  );
  if (result.findings.length > 0) process.exitCode = 1;
}

const count = options.number("count");
await damageStores(`${count} damaged stores, seeds from ${seed}`, { count });
await damageStores(`each bit of the meta pages, seed ${seed}`, { count: metaPageBits, damage: flipMetaPageBit });
