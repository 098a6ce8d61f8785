/**
 * `npm run faults [-- NAME ...]`: plants the faults of the catalogue in copies of the sources, one at a time, and reports
 * which test or check notices each, also in `docs/faults.md`. Exit code 1: a fault survived, so a test is
 * missing.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { ArgumentError, chosenRooms, type FaultArguments, parseArguments, usage } from "./faults/arguments.ts";
import { CampaignError, runCampaign } from "./faults/campaign.ts";
import { catalogue } from "./faults/catalogue/index.ts";
import { renderDocument, renderTable, survivors } from "./faults/render.ts";
import { defaultLimits } from "./faults/try-fault.ts";

const root = dirname(import.meta.dirname);
/** One for each core, and not so many that tests with time limits fail on a busy machine. */
const copies = Math.min(2, availableParallelism());

async function run(names: readonly string[]): Promise<void> {
  const stop = new AbortController();
  for (const [signal, number] of [
    ["SIGINT", 2],
    ["SIGTERM", 15],
  ] as const) {
    process.once(signal, () => {
      process.exitCode = 128 + number;
      stop.abort(new CampaignError(`ended by ${signal}`));
    });
  }
  const rooms = chosenRooms(catalogue, names);
  const say = (line: string): void => console.error(line);
  const trials = await runCampaign({ root, rooms, limits: defaultLimits, copies, say, signal: stop.signal });
  for (const line of renderTable(trials)) console.log(line);
  const document = join(root, "docs/faults.md");
  const previous = names.length > 0 && existsSync(document) ? readFileSync(document, "utf8") : "";
  writeFileSync(document, renderDocument(catalogue, trials, previous));
  if (survivors(trials).length > 0) process.exitCode = 1;
}

async function act({ action, names }: FaultArguments): Promise<void> {
  if (action === "run") return await run(names);
  if (action === "help") return console.log(usage);
  for (const { room, faults } of chosenRooms(catalogue, names)) {
    for (const { name, breaks } of faults) console.log(`${room}  ${name}: ${breaks}`);
  }
}

try {
  await act(parseArguments(process.argv.slice(2), catalogue));
} catch (error) {
  if (error instanceof ArgumentError) {
    console.error(`faults: ${error.message}`);
    process.exitCode = 2;
  } else if (error instanceof CampaignError) {
    console.error(`faults: ${error.message}`);
    process.exitCode ??= 1;
  } else throw error;
}
