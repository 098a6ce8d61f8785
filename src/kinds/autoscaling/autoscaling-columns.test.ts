import { describe, expect, test } from "vitest";
import { horizontalPodAutoscaler } from "../../api/index.ts";
import { rowOf } from "../testing/rows.ts";

const metadata = { name: "web", creationTimestamp: "2025-06-01T11:00:00Z" };
const scaleTargetRef = { kind: "Deployment", name: "web" };

function cpu(target: object): object {
  return { type: "Resource", resource: { name: "cpu", target } };
}

function cpuAt(current: object): object {
  return { type: "Resource", resource: { name: "cpu", current } };
}

test("rows of HorizontalPodAutoscalers show the target, the metrics and the replicas", () => {
  const row = rowOf(horizontalPodAutoscaler, {
    metadata,
    spec: {
      scaleTargetRef,
      minReplicas: 2,
      maxReplicas: 9,
      metrics: [cpu({ type: "Utilization", averageUtilization: 60 })],
    },
    status: { currentReplicas: 3, desiredReplicas: 3, currentMetrics: [cpuAt({ averageUtilization: 45 })] },
  });
  expect(row).toEqual({
    Name: "web",
    Reference: "Deployment/web",
    Targets: "cpu: 45%/60%",
    MinPods: "2",
    MaxPods: 9,
    Replicas: 3,
    Age: "60m",
  });
});

describe("the targets", () => {
  const average = { type: "AverageValue", averageValue: "500m" };
  const value = { type: "Value", value: "10" };
  const use = { type: "Utilization", averageUtilization: 60 };
  const ingress = { kind: "Ingress", name: "front" };
  const metric = { name: "hits" };
  const object = (target: object) => ({ type: "Object", object: { describedObject: ingress, metric, target } });
  const external = (target: object) => ({ type: "External", external: { metric, target } });
  const pods = (target: object) => ({ type: "Pods", pods: { metric, target } });
  const container = (target: object) => ({
    type: "ContainerResource",
    containerResource: { name: "memory", container: "app", target },
  });

  test.each<[object[], object[] | undefined, string]>([
    [[], undefined, "cpu: <unknown>/80%"],
    [[cpu(use)], [], "cpu: <unknown>/60%"],
    [[cpu({ type: "Utilization" })], [], "cpu: <unknown>/<auto>"],
    [[cpu(average)], [cpuAt({ averageValue: "400m", averageUtilization: 4 })], "cpu: 400m/500m"],
    [
      [container(use)],
      [{ ...container({}), containerResource: { name: "memory", current: { averageUtilization: 7 } } }],
      "memory: 7%/60%",
    ],
    [[container(average)], [], "memory: <unknown>/500m"],
    [[pods(average)], [{ type: "Pods", pods: { metric, current: { averageValue: "3" } } }], "3/500m"],
    [[object(value)], [{ type: "Object", object: { metric, current: { value: "7" } } }], "7/10"],
    [[object(average)], [{ type: "Object", object: { metric, current: { averageValue: "2" } } }], "2/500m (avg)"],
    [[external(value)], undefined, "<unknown>/10"],
    [
      [external(average)],
      [{ type: "External", external: { metric, current: { value: "2" } } }],
      "<unknown>/500m (avg)",
    ],
    // The metric has a status without the shown quantity.
    [[external(value)], [{ type: "External", external: { metric, current: { averageValue: "2" } } }], "<nil>/10"],
    [[object(value)], [{ type: "Object", object: { metric, current: {} } }], "<nil>/10"],
    [[object(average)], [{ type: "Object", object: { metric, current: {} } }], "<unknown>/500m (avg)"],
    [[pods(average)], [{ type: "Pods", pods: { metric, current: { value: "3" } } }], "<nil>/500m"],
    [[pods(value)], [], "<unknown>/<nil>"],
    [[cpu(average)], [cpuAt({ averageUtilization: 4 })], "cpu: <nil>/500m"],
    [[cpu(use)], [cpuAt({ averageValue: "400m" })], "cpu: <unknown>/60%"],
    [[external(value), cpu(use)], [], "<unknown>/10, cpu: <unknown>/60%"],
    [[external(value), cpu(use), cpu(use), cpu(use)], [], "<unknown>/10, cpu: <unknown>/60% + 2 more..."],
    [[{ type: "Weather" }], [], "<unknown type>"],
  ])("the Targets cell for metrics %j with statuses %j is %s", (metrics, currentMetrics, expected) => {
    const input = { metadata, spec: { scaleTargetRef, maxReplicas: 9, metrics }, status: { currentMetrics } };
    expect(rowOf(horizontalPodAutoscaler, input)["Targets"]).toBe(expected);
  });
});
