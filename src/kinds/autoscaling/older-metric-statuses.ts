/** Metric statuses in the form of autoscaling/v2 and in the older one that annotations of autoscaling/v1 hold. */
import type * as older from "../../api/autoscaling/v1/metric-status.ts";
import type { MetricStatus } from "../../api/index.ts";
import { omitUndefined } from "../../base/omit-undefined.ts";
import { convertMetric } from "./metric-sources.ts";

/** Returns a metric status of autoscaling/v2 in the form of the annotations. Missing values become 0. */
export function olderStatus(status: MetricStatus): older.MetricStatus {
  return convertMetric(status, {
    object: olderObject,
    pods: olderPods,
    resource: olderResource,
    external: olderExternal,
  });
}

type Source<K extends keyof MetricStatus> = Exclude<MetricStatus[K], undefined>;

function olderObject({ describedObject, metric, current }: Source<"object">): older.ObjectMetricStatus {
  return omitUndefined({
    target: describedObject,
    metricName: metric.name,
    currentValue: current.value ?? "0",
    selector: metric.selector,
    averageValue: current.averageValue,
  });
}

function olderPods({ metric, current }: Source<"pods">): older.PodsMetricStatus {
  return omitUndefined({
    metricName: metric.name,
    currentAverageValue: current.averageValue ?? "0",
    selector: metric.selector,
  });
}

function olderResource({ name, current }: Source<"resource">): older.ResourceMetricStatus {
  return omitUndefined({
    name,
    currentAverageUtilization: current.averageUtilization,
    currentAverageValue: current.averageValue ?? "0",
  });
}

function olderExternal({ metric, current }: Source<"external">): older.ExternalMetricStatus {
  return omitUndefined({
    metricName: metric.name,
    metricSelector: metric.selector,
    currentValue: current.value ?? "0",
    currentAverageValue: current.averageValue,
  });
}

/** Returns a metric status of the annotations in the form of autoscaling/v2. */
export function newerStatus(status: older.MetricStatus): MetricStatus {
  return convertMetric(status, {
    object: newerObject,
    pods: newerPods,
    resource: newerResource,
    external: newerExternal,
  });
}

function newerObject(source: older.ObjectMetricStatus): Source<"object"> {
  const { target, metricName, selector, currentValue: value, averageValue } = source;
  return {
    metric: omitUndefined({ name: metricName, selector }),
    current: omitUndefined({ value, averageValue }),
    describedObject: target,
  };
}

function newerPods({ metricName, selector, currentAverageValue }: older.PodsMetricStatus): Source<"pods"> {
  return { metric: omitUndefined({ name: metricName, selector }), current: { averageValue: currentAverageValue } };
}

function newerResource(source: older.ResourceMetricStatus): Source<"resource"> {
  const { name, currentAverageUtilization: averageUtilization, currentAverageValue: averageValue } = source;
  return { name, current: omitUndefined({ averageValue, averageUtilization }) };
}

function newerExternal(source: older.ExternalMetricStatus): Source<"external"> {
  const { metricName, metricSelector: selector, currentValue: value, currentAverageValue: averageValue } = source;
  return { metric: omitUndefined({ name: metricName, selector }), current: omitUndefined({ value, averageValue }) };
}
