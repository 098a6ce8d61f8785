import type { Pod } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { type FieldError, forbiddenField } from "../../../meta/field-error.ts";
import { checkFormat } from "../../../meta/formats.ts";
import { formatTime } from "../../../meta/time.ts";
import type { HookContext, KindHooks } from "../../../schema/index.ts";
import { podQosClass } from "../../../usage/index.ts";
import { evictPod, prepareEviction } from "../../policy/eviction.ts";
import { collect } from "../../reporting.ts";
import { fillOwnLabels } from "../scheduling/pod-affinity.ts";
import { reportProfileMatch, syncAppArmorProfiles } from "./annotated-profiles.ts";
import { bindPod, prepareBinding } from "./binding.ts";
import { podColumnFields, podColumns, podRowConditions } from "./pod-columns.ts";
import { connectLog, connectPodProxy, connectPorts, connectStreams } from "./pod-connections.ts";
import { mirrorServiceAccount } from "./pod-spec-rules.ts";
import { isFinished, schedulingGated } from "./pod-summary.ts";
import { podWarnings } from "./pod-warnings.ts";
import { podWrites } from "./pod-writes.ts";

/** Hooks of Pods: phase, quality of service, updates by subresource, grace period, warnings, columns, connections. */
export const podHooks: KindHooks<Pod> = {
  prepareForCreate: (pod, context) => {
    const { metadata, spec = { containers: [] }, status } = pod;
    mirrorServiceAccount(spec);
    fillOwnLabels(spec.affinity, metadata.labels ?? {});
    pod.status = { phase: "Pending", qosClass: status?.qosClass || podQosClass(spec) };
    if ((spec.schedulingGates ?? []).length > 0) pod.status.conditions = [gatedCondition(context)];
    syncAppArmorProfiles(pod, context);
  },
  prepareForUpdate: (pod, old, _, subresource) => {
    podWrites[subresource]?.prepare?.(pod, old);
    if (pod.spec) mirrorServiceAccount(pod.spec);
  },
  validateCreate: (pod, context) => [...createErrors(pod), ...profileErrors(pod, context)],
  validateUpdate: (pod, old, context, subresource) => podWrites[subresource]?.errors(pod, old, context) ?? [],
  nameFormat: "dns1123Subdomain",
  warnings: (pod, old, context) => (old ? [] : podWarnings(pod, hostNameWarnings(pod), context)),
  gracePeriodSeconds: (pod, requested) => {
    if (!pod.spec?.nodeName || isFinished(pod)) return 0;
    return requested ?? asNumber(pod.spec.terminationGracePeriodSeconds ?? 0);
  },
  columns: podColumns,
  rowConditions: podRowConditions,
  columnFields: podColumnFields,
  emptyFields: ["status.podIPs"],
  fieldAliases: { "spec.host": "spec.nodeName" },
  fieldValues: {
    "spec.hostNetwork": { reads: ["spec.hostNetwork"], of: ({ spec }) => String(spec?.hostNetwork === true) },
    "status.podIP": { reads: ["status.podIPs.ip"], of: ({ status }) => status?.podIPs?.[0]?.ip ?? "" },
  },
  posted: { binding: bindPod, eviction: evictPod },
  postedPreparations: { binding: prepareBinding, eviction: prepareEviction },
  connected: {
    attach: connectStreams,
    exec: connectStreams,
    log: connectLog,
    portforward: connectPorts,
    proxy: connectPodProxy,
  },
};

function gatedCondition({ nowMs }: HookContext): { type: string; status: "False"; [field: string]: string } {
  return {
    type: "PodScheduled",
    status: "False",
    lastTransitionTime: formatTime(nowMs),
    reason: schedulingGated,
    message: "Scheduling is blocked due to non-empty scheduling gates",
  };
}

function createErrors({ spec }: Pod): FieldError[] {
  const errors: FieldError[] = [];
  if ((spec?.ephemeralContainers ?? []).length > 0) {
    errors.push(forbiddenField("spec.ephemeralContainers", "cannot be set on create"));
  }
  if (spec?.nodeName && (spec.schedulingGates ?? []).length > 0) {
    errors.push(forbiddenField("spec.nodeName", "cannot be set until all schedulingGates have been cleared"));
  }
  return errors;
}

function profileErrors({ metadata: { annotations }, spec }: Pod, { vocabulary, isEnabled }: HookContext): FieldError[] {
  if (!annotations || !spec) return [];
  return collect((place) => reportProfileMatch(annotations, spec, place), "spec", { vocabulary, isEnabled });
}

/** Warns about a name that is not a DNS label, because the name becomes the host name. */
function hostNameWarnings({ metadata }: DeepReadonly<Pod>): string[] {
  const messages = checkFormat("dns1123Label", metadata.name ?? "");
  if (messages.length === 0) return [];
  const advice =
    "this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended";
  return [`metadata.name: ${advice}: [${messages.join(" ")}]`];
}

/** Converts an integer to a number. Integers beyond the safe range are decoded to bigints. */
function asNumber(value: number | bigint): number {
  return Number(value);
}
