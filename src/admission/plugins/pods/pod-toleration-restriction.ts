/**
 * The PodTolerationRestriction plugin: annotations of the namespace have tolerations that its Pods get, and those that its
 * Pods may have. The plugin's configuration has those of other namespaces. Pods that request resources also tolerate nodes that are short of memory.
 */
import { namespace, type Toleration } from "../../../api/index.ts";
import { getOwn } from "../../../base/own-property.ts";
import { DecodeError } from "../../../codec/index.ts";
import { readTolerations } from "../../../kinds/index.ts";
import { StatusError } from "../../../meta/status-error.ts";
import { type NameToken, subLabel } from "../../../meta/vocabulary.ts";
import { podQosClass } from "../../../usage/index.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../../plugin.ts";
import type { PluginServices } from "../plugin-services.ts";
import { podToChange, specToCheck } from "./admitted-pod.ts";
import { namespaceOf } from "./namespace-of-pod.ts";
import { noTolerations } from "./toleration-settings.ts";
import { areIncluded, mergeTolerations } from "./tolerations.ts";

const defaultsAnnotation = subLabel("scheduler.alpha/defaultTolerations");
const allowedAnnotation = subLabel("scheduler.alpha/tolerationsWhitelist");
const memoryPressure = subLabel("node/memory-pressure");

/** Returns the plugin. */
export function podTolerationRestriction({
  fewObjects,
  vocabulary,
  configurations,
}: Pick<PluginServices, "fewObjects" | "vocabulary" | "configurations">): AdmissionPlugin {
  const { defaults: commonDefaults, allowed: commonAllowed } = configurations.PodTolerationRestriction ?? noTolerations;
  const namespaces = fewObjects(namespace);
  const shortOfMemory: Toleration = { key: vocabulary.bind(memoryPressure), operator: "Exists", effect: "NoSchedule" };
  const annotated = async (
    request: AdmissionRequest,
    annotation: NameToken,
  ): Promise<readonly Toleration[] | undefined> => {
    const { metadata } = await namespaceOf(request, namespaces);
    const text = getOwn(metadata.annotations, vocabulary.bind(annotation));
    if (text === undefined) return undefined;
    return text === "" ? [] : readAnnotation(text);
  };
  const validate = async (request: AdmissionRequest): Promise<void> => {
    const { tolerations = [] } = specToCheck(request);
    if (tolerations.length === 0) return;
    const ofNamespace = await annotated(request, allowedAnnotation);
    const allowed = ofNamespace ?? commonAllowed;
    if (allowed.length === 0 || (await areIncluded(tolerations, allowed))) return;
    const subject = "pod tolerations (possibly merged with namespace default tolerations)";
    throw new StatusError(500, `${subject} conflict with its ${ofNamespace ? "namespace" : "cluster"} whitelist`);
  };
  return {
    admit: async (request) => {
      const { spec, status } = podToChange(request);
      const defaults =
        request.operation === "CREATE" ? ((await annotated(request, defaultsAnnotation)) ?? commonDefaults) : [];
      const isBestEffort = (status?.qosClass || podQosClass(spec)) === "BestEffort";
      const added = isBestEffort ? defaults : [...defaults, shortOfMemory];
      if (added.length > 0) spec.tolerations = await mergeTolerations(spec.tolerations ?? [], added);
      await validate(request);
    },
    validate,
  };
}

/** @throws StatusError 500 with the message of the reference */
function readAnnotation(text: string): readonly Toleration[] {
  try {
    return readTolerations(text, "v1");
  } catch (error) {
    if (error instanceof DecodeError) throw new StatusError(500, error.message, { cause: error });
    throw error;
  }
}
