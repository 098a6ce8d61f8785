/**
 * A process that writes to a store until it is killed. It prints "ready", waits for a line on its input, and then
 * prints one line of JSON for each confirmed write.
 *
 * Arguments: directory, a name for the run, the revision to which it compacts meanwhile.
 */
import { createInterface } from "node:readline";
import { openLmdbEngine } from "../lmdb/index.ts";
import { type ConfirmedWrite, textFor } from "./acknowledged.ts";

const writers = 32;

async function run([directory = "", name = "", compactTo = "0"]: readonly string[]): Promise<void> {
  process.stdout.write("ready\n");
  await createInterface({ input: process.stdin })[Symbol.asyncIterator]().next();
  const engine = await openLmdbEngine({ path: directory, identity: { vocabulary: "orch" } });
  const acknowledge = (line: ConfirmedWrite): void => {
    process.stdout.write(`${JSON.stringify(line)}\n`);
  };

  const write = async (writer: number): Promise<never> => {
    for (let count = 0; ; count++) {
      const key = `/${name}/${writer}/${count}`;
      const length = (count * 97) % 3000;
      const revision = await engine.put(key, Buffer.from(textFor(key, length)), 0);
      acknowledge({ key, revision, length });
      if (count % 3 === 0) acknowledge({ key, revision: await engine.delete(key, revision) });
    }
  };
  await Promise.all([
    engine.compact(Number(compactTo)),
    ...Array.from({ length: writers }, (_, writer) => write(writer)),
  ]);
}

await run(process.argv.slice(2));
