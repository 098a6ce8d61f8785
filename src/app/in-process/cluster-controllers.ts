/**
 * The controllers of a cluster, in the same process. They send requests through memory, each controller as its own
 * user.
 */

import { lease } from "../../api/coordination/v1/lease.ts";
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { MetricRegistry } from "../../base/metrics.ts";
import type { Random } from "../../base/random.ts";
import { reasonOf } from "../../base/reason-of.ts";
import { Client, LeaderElector, WorkQueueMetrics } from "../../client/index.ts";
import {
  builtinControllers,
  ControllerManager,
  type ControllerName,
  type ControllerSpec,
  controllerNames,
  orderedNamespaceDeletion,
  type SignToken,
  selectControllers,
} from "../../controllers/index.ts";
import { component, systemNamespace, type VocabularyName, vocabularies } from "../../meta/vocabulary.ts";
import { transientRandom } from "../cluster/transient-random.ts";
import type { ControllersConfig } from "../config/controller-flags.ts";
import { controllerUser, managerUser } from "../config/controller-users.ts";
import type { InProcessRequest, InProcessResponse } from "./in-process-client.ts";
import { memoryTransport } from "./memory-transport.ts";
import { shortenMetadataEvents } from "./shorten-metadata-events.ts";

/** Selection of the controllers, and the server that they work with. */
export interface ClusterControllersOptions {
  readonly config: ControllersConfig;
  readonly sendRequest: (target: string, request: InProcessRequest) => Promise<InProcessResponse>;
  readonly vocabulary: VocabularyName;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Returns the metric registry of the present cluster, where the work queues are counted. */
  readonly metricRegistry: () => MetricRegistry;
  /** CA certificate of the API server in PEM; empty if there is none. */
  readonly rootCa: string;
  /** Signs the tokens in Secrets. */
  readonly signToken: SignToken;
  readonly isEnabled: (featureGate: string) => boolean;
  /**
   * Name of this process in the election of the server whose controllers work. Undefined if no other server uses the
   * store.
   */
  readonly electionIdentity?: string | undefined;
}

/** Starts and stops the controllers of a cluster. */
export class ClusterControllers implements AsyncDisposable {
  readonly #options: ClusterControllersOptions;
  readonly #controllers: readonly ControllerSpec[];
  /**
   * Source of values that no object keeps. It is separate, so that controllers do not change the names of new objects.
   */
  readonly #random: Random;
  #stop: AbortController | undefined;
  /** Resolves when all controllers that were ever started have ended. */
  #finished: Promise<unknown> = Promise.resolve();

  /** @throws RangeError if an unknown controller is selected */
  constructor(options: ClusterControllersOptions) {
    const { config, random, rootCa, signToken, isEnabled } = options;
    const podsFirst = isEnabled(orderedNamespaceDeletion);
    const { selected, legacyTokenCleanUpMs, quotaResyncMs } = config;
    const controllers = builtinControllers({ rootCa, podsFirst, signToken, legacyTokenCleanUpMs, quotaResyncMs });
    this.#options = options;
    this.#controllers = selectControllers(selected, controllers, Object.values(controllerNames));
    this.#random = transientRandom(random);
  }

  /** Whether the controllers are running, or wait until they are elected. */
  get areRunning(): boolean {
    return this.#stop !== undefined;
  }

  /** Starts the controllers if they are not running. */
  start(): void {
    if (this.#stop || this.#controllers.length === 0) return;
    const { config, vocabulary, clock, logger } = this.#options;
    const manager = new ControllerManager({
      controllers: this.#controllers,
      clientOf: (name) => this.#client(name),
      vocabulary,
      clock,
      random: this.#random,
      logger,
      metrics: this.#options.metricRegistry().shared(WorkQueueMetrics),
      workers: config.workers,
    });
    const stop = new AbortController();
    const finished = this.#runElected(manager, stop.signal).catch((error: unknown) => {
      logger.error("the controllers have ended", error);
      if (this.#stop === stop) this.#stop = undefined;
    });
    this.#stop = stop;
    this.#finished = Promise.all([this.#finished, finished]);
  }

  /** Runs the controllers. If there is an election, only while this process has the Lease. */
  async #runElected(manager: ControllerManager, signal: AbortSignal): Promise<void> {
    const { electionIdentity: identity, vocabulary, clock, logger } = this.#options;
    if (identity === undefined) return await manager.run(signal);
    const names = vocabularies[vocabulary];
    const elector = new LeaderElector({
      leases: this.#client(undefined).api(lease, names.bind(systemNamespace("system"))),
      // The Lease of `orch controller-manager`, which may run beside this server.
      name: names.bind(component("controller-manager")),
      identity,
      clock,
      random: this.#random,
      onError: (error) => logger.warning("the Lease of the controllers failed", { error: reasonOf(error) }),
    });
    await elector.run(signal, async (leading) => {
      logger.info("the controllers work on this server");
      await manager.run(leading);
    });
  }

  /** Stops the controllers at once, without waiting for them. They can be started again. */
  abandon(): void {
    this.#stop?.abort(new Error("the controllers are stopped"));
    this.#stop = undefined;
  }

  /** Stops the controllers. Resolves when all of them have ended. */
  async stop(): Promise<void> {
    this.abandon();
    await this.#finished;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  #client(controller: ControllerName | undefined): Client {
    const { sendRequest, vocabulary, clock } = this.#options;
    const user = controller ? controllerUser(controller, vocabulary) : managerUser;
    const program = vocabularies[vocabulary].bind(component("controller-manager"));
    const agent = `${program}/${controller?.name ?? "shared-informers"}`;
    const transport = memoryTransport(sendRequest, {
      user,
      headers: { "user-agent": agent },
      shorten: shortenMetadataEvents,
    });
    return new Client({ transport, vocabulary, retry: { clock } });
  }
}
