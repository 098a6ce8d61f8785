/** The raw limits of a start: Node with nothing to do, and a program that reads a store and nothing else. */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { storeDirOf } from "../orch-server.ts";
import { commandOn, memoryOf, spawnOn, stop } from "../process.ts";

function runMs(args: readonly string[]): number {
  const [command, ...words] = commandOn("measured", args);
  const begun = performance.now();
  execFileSync(command, words);
  return performance.now() - begun;
}

/** From the spawn of a Node without a program to its end. */
export function bareNodeMs(): number {
  return runMs(["-e", "0"]);
}

/** From the spawn of a program that reads every record of a server's store to its end. */
export function readStoreMs(dataDir: string): number {
  return runMs([join(import.meta.dirname, "../raw/read-store.mjs"), storeDirOf(dataDir)]);
}

/** What a Node occupies that waits for nothing in particular. */
export async function bareNodeBytes(): Promise<number> {
  const child = spawnOn("measured", ["-e", "setInterval(() => {}, 1e9); process.send(0)"], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  await once(child, "message");
  const { residentBytes } = memoryOf(child.pid ?? 0);
  await stop(child);
  return residentBytes;
}
