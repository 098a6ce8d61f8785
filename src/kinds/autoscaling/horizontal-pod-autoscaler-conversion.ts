/**
 * The form of autoscaling/v1: it knows one metric, the use of cpu, as a field. The others, and all else that it has no
 * fields for, stand in annotations.
 *
 * What is lost on the way there and back: where the cpu metric stands among the others (it comes last), every further
 * metric of the same kind, that a value is unset where the older form of metrics has no word for that (it becomes 0), and
 * that a list of current metrics is empty (it becomes unset).
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
import type { ObjectMeta } from "../../meta/object-meta.ts";
import type { Conversion } from "../../schema/index.ts";
import { omit } from "../omit.ts";
import { omitUndefined } from "../omit-undefined.ts";
import { type Carried, readCarried, withoutCarried, writeCarried } from "./carrying-annotations.ts";

export const horizontalPodAutoscalerConversion: Conversion<HorizontalPodAutoscaler, HorizontalPodAutoscalerV1> = {
  show: ({ kind, apiVersion, metadata, spec, status }, { vocabulary }) => {
    const annotations = {
      ...withoutCarried(metadata.annotations, vocabulary),
      ...writeCarried(carriedOf(spec, status), vocabulary),
    };
    return omitUndefined({
      kind,
      apiVersion,
      metadata: annotated(metadata, annotations),
      spec: spec && showSpec(spec),
      status: status && showStatus(status),
    });
  },
  absorb: ({ kind, apiVersion, metadata, spec, status }, { vocabulary }) => {
    const carried = readCarried(metadata.annotations, vocabulary);
    return omitUndefined({
      kind,
      apiVersion,
      metadata: annotated(metadata, withoutCarried(metadata.annotations, vocabulary)),
      spec: spec && absorbSpec(spec, carried),
      status: status && absorbStatus(status, carried),
    });
  },
};

function annotated(metadata: ObjectMeta, annotations: Record<string, string>): ObjectMeta {
  const rest = omit(metadata, "annotations");
  return Object.keys(annotations).length === 0 ? rest : { ...rest, annotations };
}

/** Statuses of cpu are carried too: the field does not tell all that they say. */
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

/** The wanted use of cpu in percent; undefined for every other metric. */
function cpuTarget({ type, resource }: MetricSpec): number | undefined {
  return type === "Resource" && resource?.name === "cpu" ? resource.target.averageUtilization : undefined;
}

function cpuFound({ type, resource }: MetricStatus): number | undefined {
  return type === "Resource" && resource?.name === "cpu" ? resource.current.averageUtilization : undefined;
}

function showSpec(spec: HorizontalPodAutoscalerSpec): HorizontalPodAutoscalerSpecV1 {
  const { scaleTargetRef, minReplicas, maxReplicas, metrics = [] } = spec;
  const targets = metrics.map(cpuTarget).filter((target) => target !== undefined);
  return omitUndefined({ scaleTargetRef, minReplicas, maxReplicas, targetCPUUtilizationPercentage: targets[0] });
}

function showStatus(status: HorizontalPodAutoscalerStatus): HorizontalPodAutoscalerStatusV1 {
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

function absorbSpec(spec: HorizontalPodAutoscalerSpecV1, carried: Carried): HorizontalPodAutoscalerSpec {
  const { scaleTargetRef, minReplicas, maxReplicas, targetCPUUtilizationPercentage: percentage } = spec;
  const { metrics: others = [], behavior } = carried;
  const metrics = percentage === undefined ? others : [...others, cpuMetric(percentage)];
  // As in the reference, the conversion itself fills in this default, which is that of the stored form.
  const wanted = metrics.length > 0 ? metrics : [cpuMetric(defaultCpuPercentage)];
  return omitUndefined({ scaleTargetRef, minReplicas, maxReplicas, metrics: wanted, behavior });
}

function cpuMetric(averageUtilization: number): MetricSpec {
  return { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization } } };
}

function absorbStatus(status: HorizontalPodAutoscalerStatusV1, carried: Carried): HorizontalPodAutoscalerStatus {
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
