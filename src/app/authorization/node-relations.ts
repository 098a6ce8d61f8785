/** The relations of nodes and objects, from the Pods, volumes and other objects of the cluster. */
import { type KindDeclaration, persistentVolume, pod, resourceSlice, volumeAttachment } from "../../api/index.ts";
import { NodeGraph } from "../../authz/node/index.ts";
import { assert } from "../../base/assert.ts";
import type { Clock } from "../../base/clock.ts";
import { Histogram, type HistogramDefinition, type MetricRegistry } from "../../base/metrics.ts";
import type { ObjectConsumer } from "../../base/object-consumer.ts";
import { FollowerGroup, ObjectFollower } from "../../cache/index.ts";
import type { IsEnabled } from "../../meta/feature-gates.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { StoredResources } from "../../server/index.ts";
import { type RelationConsumers, relationConsumers } from "./relation-consumers.ts";

const graphActions: HistogramDefinition<"operation"> = {
  name: "node_authorizer_graph_actions_duration_seconds",
  help: "Time of changes of the relations between nodes and objects, in seconds, by the changed object.",
  stability: "ALPHA",
  labels: ["operation"],
  buckets: Array.from({ length: 12 }, (_, index) => 0.0001 * 2 ** index),
};

/** The parts of a server that relations need. */
export interface RelationServices {
  readonly clock: Clock;
  readonly isEnabled: IsEnabled;
  readonly metrics: MetricRegistry;
  readonly resources: StoredResources;
  readonly vocabulary: Vocabulary;
}

/** How the objects of one kind change the graph. */
interface GraphSource {
  readonly kind: KindDeclaration;
  /** Name of the changes in metrics, after `Add` or `Delete`. */
  readonly operation: string;
  readonly consumer: ObjectConsumer;
}

/** The relations, which have each change before the response of its write is sent. They are loaded when they are first needed. */
export class NodeRelations implements Disposable {
  readonly graph = new NodeGraph();
  readonly #followers: FollowerGroup;

  constructor({ clock, isEnabled, metrics, resources, vocabulary }: RelationServices) {
    const durations = metrics.add(new Histogram(graphActions));
    const sources = graphSources(relationConsumers(this.graph, vocabulary), isEnabled);
    const [pods] = sources;
    const feed = resources.get(pods.kind)?.services.feed;
    assert(feed, "Pods are stored");
    this.#followers = new FollowerGroup(
      feed,
      sources.flatMap(({ kind, operation, consumer }) => {
        const resource = resources.get(kind);
        if (!resource) return [];
        const { prefix, cache } = resource;
        const measured = measuredConsumer(consumer, { durations, operation, clock });
        return [new ObjectFollower({ feed, prefix, format: cache.format, consumer: measured })];
      }),
    );
  }

  /** Whether the relations have all changes that clients can have seen. If not, wait for `ready` before a decision. */
  get isReady(): boolean {
    return this.#followers.isReady;
  }

  /** Loads the relations, unless they are loaded. @throws StorageError */
  ready(): Promise<void> {
    return this.#followers.ready();
  }

  [Symbol.dispose](): void {
    this.#followers[Symbol.dispose]();
  }
}

/** Returns a consumer that also records the time of each change. */
function measuredConsumer(
  consumer: ObjectConsumer,
  options: { readonly durations: Histogram<"operation">; readonly operation: string; readonly clock: Clock },
): ObjectConsumer {
  const { durations, operation, clock } = options;
  const measure = (name: string, change: () => void): void => {
    const startedMs = clock.monotonicMs();
    change();
    durations.observe([name], (clock.monotonicMs() - startedMs) / 1000);
  };
  return {
    set: (key, json) => measure(`Add${operation}`, () => consumer.set(key, json)),
    delete: (key) => measure(`Delete${operation}`, () => consumer.delete(key)),
    clear: () => consumer.clear(),
  };
}

/** Returns the kinds whose objects change the graph. Pods are the first. */
function graphSources(
  { pods, volumes, attachments, slices }: RelationConsumers,
  isEnabled: IsEnabled,
): readonly [GraphSource, ...GraphSource[]] {
  return [
    { kind: pod, operation: "Pod", consumer: pods },
    { kind: persistentVolume, operation: "PV", consumer: volumes },
    { kind: volumeAttachment, operation: "VolumeAttachment", consumer: attachments },
    ...(isEnabled("DynamicResourceAllocation")
      ? [{ kind: resourceSlice, operation: "ResourceSlice", consumer: slices }]
      : []),
  ];
}
