/** Servers whose store is on a disk that has a fault for a moment. */
import { setTimeout as pause } from "node:timers/promises";
import type { Random } from "../../../src/base/random.ts";
import { SlowDisk } from "../../../src/storage/testing/slow-disk.ts";
import { SmallDisk } from "../../../src/storage/testing/small-disk.ts";
import { ProcessSystem } from "./process-system.ts";
import type { SystemUnderTest } from "./system.ts";

/** The store of 500 histories has less than a third of this. */
const diskMegabytes = 192;
const fullMaxMs = 500;
const waitMaxMs = 500;

/** Starts a server with a small disk, which a fault fills for a moment. */
export async function startSmallDiskSystem(): Promise<SystemUnderTest> {
  return await startOnDisk(new SmallDisk(diskMegabytes), "full-disk", fillForAMoment);
}

/** Starts a server with a disk on which a fault makes all writes wait for a moment. */
export async function startSlowDiskSystem(): Promise<SystemUnderTest> {
  return await startOnDisk(new SlowDisk(diskMegabytes), "slow-disk", async (disk, random) => {
    disk.pause();
    await pause(random.below(waitMaxMs));
    disk.resume();
  });
}

/** @param fault begins and ends a fault of the disk. One fault at a time */
async function startOnDisk<Disk extends Disposable & { readonly path: string }>(
  disk: Disk,
  name: string,
  fault: (disk: Disk, random: Random) => Promise<void>,
): Promise<SystemUnderTest> {
  const server = await ProcessSystem.start({ folder: disk.path, flags: ["--workers=1"] });
  let lastFault = Promise.resolve();
  const run = (random: Random): Promise<void> => {
    lastFault = lastFault.then(() => fault(disk, random));
    return lastFault;
  };
  return {
    addresses: server.addresses,
    faults: [{ name, run }],
    untilServing: () => server.untilServing(),
    async [Symbol.asyncDispose]() {
      await lastFault;
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
