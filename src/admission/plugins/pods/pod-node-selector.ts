/**
 * The PodNodeSelector plugin: an annotation of the namespace restricts the nodes of its Pods. The plugin's configuration has the
 * restriction of other namespaces, and the labels that the Pods of a namespace may select.
 */
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
import { defaultSelector } from "./node-selector-settings.ts";
import { readNodeSelector } from "./read-node-selector.ts";

type NodeSelector = Readonly<Record<string, string>>;

const annotation = subLabel("scheduler.alpha/node-selector");

/** Returns the plugin. */
export function podNodeSelector({
  fewObjects,
  vocabulary,
  configurations,
}: Pick<PluginServices, "fewObjects" | "vocabulary" | "configurations">): AdmissionPlugin {
  const namespaces: ObjectReader<Namespace> = fewObjects(namespace);
  const key = vocabulary.bind(annotation);
  const { selectors = {} } = configurations.PodNodeSelector ?? {};
  const requiredBy = async (request: AdmissionRequest): Promise<NodeSelector> => {
    const { metadata }: DeepReadonly<Namespace> = await namespaceOf(request, namespaces);
    const text = getOwn(metadata.annotations, key) ?? getOwn(selectors, defaultSelector) ?? "";
    const required = readNodeSelector(text);
    rejectConflict(request, required);
    return required;
  };
  const rejectOthers = (request: AdmissionRequest): void => {
    const allowed = readNodeSelector(getOwn(selectors, request.namespace) ?? "");
    const { metadata, spec } = podToCheck(request);
    if (Object.keys(allowed).length === 0 || isSubset(spec?.nodeSelector ?? {}, allowed)) return;
    const why = "pod node label selector labels conflict with its namespace whitelist";
    throw forbidden(request.resource, metadata.name ?? "", why);
  };
  return {
    admit: async (request) => {
      const required = await requiredBy(request);
      const { spec } = podToChange(request);
      if (Object.keys(required).length > 0) spec.nodeSelector = { ...required, ...spec.nodeSelector };
      rejectOthers(request);
    },
    validate: async (request) => {
      await requiredBy(request);
      rejectOthers(request);
    },
  };
}

function isSubset(part: NodeSelector, whole: NodeSelector): boolean {
  return Object.entries(part).every(([key, value]) => getOwn(whole, key) === value);
}

function rejectConflict(request: AdmissionRequest, required: NodeSelector): void {
  const { metadata, spec } = podToCheck(request);
  const { nodeSelector } = spec ?? {};
  const hasConflict = Object.entries(required).some(([key, value]) => (getOwn(nodeSelector, key) ?? value) !== value);
  if (!hasConflict) return;
  const why = "pod node label selector conflicts with its namespace node label selector";
  throw forbidden(request.resource, metadata.name ?? "", why);
}
