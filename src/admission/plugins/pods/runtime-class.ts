/** The RuntimeClass plugin: a Pod gets the overhead, the node labels and the tolerations of its RuntimeClass. */

import { resourceList } from "../../../api/core/v1/resources.ts";
import { type PodSpec, type RuntimeClass, runtimeClass } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { writableCopy } from "../../../base/json-tree.ts";
import { getOwn } from "../../../base/own-property.ts";
import { goQuote } from "../../../meta/go-quote.ts";
import type { ObjectReader } from "../../../meta/object-reader.ts";
import { equalAmounts } from "../../../schema/index.ts";
import { type AdmissionPlugin, type AdmissionRequest, rejectedRequest } from "../../plugin.ts";
import type { PluginServices } from "../plugin-services.ts";
import { podToChange, specToCheck } from "./admitted-pod.ts";
import { mergeTolerations } from "./tolerations.ts";

type ReadClass = DeepReadonly<RuntimeClass>;

/** Returns the plugin. */
export function runtimeClassPlugin({ fewObjects }: Pick<PluginServices, "fewObjects">): AdmissionPlugin {
  const classes = fewObjects(runtimeClass);
  return {
    admit: async (request) => {
      const { spec } = podToChange(request);
      const found = await classOf(request, spec, classes);
      if (!found) return;
      setOverhead(request, spec, found);
      await setScheduling(request, spec, found);
    },
    validate: async (request) => {
      const spec = specToCheck(request);
      const { overhead } = (await classOf(request, spec, classes)) ?? {};
      if (overhead) rejectOtherOverhead(request, spec, overhead);
      else if (spec.overhead) {
        const why = "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead";
        throw rejectedRequest(request, why);
      }
    },
  };
}

async function classOf(
  request: AdmissionRequest,
  { runtimeClassName: name }: DeepReadonly<PodSpec>,
  classes: ObjectReader<RuntimeClass>,
): Promise<ReadClass | undefined> {
  if (name === undefined) return undefined;
  const found = await classes.get("", name);
  if (!found) throw rejectedRequest(request, `pod rejected: RuntimeClass ${goQuote(name)} not found`);
  return found;
}

function setOverhead(request: AdmissionRequest, spec: PodSpec, { overhead }: ReadClass): void {
  if (!overhead) return;
  if (spec.overhead) rejectOtherOverhead(request, spec, overhead);
  if (overhead.podFixed) spec.overhead = { ...overhead.podFixed };
}

function rejectOtherOverhead(
  request: AdmissionRequest,
  { overhead = {} }: DeepReadonly<PodSpec>,
  { podFixed = {} }: NonNullable<ReadClass["overhead"]>,
): void {
  if (equalAmounts(resourceList, podFixed, overhead)) return;
  throw rejectedRequest(request, "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
}

async function setScheduling(request: AdmissionRequest, spec: PodSpec, { scheduling }: ReadClass): Promise<void> {
  if (!scheduling) return;
  const { nodeSelector = {}, tolerations = [] } = scheduling;
  for (const [key, value] of Object.entries(nodeSelector)) {
    const own = getOwn(spec.nodeSelector, key) ?? value;
    if (own === value) continue;
    const ofClass = `runtimeClass.scheduling.nodeSelector[${key}] = ${value}`;
    throw rejectedRequest(request, `conflict: ${ofClass}; pod.spec.nodeSelector[${key}] = ${own}`);
  }
  if (Object.keys(nodeSelector).length > 0) spec.nodeSelector = { ...spec.nodeSelector, ...nodeSelector };
  const merged = await mergeTolerations(spec.tolerations ?? [], writableCopy(tolerations));
  if (merged.length > 0) spec.tolerations = merged;
}
