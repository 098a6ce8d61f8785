/** Metric specs in the form of autoscaling/v2 and in the older one that annotations of autoscaling/v1 hold. */
import type * as older from "../../api/autoscaling/v1/metric-spec.ts";
import type { MetricSpec, MetricTarget } from "../../api/index.ts";
import { omitUndefined } from "../../base/omit-undefined.ts";
import { convertMetric } from "./metric-sources.ts";

/** Returns a metric spec of autoscaling/v2 in the form of the annotations. Missing values become 0. */
export function olderMetric(metric: MetricSpec): older.MetricSpec {
  return convertMetric(metric, {
    object: olderObject,
    pods: olderPods,
    resource: olderResource,
    external: olderExternal,
  });
}

type Source<K extends keyof MetricSpec> = Exclude<MetricSpec[K], undefined>;

function olderObject({ describedObject, metric, target }: Source<"object">): older.ObjectMetricSource {
  return omitUndefined({
    target: describedObject,
    metricName: metric.name,
    targetValue: target.value ?? "0",
    selector: metric.selector,
    averageValue: target.averageValue,
  });
}

function olderPods({ metric, target }: Source<"pods">): older.PodsMetricSource {
  return omitUndefined({
    metricName: metric.name,
    targetAverageValue: target.averageValue ?? "0",
    selector: metric.selector,
  });
}

function olderResource({ name, target }: Source<"resource">): older.ResourceMetricSource {
  return omitUndefined({
    name,
    targetAverageUtilization: target.averageUtilization,
    targetAverageValue: target.averageValue,
  });
}

function olderExternal({ metric, target }: Source<"external">): older.ExternalMetricSource {
  return omitUndefined({
    metricName: metric.name,
    metricSelector: metric.selector,
    targetValue: target.value,
    targetAverageValue: target.averageValue,
  });
}

/**
 * Returns a metric spec of the annotations in the form of autoscaling/v2. The target's type follows from the values
 * that are set.
 */
export function newerMetric(metric: older.MetricSpec): MetricSpec {
  return convertMetric(metric, {
    object: newerObject,
    pods: newerPods,
    resource: newerResource,
    external: newerExternal,
  });
}

function newerObject(source: older.ObjectMetricSource): Source<"object"> {
  const { target, metricName, selector, targetValue, averageValue } = source;
  const type = averageValue === undefined ? "Value" : "AverageValue";
  return {
    describedObject: target,
    target: omitUndefined({ type, value: targetValue, averageValue }),
    metric: omitUndefined({ name: metricName, selector }),
  };
}

function newerPods({ metricName, selector, targetAverageValue }: older.PodsMetricSource): Source<"pods"> {
  return {
    metric: omitUndefined({ name: metricName, selector }),
    target: { type: "AverageValue", averageValue: targetAverageValue },
  };
}

function newerResource(source: older.ResourceMetricSource): Source<"resource"> {
  const { name, targetAverageUtilization: averageUtilization, targetAverageValue: averageValue } = source;
  const type = averageUtilization === undefined ? "AverageValue" : "Utilization";
  const target: MetricTarget = omitUndefined({ type, averageValue, averageUtilization });
  return { name, target };
}

function newerExternal(source: older.ExternalMetricSource): Source<"external"> {
  const { metricName, metricSelector: selector, targetValue: value, targetAverageValue: averageValue } = source;
  const type = value === undefined ? "AverageValue" : "Value";
  return {
    metric: omitUndefined({ name: metricName, selector }),
    target: omitUndefined({ type, value, averageValue }),
  };
}
