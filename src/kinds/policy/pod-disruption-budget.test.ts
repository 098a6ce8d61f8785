import { describe, expect, test } from "vitest";
import { podDisruptionBudget } from "../../api/index.ts";
import { KindWrites } from "../testing/kind-writes.ts";
import { rowOf } from "../testing/rows.ts";

const writes = new KindWrites(podDisruptionBudget);
const metadata = { name: "front", creationTimestamp: "2025-06-01T11:00:00Z" };

test.each<[object, string, string]>([
  [{}, "N/A", "N/A"],
  [{ minAvailable: 2 }, "2", "N/A"],
  [{ minAvailable: "50%" }, "50%", "N/A"],
  [{ maxUnavailable: 0 }, "N/A", "0"],
])("rows of PodDisruptionBudgets with spec %j show %s and %s", (spec, min, max) => {
  const status = { disruptionsAllowed: 1, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 };
  expect(rowOf(podDisruptionBudget, { metadata, spec, status })).toEqual({
    Name: "front",
    "Min Available": min,
    "Max Unavailable": max,
    "Allowed Disruptions": 1,
    Age: "60m",
  });
});

describe("a PodDisruptionBudget", () => {
  const counts = { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 };

  test("a PodDisruptionBudget is created without its status, except for counts of 0", () => {
    const { spec, status } = writes.stored({ spec: { minAvailable: 1 }, status: { ...counts, currentHealthy: 3 } });
    expect({ spec, status }).toEqual({ spec: { minAvailable: 1 }, status: counts });
  });

  test("an update of the spec of a PodDisruptionBudget raises its generation, and one of the status does not", () => {
    const stored = writes.stored({ spec: { minAvailable: 1 } });
    const specUpdate = writes.update(stored, (budget) => {
      budget.spec = { maxUnavailable: 1 };
    });
    expect([specUpdate.errors, specUpdate.object.metadata.generation]).toEqual([[], 2]);
    const statusUpdate = writes.update(
      stored,
      (budget) => {
        budget.spec = { maxUnavailable: 1 };
        budget.status = { ...counts, disruptedPods: { "front-1": "2025-06-01T12:00:00Z" } };
      },
      "status",
    );
    expect([statusUpdate.errors, statusUpdate.object.metadata.generation]).toEqual([[], 1]);
    expect(statusUpdate.object).toMatchObject({
      spec: { minAvailable: 1 },
      status: { disruptedPods: { "front-1": "2025-06-01T12:00:00Z" } },
    });
  });

  test("negative counts of a PodDisruptionBudget are rejected", () => {
    const { errors } = writes.update(
      writes.stored({ spec: { minAvailable: 1 } }),
      (budget) => {
        budget.status = { ...counts, disruptionsAllowed: -1, expectedPods: -2 };
      },
      "status",
    );
    expect(errors).toEqual([
      "status.disruptionsAllowed: Invalid value: -1: must be greater than or equal to 0",
      "status.expectedPods: Invalid value: -2: must be greater than or equal to 0",
    ]);
  });

  test("an unknown unhealthyPodEvictionPolicy is rejected", () => {
    expect(writes.create({ spec: { unhealthyPodEvictionPolicy: "Never" } }).errors).toEqual([
      'spec.unhealthyPodEvictionPolicy: Unsupported value: "Never": supported values: "AlwaysAllow", "IfHealthyBudget"',
    ]);
  });
});
