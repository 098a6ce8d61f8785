/** The interface between the controller manager and a controller. */
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { Random } from "../../base/random.ts";
import type { Client, WorkQueueMetrics } from "../../client/index.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { ObjectMonitors } from "./object-monitors.ts";
import type { SharedInformers } from "./shared-informers.ts";
import type { TypeCatalog } from "./type-catalog.ts";

/** Everything that a controller works with. */
export interface ControllerContext {
  /** A client with the controller's identity, by which the server recognizes it. */
  readonly client: Client;
  /** A client of the controller manager, which may read the objects that controllers watch. */
  readonly reader: Client;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly vocabulary: Vocabulary;
  readonly metrics: WorkQueueMetrics;
  /** Informers that several controllers share. */
  readonly informers: SharedInformers;
  readonly types: TypeCatalog;
  /** Metadata of all objects that can be deleted. */
  readonly monitors: ObjectMonitors;
  /** How many keys the controller reconciles concurrently. */
  readonly workers: number;
}

/** How command lines, metrics and the server refer to a controller. */
export interface ControllerName {
  /** The reference's name of the controller, such as `namespace-controller`. */
  readonly name: string;
  /** The name in older command lines. */
  readonly alias: string;
  /** ServiceAccount as which it acts, in the namespace of the system. Absent: it acts as the controller manager. */
  readonly account?: string;
  /** Whether `*` does not select the controller. */
  readonly isOffByDefault?: boolean;
}

/** A controller that the manager can run. */
export interface ControllerSpec extends ControllerName {
  /** Default number of keys that it reconciles concurrently. */
  readonly workers: number;
  /** Runs until the signal is aborted. Resolves when the last call has ended. */
  run(context: ControllerContext, signal: AbortSignal): Promise<void>;
}
