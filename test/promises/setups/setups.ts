/** The set-ups whose promises are checked. */
import { join } from "node:path";
import { canMakeSlowDisk } from "../../../src/storage/testing/slow-disk.ts";
import { canMakeSmallDisk } from "../../../src/storage/testing/small-disk.ts";
import { startSlowDiskSystem, startSmallDiskSystem } from "./disk-systems.ts";
import { whyNetworksAreUnavailable } from "./etcd-network.ts";
import { type EtcdFaultName, startEtcdSystem, whyEtcdIsUnavailable } from "./etcd-system.ts";
import { startMemorySystem } from "./memory-system.ts";
import { ProcessSystem } from "./process-system.ts";
import type { SystemUnderTest } from "./system.ts";

/** A way to run servers and their store. */
export interface Setup {
  readonly name: string;
  readonly description: string;
  /** Share of the histories with a fault, in percent. Faults that restart a server take about a second. */
  readonly faultPercent: number;
  /** Number of histories that are recorded at the same time. They have different namespaces, but the same faults. */
  readonly parallelHistories: number;
  /** Names of the faults that end a process without a warning. */
  readonly killFaults: readonly string[];
  /** Returns why this machine cannot run the set-up. Undefined if it can. */
  readonly whyUnavailable: () => Promise<string | undefined>;
  readonly start: () => Promise<SystemUnderTest>;
}

/** On the disk of the checkout, because commits to a memory file system are too fast to be interrupted. */
const dataFolder = join(import.meta.dirname, "../../../.cache");

const alwaysAvailable = (): Promise<undefined> => Promise.resolve(undefined);
const memberFaults: readonly EtcdFaultName[] = ["kill-member"];

/** All set-ups. */
export const setups: readonly Setup[] = [
  {
    name: "memory",
    description: "one server with a store in memory and a clock that moves by steps",
    faultPercent: 30,
    // The clock belongs to one history at a time, because its steps can compact.
    parallelHistories: 1,
    killFaults: [],
    whyUnavailable: alwaysAvailable,
    start: startMemorySystem,
  },
  {
    name: "lmdb",
    description: "one server in one process, with an LMDB store on disk",
    faultPercent: 15,
    parallelHistories: 3,
    killFaults: ["kill"],
    whyUnavailable: alwaysAvailable,
    start: () => ProcessSystem.start({ folder: dataFolder, flags: ["--workers=1"] }),
  },
  {
    name: "lmdb-workers",
    description: "one server with four processes, with an LMDB store on disk",
    faultPercent: 15,
    parallelHistories: 3,
    killFaults: ["kill", "kill-worker"],
    whyUnavailable: alwaysAvailable,
    start: () => ProcessSystem.start({ folder: dataFolder, flags: ["--workers=4"], hasWorkers: true }),
  },
  {
    name: "lmdb-small-disk",
    description: "one server in one process, with an LMDB store on a small disk that other programs fill",
    faultPercent: 50,
    parallelHistories: 2,
    killFaults: [],
    whyUnavailable: () => Promise.resolve(canMakeSmallDisk() ? undefined : "it needs the right to mount a disk"),
    start: startSmallDiskSystem,
  },
  {
    name: "lmdb-slow-disk",
    description: "one server in one process, with an LMDB store on a disk whose writes wait now and then",
    faultPercent: 50,
    parallelHistories: 2,
    killFaults: [],
    whyUnavailable: () => Promise.resolve(canMakeSlowDisk() ? undefined : "it needs the right to mount a disk"),
    start: startSlowDiskSystem,
  },
  {
    name: "etcd",
    description: "two servers over one member of etcd",
    faultPercent: 15,
    parallelHistories: 3,
    killFaults: ["kill", ...memberFaults],
    whyUnavailable: whyEtcdIsUnavailable,
    start: () => startEtcdSystem({ folder: dataFolder, members: 1 }),
  },
  {
    name: "etcd-members",
    description: "two servers over three members of etcd, each in a network namespace",
    faultPercent: 15,
    parallelHistories: 3,
    killFaults: ["kill", ...memberFaults],
    whyUnavailable: async () => whyNetworksAreUnavailable() ?? (await whyEtcdIsUnavailable()),
    start: () => startEtcdSystem({ folder: dataFolder, members: 3 }),
  },
];
