import { describe } from "vitest";
import { Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer();

describe("a PodDisruptionBudget", () => {
  const budgets = new Refusals(server, "/apis/policy/v1/namespaces/default/poddisruptionbudgets", {
    spec: { minAvailable: 1, selector: { matchLabels: { app: "web" } } },
  });

  budgets.create(
    "[PodDisruptionBudget#2] leaves at most all Pods",
    ({ spec }) => {
      spec.minAvailable = "101%";
    },
    [
      'spec.minAvailable: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"101%"}: must not be greater than 100%',
    ],
  );

  budgets.update("[PodDisruptionBudget#5] allows no less than no disruption", {
    subresource: "status",
    change: (budget) => {
      budget.status = { disruptionsAllowed: -1, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 };
    },
    causes: ["status.disruptionsAllowed: Invalid value: -1: must be greater than or equal to 0"],
  });
});
