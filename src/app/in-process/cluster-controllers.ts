/** The controllers of a cluster in the cluster's own process: they ask it through memory, each as a user of its own. */
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { MetricRegistry } from "../../base/metrics.ts";
import type { Random } from "../../base/random.ts";
import { Client, WorkQueueMetrics } from "../../client/index.ts";
import {
  builtinControllers,
  ControllerManager,
  type ControllerSpec,
  controllerNames,
  selectControllers,
} from "../../controllers/index.ts";
import { component, systemNamespace, type VocabularyName, vocabularies } from "../../meta/vocabulary.ts";
import { transientRandom } from "../cluster/transient-random.ts";
import type { ControllersConfig } from "../config/controller-flags.ts";
import type { InProcessRequest, InProcessResponse, InProcessUser } from "./in-process-client.ts";
import { memoryTransport } from "./memory-transport.ts";
import { shortEvents } from "./short-events.ts";

/** Feature gate under which a namespace that is deleted loses its Pods before anything else. */
const orderedNamespaceDeletion = "OrderedNamespaceDeletion";

export interface ClusterControllersOptions {
  readonly config: ControllersConfig;
  readonly ask: (target: string, request: InProcessRequest) => Promise<InProcessResponse>;
  readonly vocabulary: VocabularyName;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Where the queues are counted: that of the present cluster. */
  readonly metricRegistry: () => MetricRegistry;
  /** PEM of what vouches for the API server; empty: there is none. */
  readonly rootCa: string;
  readonly isEnabled: (featureGate: string) => boolean;
}

export class ClusterControllers implements AsyncDisposable {
  readonly #options: ClusterControllersOptions;
  readonly #controllers: readonly ControllerSpec[];
  /** For what objects do not keep, so that it does not change their names. */
  readonly #random: Random;
  #metrics: { readonly registry: MetricRegistry; readonly queues: WorkQueueMetrics } | undefined;
  #stop: AbortController | undefined;
  /** All that were started. */
  #ended: Promise<unknown> = Promise.resolve();

  /** @throws RangeError for a controller that there is not */
  constructor(options: ClusterControllersOptions) {
    const { config, random, rootCa, isEnabled } = options;
    const podsFirst = isEnabled(orderedNamespaceDeletion);
    this.#options = options;
    this.#controllers = selectControllers(config.selected, builtinControllers({ rootCa, podsFirst }));
    this.#random = transientRandom(random);
  }

  get areRunning(): boolean {
    return this.#stop !== undefined;
  }

  /** Begins, unless that has happened before. */
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
      metrics: this.#queueMetrics(),
      workers: config.workers,
    });
    const stop = new AbortController();
    const ended = manager.run(stop.signal).catch((error: unknown) => {
      logger.error("the controllers have ended", error);
      if (this.#stop === stop) this.#stop = undefined;
    });
    this.#stop = stop;
    this.#ended = Promise.all([this.#ended, ended]);
  }

  /** Breaks off whatever they do, at once. They can be started again. */
  abandon(): void {
    this.#stop?.abort(new Error("the controllers are stopped"));
    this.#stop = undefined;
  }

  /** As `abandon`; resolves when the last of them has ended. */
  async stop(): Promise<void> {
    this.abandon();
    await this.#ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  /** Once for each registry, however often the controllers are started. */
  #queueMetrics(): WorkQueueMetrics {
    const registry = this.#options.metricRegistry();
    if (this.#metrics?.registry !== registry) this.#metrics = { registry, queues: new WorkQueueMetrics(registry) };
    return this.#metrics.queues;
  }

  #client(controller: string | undefined): Client {
    const { ask, vocabulary, clock } = this.#options;
    const names = vocabularies[vocabulary];
    const user =
      controller === undefined ? managerUser : controllerUser(controller, names.bind(systemNamespace("system")));
    const agent = `${names.bind(component("controller-manager"))}/${controller ?? "shared-informers"}`;
    const transport = memoryTransport(ask, { user, headers: { "user-agent": agent }, shorten: shortEvents });
    return new Client({ transport, vocabulary, retry: { clock } });
  }
}

/** Whether a user, by its name, is one of the cluster's own controllers. */
export function isControllerUser(vocabulary: VocabularyName): (user: string) => boolean {
  const namespace = vocabularies[vocabulary].bind(systemNamespace("system"));
  const names = Object.values(controllerNames).map(({ name }) => controllerUser(name, namespace).name);
  const users = new Set([managerUser.name, ...names]);
  return (user) => users.has(user);
}

/** Until there are roles that say what each may do, the privileged group lets them do it. */
const privileged = "system:masters";

const managerUser: InProcessUser = { name: "system:kube-controller-manager", groups: [privileged] };

/** The ServiceAccount that bears the controller's name. */
function controllerUser(controller: string, namespace: string): InProcessUser {
  return {
    name: `system:serviceaccount:${namespace}:${controller}`,
    groups: ["system:serviceaccounts", `system:serviceaccounts:${namespace}`, privileged],
  };
}
