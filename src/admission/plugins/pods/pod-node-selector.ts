/** The PodNodeSelector plugin: an annotation of the namespace restricts the nodes of its Pods. */
import { type Namespace, namespace } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { getOwn } from "../../../base/own-property.ts";
import type { ObjectReader } from "../../../meta/object-reader.ts";
import { forbidden } from "../../../meta/status-error.ts";
import { subLabel } from "../../../meta/vocabulary.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../../plugin.ts";
import type { PluginServices } from "../plugin-services.ts";
import { podToChange, podToCheck } from "./admitted-pod.ts";
import { namespaceOf } from "./namespace-of-pod.ts";
import { readNodeSelector } from "./read-node-selector.ts";

type NodeSelector = Readonly<Record<string, string>>;

const annotation = subLabel("scheduler.alpha/node-selector");

/** Returns the plugin. */
export function podNodeSelector({
  fewObjects,
  vocabulary,
}: Pick<PluginServices, "fewObjects" | "vocabulary">): AdmissionPlugin {
  const namespaces: ObjectReader<Namespace> = fewObjects(namespace);
  const key = vocabulary.bind(annotation);
  const requiredBy = async (request: AdmissionRequest): Promise<NodeSelector> => {
    const { metadata }: DeepReadonly<Namespace> = await namespaceOf(request, namespaces);
    const required = readNodeSelector(getOwn(metadata.annotations, key) ?? "");
    rejectConflict(request, required);
    return required;
  };
  return {
    admit: async (request) => {
      const required = await requiredBy(request);
      const { spec } = podToChange(request);
      if (Object.keys(required).length > 0) spec.nodeSelector = { ...required, ...spec.nodeSelector };
    },
    validate: async (request) => {
      await requiredBy(request);
    },
  };
}

function rejectConflict(request: AdmissionRequest, required: NodeSelector): void {
  const { metadata, spec } = podToCheck(request);
  const { nodeSelector } = spec ?? {};
  const hasConflict = Object.entries(required).some(([key, value]) => (getOwn(nodeSelector, key) ?? value) !== value);
  if (!hasConflict) return;
  const why = "pod node label selector conflicts with its namespace node label selector";
  throw forbidden(request.resource, metadata.name ?? "", why);
}
