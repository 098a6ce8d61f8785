/** Raw limits of a start: a Node process that does nothing, and a program that only reads a store. */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { storeDirOf } from "../orch-server.ts";
import { commandForCore, memoryOf, spawnOnCore, stop } from "../process.ts";

function runMs(args: readonly string[]): number {
  const [command, ...words] = commandForCore("measured", args);
  const startMs = performance.now();
  execFileSync(command, words);
  return performance.now() - startMs;
}

/** Returns the time from the spawn of a Node process without a program to its end. */
export function bareNodeMs(): number {
  return runMs(["-e", "0"]);
}

/**
 * Returns the time that a separate program takes to read every record of a server's store, from its spawn to its end.
 */
export function readStoreMs(dataDir: string): number {
  return runMs([join(import.meta.dirname, "../raw/read-store.mjs"), storeDirOf(dataDir)]);
}

/** Returns the resident memory of an idle Node process. */
export async function bareNodeBytes(): Promise<number> {
  const child = spawnOnCore("measured", ["-e", "setInterval(() => {}, 1e9); process.send(0)"], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  await once(child, "message");
  const { residentBytes } = memoryOf(child.pid ?? 0);
  await stop(child);
  return residentBytes;
}
