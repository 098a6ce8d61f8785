/** Runs controllers concurrently, each with a separate client. */
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { Random } from "../../base/random.ts";
import type { Client, WorkQueueMetrics } from "../../client/index.ts";
import { type VocabularyName, vocabularies } from "../../meta/vocabulary.ts";
import type { ControllerContext, ControllerName, ControllerSpec } from "./controller-spec.ts";
import { ObjectMonitors } from "./object-monitors.ts";
import { reportFailure } from "./report-failure.ts";
import { SharedInformers } from "./shared-informers.ts";
import { TypeCatalog } from "./type-catalog.ts";

/** Options of the `ControllerManager` constructor. */
export interface ControllerManagerOptions {
  readonly controllers: readonly ControllerSpec[];
  /**
   * Returns a client that acts as this controller, or as the shared reader of all controllers if it is undefined. The
   * manager closes the client.
   */
  readonly clientOf: (controller?: ControllerName) => Client;
  readonly vocabulary: VocabularyName;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly metrics: WorkQueueMetrics;
  /** How many keys a controller reconciles concurrently, by its name. Default: the number in its spec. */
  readonly workers?: Readonly<Record<string, number>>;
}

/** Runs a set of controllers. */
export class ControllerManager {
  readonly #options: ControllerManagerOptions;

  constructor(options: ControllerManagerOptions) {
    this.#options = options;
  }

  /**
   * Runs the controllers until the signal is aborted, also if there are none. Resolves when all of them have ended.
   * @throws the error of the first controller that ends before that, after all others have ended
   */
  async run(outer: AbortSignal): Promise<void> {
    const { controllers, clientOf, clock, random, logger } = this.#options;
    const stop = new AbortController();
    const signal = AbortSignal.any([outer, stop.signal]);
    const onError = (error: unknown, resource: string): void => reportFailure(logger, error, { resource });
    await using reader = clientOf();
    const types = new TypeCatalog({ client: reader, clock, onError: (error) => onError(error, "types") });
    const informers = new SharedInformers({ client: reader, clock, random, signal, onError });
    const monitors = new ObjectMonitors({ client: reader, types, clock, random, signal, onError });
    const running = controllers.map((spec) => this.#runOne(spec, { reader, types, informers, monitors }, signal));
    // A controller that ends stops the others, so that the caller learns of its error.
    const ends = running.map((run) => run.finally(() => stop.abort(new Error("a controller has ended"))));
    const results = await Promise.allSettled([...ends, types.run(signal)]);
    await Promise.all([informers.ended(), monitors.ended()]);
    const failed = results.find((result) => result.status === "rejected");
    if (failed && !outer.aborted) throw failed.reason;
  }

  async #runOne(
    spec: ControllerSpec,
    shared: Pick<ControllerContext, "reader" | "types" | "informers" | "monitors">,
    signal: AbortSignal,
  ): Promise<void> {
    const { clientOf, clock, random, logger, metrics, vocabulary, workers = {} } = this.#options;
    await using client = clientOf(spec);
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
