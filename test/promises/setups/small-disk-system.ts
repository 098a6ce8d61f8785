/** A server whose store is on a small disk, which a fault fills for a moment. */
import { setTimeout as pause } from "node:timers/promises";
import type { Random } from "../../../src/base/random.ts";
import { SmallDisk } from "../../../src/storage/testing/small-disk.ts";
import { ProcessSystem } from "./process-system.ts";
import type { SystemFault, SystemUnderTest } from "./system.ts";

/** The store of 500 histories has less than a third of this. */
const diskMegabytes = 192;
const fullMaxMs = 500;

/** Starts a server with a small disk. */
export async function startSmallDiskSystem(): Promise<SystemUnderTest> {
  const disk = new SmallDisk(diskMegabytes);
  const server = await ProcessSystem.start({ folder: disk.path, flags: ["--workers=1"] });
  let lastFault = Promise.resolve();
  const fullDisk: SystemFault = {
    name: "full-disk",
    run: (random) => {
      lastFault = lastFault.then(() => fillForAMoment(disk, random));
      return lastFault;
    },
  };
  return {
    addresses: server.addresses,
    faults: [fullDisk],
    untilServing: () => server.untilServing(),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      disk[Symbol.dispose]();
    },
  };
}

async function fillForAMoment(disk: SmallDisk, random: Random): Promise<void> {
  fill(disk);
  await pause(random.below(fullMaxMs));
  disk.free();
}

function fill(disk: SmallDisk): void {
  try {
    disk.leave(0);
  } catch (error) {
    // The server has taken the last bytes meanwhile, so the disk is full.
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
  }
}
