/** The relations of nodes and objects, from the Pods, volumes and other objects of the cluster. */
import {
  type KindDeclaration,
  type PersistentVolume,
  type Pod,
  persistentVolume,
  pod,
  type ResourceSlice,
  resourceSlice,
  type VolumeAttachment,
  volumeAttachment,
} from "../../api/index.ts";
import { boundVolume, NodeGraph, type ObjectPlace, podReferenceFields, podReferences } from "../../authz/node/index.ts";
import { Histogram, type HistogramDefinition } from "../../base/metrics.ts";
import { fieldReader } from "../../codec/index.ts";
import { label } from "../../meta/vocabulary.ts";
import { ObjectFollower } from "../../registry/index.ts";
import type { AuthorizationServices } from "./compose-authorization.ts";

const graphActions: HistogramDefinition<"operation"> = {
  name: "node_authorizer_graph_actions_duration_seconds",
  help: "Time of changes of the relations between nodes and objects, in seconds, by the changed object.",
  stability: "ALPHA",
  labels: ["operation"],
  buckets: Array.from({ length: 12 }, (_, index) => 0.0001 * 2 ** index),
};

/** The parts of a server that relations need. */
export type RelationServices = Pick<
  AuthorizationServices,
  "clock" | "isEnabled" | "metrics" | "resources" | "vocabulary"
>;

/** How the objects of one kind change the graph. */
interface GraphSource {
  readonly kind: KindDeclaration;
  /** Names of the operations in metrics. */
  readonly added: string;
  readonly deleted: string;
  readonly set: (graph: NodeGraph, key: string, bytes: Buffer) => void;
  readonly remove: (graph: NodeGraph, key: string) => void;
}

/** Loads the relations when they are first used, and then follows all changes. */
export class NodeRelations {
  readonly #services: RelationServices;
  readonly #durations: Histogram<"operation">;
  readonly #sources: readonly GraphSource[];
  #graph: NodeGraph | undefined;
  #loading: Promise<NodeGraph> | undefined;

  constructor(services: RelationServices) {
    this.#services = services;
    this.#durations = services.metrics.add(new Histogram(graphActions));
    this.#sources = graphSources(services);
  }

  /** Returns the relations. A promise only while they are being loaded. */
  graph(): NodeGraph | Promise<NodeGraph> {
    if (this.#graph) return this.#graph;
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  /** Loads all objects. Starts again if changes were missed meanwhile. */
  async #load(): Promise<NodeGraph> {
    for (;;) {
      const graph = new NodeGraph();
      const isComplete = await this.#follow(graph);
      if (!isComplete) continue;
      this.#graph = graph;
      return graph;
    }
  }

  /** Fills a graph and keeps it up to date. Returns false if changes were missed before it was complete. */
  async #follow(graph: NodeGraph): Promise<boolean> {
    let isInterrupted = false;
    const followers: ObjectFollower[] = [];
    const stopAll = (): void => {
      isInterrupted = true;
      if (this.#graph === graph) this.#graph = undefined;
      for (const follower of followers) follower.stop();
    };
    for (const source of this.#sources) {
      const resource = this.#services.resources.get(source.kind);
      if (!resource) continue;
      followers.push(
        new ObjectFollower(resource, {
          onObject: (object) => this.#measure(source.added, () => source.set(graph, object.key, object.bytes)),
          onRemoved: (key) => this.#measure(source.deleted, () => source.remove(graph, key)),
          onInterrupted: stopAll,
        }),
      );
    }
    try {
      for (const follower of followers) await follower.start();
    } catch (error) {
      stopAll();
      throw error;
    }
    return !isInterrupted;
  }

  #measure(operation: string, change: () => void): void {
    const { clock } = this.#services;
    const startedMs = clock.monotonicMs();
    change();
    this.#durations.observe([operation], (clock.monotonicMs() - startedMs) / 1000);
  }
}

function graphSources({ vocabulary, isEnabled }: RelationServices): readonly GraphSource[] {
  const slices = assignedSource<ResourceSlice>(resourceSlice, "ResourceSlice", "resourceslices");
  return [
    podSource(vocabulary.bind(label("config.mirror"))),
    volumeSource(),
    assignedSource<VolumeAttachment>(volumeAttachment, "VolumeAttachment", "volumeattachments"),
    ...(isEnabled("DynamicResourceAllocation") ? [slices] : []),
  ];
}

function podSource(mirrorAnnotation: string): GraphSource {
  const read = fieldReader(["metadata.annotations", "spec.nodeName", ...podReferenceFields]) as (bytes: Buffer) => Pod;
  return {
    kind: pod,
    added: "AddPod",
    deleted: "DeletePod",
    set: (graph, key, bytes) => {
      const object = read(bytes);
      const nodeName = object.spec?.nodeName ?? "";
      // An agent creates mirror Pods itself, so they must not give it access to anything.
      const isMirror = object.metadata.annotations?.[mirrorAnnotation] !== undefined;
      const references = isMirror || nodeName === "" ? [] : podReferences(object);
      graph.setPod(placeOf(key), nodeName === "" ? undefined : { nodeName, references });
    },
    remove: (graph, key) => graph.removePod(placeOf(key)),
  };
}

function volumeSource(): GraphSource {
  const read = fieldReader(["spec"]) as (bytes: Buffer) => PersistentVolume;
  return {
    kind: persistentVolume,
    added: "AddPV",
    deleted: "DeletePV",
    set: (graph, name, bytes) => graph.setVolume(name, boundVolume(read(bytes))),
    remove: (graph, name) => graph.removeVolume(name),
  };
}

function assignedSource<T extends VolumeAttachment | ResourceSlice>(
  kind: KindDeclaration,
  operation: string,
  resource: "resourceslices" | "volumeattachments",
): GraphSource {
  const read = fieldReader(["spec.nodeName"]) as (bytes: Buffer) => T;
  return {
    kind,
    added: `Add${operation}`,
    deleted: `Delete${operation}`,
    set: (graph, name, bytes) => graph.setAssigned(resource, name, read(bytes).spec.nodeName ?? ""),
    remove: (graph, name) => graph.removeAssigned(resource, name),
  };
}

function placeOf(key: string): ObjectPlace {
  const slash = key.indexOf("/");
  return { namespace: key.slice(0, slash), name: key.slice(slash + 1) };
}
