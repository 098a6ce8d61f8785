/** The set-ups whose promises are checked. */
import { join } from "node:path";
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
  readonly start: () => Promise<SystemUnderTest>;
}

/** On the disk of the checkout, because commits to a memory file system are too fast to be interrupted. */
const dataFolder = join(import.meta.dirname, "../../../.cache");

/** All set-ups. */
export const setups: readonly Setup[] = [
  {
    name: "memory",
    description: "one server with a store in memory and a clock that moves by steps",
    faultPercent: 30,
    // The clock belongs to one history at a time, because its steps can compact.
    parallelHistories: 1,
    start: startMemorySystem,
  },
  {
    name: "lmdb",
    description: "one server in a process, with an LMDB store on disk",
    faultPercent: 15,
    parallelHistories: 3,
    start: () => ProcessSystem.start({ folder: dataFolder }),
  },
];
