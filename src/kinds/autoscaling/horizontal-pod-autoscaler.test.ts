import { describe, expect, test } from "vitest";
import { horizontalPodAutoscaler } from "../../api/index.ts";
import { KindWrites } from "../testing/kind-writes.ts";

const scaleTargetRef = { kind: "Deployment", name: "web" };
const writes = new KindWrites(horizontalPodAutoscaler);

describe("defaults of a HorizontalPodAutoscaler", () => {
  const specOf = (more: object) => writes.decode({ spec: { scaleTargetRef, maxReplicas: 9, ...more } }).spec;

  test("a HorizontalPodAutoscaler defaults to 80% utilization of cpu and at least one replica", () => {
    expect(specOf({})).toEqual({
      scaleTargetRef,
      minReplicas: 1,
      maxReplicas: 9,
      metrics: [
        { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } } },
      ],
    });
  });

  const pods = { type: "Pods", value: 4, periodSeconds: 15 };
  const percent = { type: "Percent", value: 100, periodSeconds: 15 };

  test("the behavior of a HorizontalPodAutoscaler has defaults only if it is set", () => {
    expect(specOf({})?.behavior).toBeUndefined();
    expect(specOf({ behavior: {} })?.behavior).toEqual({
      scaleUp: { stabilizationWindowSeconds: 0, selectPolicy: "Max", policies: [pods, percent] },
      scaleDown: { selectPolicy: "Max", policies: [percent] },
    });
  });

  test("missing fields of the behavior get their defaults", () => {
    const behavior = {
      scaleUp: { selectPolicy: "Min" },
      scaleDown: { stabilizationWindowSeconds: 60, policies: [pods] },
    };
    expect(specOf({ behavior })?.behavior).toEqual({
      scaleUp: { stabilizationWindowSeconds: 0, selectPolicy: "Min", policies: [pods, percent] },
      scaleDown: { stabilizationWindowSeconds: 60, selectPolicy: "Max", policies: [pods] },
    });
  });
});

describe("annotations that only autoscaling/v1 knows", () => {
  const carried = {
    "autoscaling.alpha.orch.io/metrics": "[]",
    "autoscaling.alpha.orch.io/current-metrics": "[]",
    "autoscaling.alpha.orch.io/behavior": "{}",
    "autoscaling.alpha.orch.io/conditions": "[]",
  };

  test("the annotations of autoscaling/v1 are never stored", () => {
    const orch = new KindWrites(horizontalPodAutoscaler, "orch");
    const metadata = { name: "web", namespace: "shop", annotations: { ...carried, note: "mine" } };
    const { object } = orch.create({ metadata });
    expect(object.metadata.annotations).toEqual({ note: "mine" });
    const updated = orch.update(object, (next) => Object.assign(next.metadata, { annotations: carried }));
    expect(updated.object.metadata.annotations).toBeUndefined();
  });
});
