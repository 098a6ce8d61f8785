/** Put the objects of the cluster into the graph of nodes. */
import type { PersistentVolume, Pod, ResourceSlice, VolumeAttachment } from "../../api/index.ts";
import {
  type AssignedResource,
  boundVolume,
  type NodeGraph,
  podReferenceFields,
  podReferences,
} from "../../authz/node/index.ts";
import type { ObjectConsumer } from "../../base/object-consumer.ts";
import { fieldReader } from "../../codec/index.ts";
import { splitKey } from "../../meta/object-key.ts";
import { label, type Vocabulary } from "../../meta/vocabulary.ts";

/** The consumers of the objects of each kind. */
export interface RelationConsumers {
  readonly pods: ObjectConsumer;
  readonly volumes: ObjectConsumer;
  readonly attachments: ObjectConsumer;
  readonly slices: ObjectConsumer;
}

/** Returns consumers that put objects into the graph. They parse only the fields that they need. */
export function relationConsumers(graph: NodeGraph, vocabulary: Vocabulary): RelationConsumers {
  return {
    pods: boundPods(graph, vocabulary.bind(label("config.mirror"))),
    volumes: boundVolumes(graph),
    attachments: assignedObjects<VolumeAttachment>(graph, "volumeattachments"),
    slices: assignedObjects<ResourceSlice>(graph, "resourceslices"),
  };
}

function boundPods(graph: NodeGraph, mirrorAnnotation: string): ObjectConsumer {
  const read = fieldReader(["metadata.annotations", "spec.nodeName", ...podReferenceFields]) as (json: Buffer) => Pod;
  return {
    set: (key, json) => {
      const object = read(json);
      const nodeName = object.spec?.nodeName ?? "";
      // An agent creates mirror Pods itself, so they must not give it access to anything.
      const isMirror = object.metadata.annotations?.[mirrorAnnotation] !== undefined;
      const references = isMirror || nodeName === "" ? [] : podReferences(object);
      graph.setPod(splitKey(key), nodeName === "" ? undefined : { nodeName, references });
    },
    delete: (key) => graph.removePod(splitKey(key)),
    clear: () => graph.clearPods(),
  };
}

function boundVolumes(graph: NodeGraph): ObjectConsumer {
  const read = fieldReader(["spec"]) as (json: Buffer) => PersistentVolume;
  return {
    set: (name, json) => graph.setVolume(name, boundVolume(read(json))),
    delete: (name) => graph.removeVolume(name),
    clear: () => graph.clearVolumes(),
  };
}

function assignedObjects<T extends VolumeAttachment | ResourceSlice>(
  graph: NodeGraph,
  resource: AssignedResource,
): ObjectConsumer {
  const read = fieldReader(["spec.nodeName"]) as (json: Buffer) => T;
  return {
    set: (name, json) => graph.setAssigned(resource, name, read(json).spec.nodeName ?? ""),
    delete: (name) => graph.removeAssigned(resource, name),
    clear: () => graph.clearAssigned(resource),
  };
}
