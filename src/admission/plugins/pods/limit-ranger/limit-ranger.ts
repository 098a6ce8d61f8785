/**
 * The LimitRanger plugin: the LimitRanges of a namespace have defaults for its containers, and limit the resources of its
 * containers, Pods and volume claims.
 */
import { type LimitRange, type LimitRangeItem, limitRange } from "../../../../api/core/v1/limit-range.ts";
import { type Container, type PersistentVolumeClaim, type Pod, persistentVolumeClaim } from "../../../../api/index.ts";
import type { DeepReadonly } from "../../../../base/deep-readonly.ts";
import { fairTurns } from "../../../../base/fair-turns.ts";
import { mainContainers } from "../../../../kinds/index.ts";
import { aggregateErrors } from "../../../../meta/aggregate-errors.ts";
import { label } from "../../../../meta/vocabulary.ts";
import { amountsOf } from "../../../../usage/index.ts";
import { type AdmissionPlugin, type AdmissionRequest, rejectedRequest } from "../../../plugin.ts";
import type { PluginServices } from "../../plugin-services.ts";
import { podToChange, podToCheck } from "../admitted-pod.ts";
import { type CheckedAmounts, constraintFaults } from "./constraints.ts";
import { addDefaultResources } from "./default-resources.ts";
import { type AmountGates, podLimits, podRequests } from "./pod-amounts.ts";

/** Annotation that names the defaults which a Pod got. */
const annotation = label("limit-ranger");

/** Further messages about one LimitRange are left out. */
const faultsMax = 1000;

/** Returns the plugin. */
export function limitRanger({
  fewObjects,
  vocabulary,
  isEnabled,
}: Pick<PluginServices, "fewObjects" | "vocabulary" | "isEnabled">): AdmissionPlugin {
  const limitRanges = fewObjects(limitRange);
  const gates: AmountGates = {
    isResizable: isEnabled("InPlacePodVerticalScaling"),
    hasPodLevel: isEnabled("PodLevelResources"),
  };
  const rangesFor = async (request: AdmissionRequest): Promise<readonly DeepReadonly<LimitRange>[]> =>
    isLimited(request, gates) ? await limitRanges.list(request.namespace) : [];
  return {
    admit: async (request) => {
      if (request.resource.resource === persistentVolumeClaim.plural) return;
      for (const range of await rangesFor(request)) {
        const { metadata, spec } = podToChange(request);
        const changes = await addDefaultResources(spec, range);
        if (!changes)
          throw rejectedRequest(request, `the defaults of the LimitRange ${range.metadata.name} are too large`);
        if (changes.length === 0) continue;
        const text = `LimitRanger plugin set: ${changes.join("; ")}`;
        metadata.annotations = { ...metadata.annotations, [vocabulary.bind(annotation)]: text };
      }
    },
    validate: async (request) => {
      const isClaim = request.resource.resource === persistentVolumeClaim.plural;
      for (const range of await rangesFor(request)) {
        const faults = isClaim ? claimFaults(request, range) : await podFaults(podToCheck(request), range, gates);
        if (faults.length > 0) throw rejectedRequest(request, aggregateErrors(faults));
      }
    },
  };
}

/**
 * Whether the resources of the object are limited. The resources of a Pod change only through its subresource for this purpose.
 * Objects that are being deleted may still change.
 */
function isLimited({ operation, resource, subresource, oldObject }: AdmissionRequest, gates: AmountGates): boolean {
  if (oldObject?.metadata.deletionTimestamp !== undefined) return false;
  if (resource.resource === persistentVolumeClaim.plural || operation === "CREATE") return true;
  return subresource === "resize" && gates.isResizable;
}

function claimFaults(request: AdmissionRequest, { spec }: DeepReadonly<LimitRange>): readonly string[] {
  const claim = request.object as DeepReadonly<PersistentVolumeClaim>;
  const amounts = { requests: amountsOf(claim.spec?.resources?.requests), limits: undefined };
  const items = (spec?.limits ?? []).filter(({ type }) => type === "PersistentVolumeClaim");
  return items.flatMap((item) => constraintFaults(item, amounts));
}

async function podFaults(
  pod: DeepReadonly<Pod>,
  { spec }: DeepReadonly<LimitRange>,
  gates: AmountGates,
): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const item of spec?.limits ?? []) {
    for (const amounts of amountsFor(item, pod, gates)) {
      if (fairTurns.isOver) await fairTurns.next();
      faults.push(...constraintFaults(item, amounts));
      if (faults.length >= faultsMax) return faults.slice(0, faultsMax);
    }
  }
  return faults;
}

/** Returns the amounts that an item limits: those of each container, or those of the Pod. */
function* amountsFor(
  { type }: DeepReadonly<LimitRangeItem>,
  pod: DeepReadonly<Pod>,
  gates: AmountGates,
): Iterable<CheckedAmounts> {
  const { spec } = pod;
  if (type === "Container") {
    for (const container of mainContainers(spec)) yield containerAmounts(container);
    for (const container of spec?.initContainers ?? []) yield containerAmounts(container);
  } else if (type === "Pod") yield { requests: podRequests(pod, gates), limits: podLimits(pod, gates) };
}

function containerAmounts({ resources }: DeepReadonly<Container>): CheckedAmounts {
  return { requests: amountsOf(resources?.requests), limits: amountsOf(resources?.limits) };
}
