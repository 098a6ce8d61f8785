/** Random HorizontalPodAutoscalers with metrics that conversions have to process. */
import {
  type HorizontalPodAutoscaler,
  horizontalPodAutoscaler,
  type MetricSpec,
  type MetricStatus,
} from "../../../api/index.ts";
import type { Random } from "../../../base/random.ts";
import { RandomValues } from "../../../codec/testing/random-value.ts";

const sources = ["object", "pods", "resource", "containerResource", "external"] as const;
type SourceName = (typeof sources)[number];

/** Every field is random, except that autoscaling/v1 can represent the metrics without a loss. */
export function randomAutoscaler(random: Random): HorizontalPodAutoscaler {
  const made = new RandomValues(random).struct(horizontalPodAutoscaler.schema) as unknown as HorizontalPodAutoscaler;
  const metrics = several(random, () => metricSpec(random)).filter((metric) => !isCpuUse(metric));
  // A stored object always has a metric, because the default is one.
  if (metrics.length === 0 || random.below(2) === 0) metrics.push(cpuUse(random.below(100)));
  made.spec = { ...(made.spec ?? { scaleTargetRef: { kind: "", name: "" }, maxReplicas: 0 }), metrics };
  if (made.status) made.status.currentMetrics = [metricStatus(random), ...several(random, () => metricStatus(random))];
  if (!made.spec?.behavior?.scaleUp && !made.spec?.behavior?.scaleDown) delete made.spec?.behavior;
  return made;
}

function isCpuUse({ resource }: MetricSpec): boolean {
  return resource?.name === "cpu" && resource.target.averageUtilization !== undefined;
}

function cpuUse(averageUtilization: number): MetricSpec {
  return { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization } } };
}

function metricSpec(random: Random): MetricSpec {
  const source = oneOf(random, sources);
  const target = targetOf(random, source);
  return { type: typeOf(source), [source]: { ...subjectOf(random, source), target } };
}

function metricStatus(random: Random): MetricStatus {
  const source = oneOf(random, sources);
  return { type: typeOf(source), [source]: { ...subjectOf(random, source), current: foundOf(random, source) } };
}

function subjectOf(random: Random, source: SourceName): object {
  const name = oneOf(random, ["cpu", "memory", "hits"]);
  const selector = random.below(2) === 0 ? { selector: { matchLabels: { shop: "a" } } } : {};
  const metric = { name, ...selector };
  switch (source) {
    case "resource":
      return { name };
    case "containerResource":
      return { name, container: "app" };
    case "object":
      return { metric, describedObject: { kind: "Ingress", name: "front", apiVersion: "networking.k8s.io/v1" } };
    default:
      return { metric };
  }
}

const amounts = ["1", "500m", "1Gi", "2k"];

/** Returns a random target that the source allows. */
function targetOf(random: Random, source: SourceName): object {
  const amount = oneOf(random, amounts);
  const average = { type: "AverageValue", averageValue: amount };
  const value = { type: "Value", value: amount };
  const use = { type: "Utilization", averageUtilization: random.below(200) };
  switch (source) {
    case "pods":
      return average;
    case "object":
      return oneOf(random, [value, { ...average, value: oneOf(random, amounts) }]);
    case "external":
      return oneOf(random, [value, average]);
    default:
      return oneOf(random, [use, average]);
  }
}

function foundOf(random: Random, source: SourceName): object {
  const amount = oneOf(random, ["0", ...amounts]);
  switch (source) {
    case "pods":
      return { averageValue: amount };
    case "object":
    case "external":
      return oneOf(random, [{ value: amount }, { value: amount, averageValue: oneOf(random, amounts) }]);
    default:
      return oneOf(random, [{ averageValue: amount }, { averageValue: amount, averageUtilization: random.below(200) }]);
  }
}

function typeOf(source: SourceName): string {
  return source.slice(0, 1).toUpperCase() + source.slice(1);
}

function several<T>(random: Random, make: () => T): T[] {
  return Array.from({ length: random.below(4) }, make);
}

function oneOf<T>(random: Random, values: readonly T[]): T {
  return values[random.below(values.length)] as T;
}
