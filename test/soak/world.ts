/** Objects that the operations of a soak share. */
import type { Random } from "../../src/base/random.ts";
import type { Chronicle } from "./chronicle.ts";
import type { Population } from "./population.ts";
import type { Traffic } from "./traffic.ts";
import type { Write } from "./write.ts";

/** Clients, objects and chronicles of a soak. */
export interface World {
  readonly traffic: Traffic;
  readonly population: Population;
  readonly chronicles: readonly Chronicle[];
  readonly random: Random;
  readonly report: (fault: string) => void;
  /** Passes an acknowledged write to every chronicle. */
  readonly acknowledge: (write: Write) => void;
}
