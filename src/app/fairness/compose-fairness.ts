/** Connects priority and fairness with the cluster: its objects, its caches, its metrics and its debug endpoints. */
import { flowSchema, priorityLevelConfiguration } from "../../api/index.ts";
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { MetricRegistry } from "../../base/metrics.ts";
import type { ObjectConsumer } from "../../base/object-consumer.ts";
import { ObjectFollower } from "../../cache/index.ts";
import {
  dumpLevels,
  dumpQueues,
  dumpRequests,
  Fairness,
  type FlowControlSpecs,
  WatchCounts,
} from "../../fairness/index.ts";
import {
  mandatoryFlowSchemas,
  mandatoryPriorityLevels,
  suggestedFlowSchemas,
  suggestedPriorityLevels,
} from "../../kinds/index.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { FairnessSettings, PathTable, ResourceTable, StoredResources } from "../../server/index.ts";

/** Parts of the cluster that decide about the seats of requests. */
export interface FairnessParts {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly vocabulary: Vocabulary;
  readonly metrics: MetricRegistry;
  readonly resources: StoredResources;
  readonly table: ResourceTable;
  /** Seats of all priority levels together. */
  readonly seats: number;
  readonly processCount?: (() => number) | undefined;
  /** Whether the suggested objects apply without being stored, because the server does not create them. */
  readonly assumesSuggested: boolean;
  readonly countsWatchLists: boolean;
}

/** Priority and fairness of one process. It follows the stored objects from `start` on. */
export class ServerFairness implements AsyncDisposable {
  readonly settings: FairnessSettings;
  readonly #parts: FairnessParts;
  readonly #followers: readonly ObjectFollower[];
  #isLoading = false;
  #isStarted = false;

  constructor(parts: FairnessParts) {
    const { clock, metrics, seats, processCount, table, countsWatchLists, assumesSuggested } = parts;
    this.#parts = parts;
    const fairness = new Fairness({ clock, metrics, seats, processCount, defaults: defaultSpecs(parts) });
    this.settings = {
      fairness,
      watches: new WatchCounts(),
      countObjects: ({ group, version, resource }) =>
        table.version(group, version)?.resources.get(resource)?.endpoint.resource?.cache.objectCount,
      countsWatchLists,
      showsUnstored: !assumesSuggested,
    };
    this.#followers = [
      this.#follow(flowSchema, fairness.schemaConsumer),
      this.#follow(priorityLevelConfiguration, fairness.levelConsumer),
    ].filter((follower) => follower !== undefined);
    fairness.isLoaded = () => this.#isLoaded();
  }

  /** Reads the stored objects, and follows their changes from now on. */
  async start(): Promise<void> {
    this.#isStarted = true;
    await this.#load();
  }

  /** Serves the debug endpoints. */
  install(paths: PathTable): void {
    const { clock } = this.#parts;
    const { fairness } = this.settings;
    const text = { "content-type": "text/plain; charset=utf-8" };
    const add = (name: string, dump: (hasDetails: boolean) => string): void =>
      paths.addUnlisted(`/debug/api_priority_and_fairness/${name}`, async (call) => {
        const hasDetails = call.hasQuery && (call.query.first("includeRequestDetails") ?? "") !== "";
        call.respond(200, text, Buffer.from(dump(hasDetails)));
      });
    add("dump_priority_levels", () => dumpLevels(fairness));
    add("dump_queues", () => dumpQueues(fairness));
    add("dump_requests", (hasDetails) => dumpRequests(fairness, clock, hasDetails));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStarted = false;
    for (const follower of this.#followers) follower[Symbol.dispose]();
    await this.settings.fairness[Symbol.asyncDispose]();
  }

  /** Whether all objects are known. If not, because the feed was interrupted, they are read again. */
  #isLoaded(): boolean {
    if (!this.#isStarted || this.#followers.every(({ isLoaded }) => isLoaded)) return true;
    if (!this.#isLoading) void this.#reload();
    return false;
  }

  async #reload(): Promise<void> {
    this.#isLoading = true;
    try {
      await this.#load();
    } catch (error) {
      this.#parts.logger.error("the objects of priority and fairness cannot be read", error);
    } finally {
      this.#isLoading = false;
    }
  }

  async #load(): Promise<void> {
    await Promise.all(this.#followers.map((follower) => follower.ready()));
  }

  #follow(
    kind: NonNullable<Parameters<StoredResources["get"]>[0]>,
    consumer: ObjectConsumer,
  ): ObjectFollower | undefined {
    const resource = this.#parts.resources.get(kind);
    if (!resource) return undefined;
    const { prefix, services, cache } = resource;
    return new ObjectFollower({ feed: services.feed, prefix, format: cache.format, consumer });
  }
}

/** Returns the specs that apply if there is no object of their name. */
function defaultSpecs({ vocabulary, assumesSuggested }: FairnessParts): FlowControlSpecs {
  if (!assumesSuggested) return { schemas: mandatoryFlowSchemas, levels: mandatoryPriorityLevels };
  return {
    schemas: new Map([...mandatoryFlowSchemas, ...suggestedFlowSchemas(vocabulary)]),
    levels: new Map([...mandatoryPriorityLevels, ...suggestedPriorityLevels]),
  };
}
