/** Runs controllers side by side, each with a client of its own. */
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { Random } from "../../base/random.ts";
import type { Client, WorkQueueMetrics } from "../../client/index.ts";
import { type VocabularyName, vocabularies } from "../../meta/vocabulary.ts";
import type { ControllerContext, ControllerSpec } from "./controller-spec.ts";
import { ObjectMonitors } from "./object-monitors.ts";
import { reportFailure } from "./report-failure.ts";
import { SharedInformers } from "./shared-informers.ts";
import { TypeCatalog } from "./type-catalog.ts";

export interface ControllerManagerOptions {
  readonly controllers: readonly ControllerSpec[];
  /** A client that acts as the controller of that name; absent: as what all of them read with. Closed by the manager. */
  readonly clientOf: (controller?: string) => Client;
  readonly vocabulary: VocabularyName;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly metrics: WorkQueueMetrics;
  /** How many objects a controller looks at at once, by its name, where that is not what it brings along. */
  readonly workers?: Readonly<Record<string, number>>;
}

export class ControllerManager {
  readonly #options: ControllerManagerOptions;

  constructor(options: ControllerManagerOptions) {
    this.#options = options;
  }

  /**
   * Works until the signal is aborted, then resolves when everything has ended.
   * @throws what a controller ends with before; then all of them have ended
   */
  async run(outer: AbortSignal): Promise<void> {
    const { controllers, clientOf, clock, random, logger } = this.#options;
    if (controllers.length === 0) return;
    const stop = new AbortController();
    const signal = AbortSignal.any([outer, stop.signal]);
    const onError = (error: unknown, resource: string): void => reportFailure(logger, error, { resource });
    await using client = clientOf();
    const types = new TypeCatalog({ client, clock, onError: (error) => onError(error, "types") });
    const informers = new SharedInformers({ client, clock, random, signal, onError });
    const monitors = new ObjectMonitors({ client, types, clock, random, signal, onError });
    const running = controllers.map((spec) => this.#runOne(spec, { types, informers, monitors }, signal));
    // One that ends takes the others with it, so that whoever started them hears of it.
    const ends = running.map((run) => run.finally(() => stop.abort(new Error("a controller has ended"))));
    const results = await Promise.allSettled([...ends, types.run(signal)]);
    await Promise.all([informers.ended(), monitors.ended()]);
    const failed = results.find((result) => result.status === "rejected");
    if (failed && !outer.aborted) throw failed.reason;
  }

  async #runOne(
    spec: ControllerSpec,
    shared: Pick<ControllerContext, "types" | "informers" | "monitors">,
    signal: AbortSignal,
  ): Promise<void> {
    const { clientOf, clock, random, logger, metrics, vocabulary, workers = {} } = this.#options;
    await using client = clientOf(spec.name);
    await spec.run(
      {
        ...shared,
        client,
        clock,
        random,
        metrics,
        logger: logger.with({ controller: spec.name }),
        vocabulary: vocabularies[vocabulary],
        workers: workers[spec.name] ?? spec.workers,
      },
      signal,
    );
  }
}
