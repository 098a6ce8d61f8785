/**
 * Conversion between autoscaling/v2, which is stored, and v1. The only metric with a field in v1 is the cpu
 * utilization. Annotations hold the other metrics and all other parts without a field.
 *
 * A conversion to v1 and back loses these details. The cpu metric moves to the end of the metrics. Further cpu metrics
 * are lost. Values that cannot be unset in the older form of metrics become 0. An empty list of current metrics becomes
 * unset.
 */

import { defaultCpuPercentage } from "../../api/autoscaling/v2/horizontal-pod-autoscaler.ts";
import type {
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerSpec,
  HorizontalPodAutoscalerSpecV1,
  HorizontalPodAutoscalerStatus,
  HorizontalPodAutoscalerStatusV1,
  HorizontalPodAutoscalerV1,
  MetricSpec,
  MetricStatus,
} from "../../api/index.ts";
import { omitUndefined } from "../../base/omit-undefined.ts";
import type { ObjectMeta } from "../../meta/object-meta.ts";
import type { Conversion } from "../../schema/index.ts";
import { omit } from "../omit.ts";
import { type Carried, readCarried, withoutCarried, writeCarried } from "./carrying-annotations.ts";

/** Conversion of HorizontalPodAutoscalers between v2 and v1. */
export const horizontalPodAutoscalerConversion: Conversion<HorizontalPodAutoscaler, HorizontalPodAutoscalerV1> = {
  fromStored: ({ kind, apiVersion, metadata, spec, status }, { vocabulary }) => {
    const annotations = {
      ...withoutCarried(metadata.annotations, vocabulary),
      ...writeCarried(carriedOf(spec, status), vocabulary),
    };
    return omitUndefined({
      kind,
      apiVersion,
      metadata: annotated(metadata, annotations),
      spec: spec && fromStoredSpec(spec),
      status: status && fromStoredStatus(status),
    });
  },
  toStored: ({ kind, apiVersion, metadata, spec, status }, { vocabulary }) => {
    const carried = readCarried(metadata.annotations, vocabulary);
    return omitUndefined({
      kind,
      apiVersion,
      metadata: annotated(metadata, withoutCarried(metadata.annotations, vocabulary)),
      spec: spec && toStoredSpec(spec, carried),
      status: status && toStoredStatus(status, carried),
    });
  },
};

function annotated(metadata: ObjectMeta, annotations: Record<string, string>): ObjectMeta {
  const rest = omit(metadata, "annotations");
  return Object.keys(annotations).length === 0 ? rest : { ...rest, annotations };
}

/** Returns the parts for annotations. They include the cpu statuses, because the field holds only a part of each. */
function carriedOf(
  spec: HorizontalPodAutoscalerSpec | undefined,
  status: HorizontalPodAutoscalerStatus | undefined,
): Carried {
  return omitUndefined({
    metrics: spec?.metrics?.filter((metric) => cpuTarget(metric) === undefined),
    currentMetrics: status?.currentMetrics ?? undefined,
    behavior: spec?.behavior,
    conditions: status?.conditions,
  });
}

/** Returns the target cpu utilization in percent. Undefined for other metrics. */
function cpuTarget({ type, resource }: MetricSpec): number | undefined {
  return type === "Resource" && resource?.name === "cpu" ? resource.target.averageUtilization : undefined;
}

function cpuFound({ type, resource }: MetricStatus): number | undefined {
  return type === "Resource" && resource?.name === "cpu" ? resource.current.averageUtilization : undefined;
}

function fromStoredSpec(spec: HorizontalPodAutoscalerSpec): HorizontalPodAutoscalerSpecV1 {
  const { scaleTargetRef, minReplicas, maxReplicas, metrics = [] } = spec;
  const targets = metrics.map(cpuTarget).filter((target) => target !== undefined);
  return omitUndefined({ scaleTargetRef, minReplicas, maxReplicas, targetCPUUtilizationPercentage: targets[0] });
}

function fromStoredStatus(status: HorizontalPodAutoscalerStatus): HorizontalPodAutoscalerStatusV1 {
  const { observedGeneration, lastScaleTime, currentReplicas = 0, desiredReplicas } = status;
  const found = (status.currentMetrics ?? []).map(cpuFound).filter((value) => value !== undefined);
  return omitUndefined({
    observedGeneration,
    lastScaleTime,
    currentReplicas,
    desiredReplicas,
    currentCPUUtilizationPercentage: found.at(-1),
  });
}

function toStoredSpec(spec: HorizontalPodAutoscalerSpecV1, carried: Carried): HorizontalPodAutoscalerSpec {
  const { scaleTargetRef, minReplicas, maxReplicas, targetCPUUtilizationPercentage: percentage } = spec;
  const { metrics: others = [], behavior } = carried;
  const metrics = percentage === undefined ? others : [...others, cpuMetric(percentage)];
  // As in the reference, the conversion fills in this default of the stored form.
  const wanted = metrics.length > 0 ? metrics : [cpuMetric(defaultCpuPercentage)];
  return omitUndefined({ scaleTargetRef, minReplicas, maxReplicas, metrics: wanted, behavior });
}

function cpuMetric(averageUtilization: number): MetricSpec {
  return { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization } } };
}

function toStoredStatus(status: HorizontalPodAutoscalerStatusV1, carried: Carried): HorizontalPodAutoscalerStatus {
  const { observedGeneration, lastScaleTime, currentReplicas, desiredReplicas } = status;
  const { currentMetrics = cpuStatuses(status.currentCPUUtilizationPercentage), conditions } = carried;
  return omitUndefined({
    observedGeneration,
    lastScaleTime,
    currentReplicas,
    desiredReplicas,
    currentMetrics,
    conditions,
  });
}

function cpuStatuses(averageUtilization: number | undefined): MetricStatus[] | undefined {
  if (averageUtilization === undefined) return undefined;
  return [{ type: "Resource", resource: { name: "cpu", current: { averageUtilization } } }];
}
