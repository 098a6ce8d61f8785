/** What the manager of controllers knows of each: its names, and how it is run. */
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { Random } from "../../base/random.ts";
import type { Client, WorkQueueMetrics } from "../../client/index.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { ObjectMonitors } from "./object-monitors.ts";
import type { SharedInformers } from "./shared-informers.ts";
import type { TypeCatalog } from "./type-catalog.ts";

export interface ControllerContext {
  /** The controller's own: the server knows who asks. */
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly vocabulary: Vocabulary;
  readonly metrics: WorkQueueMetrics;
  /** What several controllers read is watched once. */
  readonly informers: SharedInformers;
  readonly types: TypeCatalog;
  /** The metadata of everything that can be deleted. */
  readonly monitors: ObjectMonitors;
  /** How many objects a controller may look at at once. */
  readonly workers: number;
}

export interface ControllerName {
  /** As the reference calls it: `namespace-controller`. */
  readonly name: string;
  /** What older command lines call it. */
  readonly alias: string;
}

export interface ControllerSpec extends ControllerName {
  /** How many objects it looks at at once, unless it is told otherwise. */
  readonly workers: number;
  /** Works until the signal is aborted, then resolves when the last call has ended. */
  run(context: ControllerContext, signal: AbortSignal): Promise<void>;
}
