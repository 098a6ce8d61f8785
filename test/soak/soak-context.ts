/** Objects that the operations of a soak share. */
import type { Random } from "../../src/base/random.ts";
import type { AcknowledgedWrite } from "./acknowledged-write.ts";
import type { EventHistory } from "./event-history.ts";
import type { Population } from "./population.ts";
import type { SoakClients } from "./soak-clients.ts";

/** Clients, objects and histories of a soak. */
export interface SoakContext {
  readonly clients: SoakClients;
  readonly population: Population;
  readonly histories: readonly EventHistory[];
  readonly random: Random;
  readonly report: (fault: string) => void;
  /** Passes an acknowledged write to the event history of every scope. */
  readonly acknowledge: (write: AcknowledgedWrite) => void;
}
