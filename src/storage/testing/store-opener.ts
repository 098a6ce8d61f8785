/**
 * A process that opens a store. It prints "ready" and waits for a line on its input. Then it opens the store in the
 * directory of its argument, and prints "open", or the code and message of the error as JSON. It keeps the store open
 * until it is killed.
 */
import { createInterface } from "node:readline";
import { StorageError } from "../errors.ts";
import { openLmdbEngine } from "../lmdb/index.ts";

async function run([directory = ""]: readonly string[]): Promise<void> {
  const input = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  process.stdout.write("ready\n");
  await input.next();
  try {
    const engine = await openLmdbEngine({ path: directory, identity: { vocabulary: "orch" } });
    process.stdout.write("open\n");
    await input.next();
    await engine[Symbol.asyncDispose]();
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    process.stdout.write(`${JSON.stringify({ code: error.code, message: error.message })}\n`);
  }
}

await run(process.argv.slice(2));
