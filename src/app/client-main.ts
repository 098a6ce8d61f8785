/**
 * The entry of the command line for what asks a server, and for help: a program of its own, which starts the sooner. All of
 * it is imported in the plain way, so that what makes one file of it can leave out what is not used.
 */
import { assert } from "../base/assert.ts";
import { parseLightLine } from "./commands/light-command-line.ts";
import { helpColumns } from "./commands/run-answer.ts";
import { runLight } from "./commands/run-light.ts";

export async function run(): Promise<void> {
  const invocation = parseLightLine(process.argv.slice(2), helpColumns());
  assert(invocation !== undefined, "bin/orch.js starts commands of other sorts with main");
  await runLight(invocation);
}
