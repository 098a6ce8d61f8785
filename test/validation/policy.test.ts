import { describe, test } from "vitest";
import { notNegative, specWith } from "../support/controllers.ts";
import { expectCauses, Refusals, ruleServer } from "../support/refusals.ts";
import { createObject } from "../support/writes.ts";

const server = ruleServer();

describe("a PodDisruptionBudget", () => {
  const budgets = new Refusals(server, "/apis/policy/v1/namespaces/default/poddisruptionbudgets", {
    spec: { minAvailable: 1, selector: { matchLabels: { app: "web" } } },
  });
  const most = (text: string): string =>
    `intstr.IntOrString{Type:1, IntVal:0, StrVal:"${text}"}: must not be greater than 100%`;

  budgets.create(
    "[PodDisruptionBudget#1] a budget with both minAvailable and maxUnavailable is rejected",
    specWith({ maxUnavailable: 1 }),
    [/^spec: Invalid value: .*: minAvailable and maxUnavailable cannot be both set$/],
  );
  budgets.create(
    "[PodDisruptionBudget#2] a budget with minAvailable 101% is rejected",
    specWith({ minAvailable: "101%" }),
    [`spec.minAvailable: Invalid value: ${most("101%")}`],
  );
  budgets.accepts("a budget with minAvailable 100% is accepted", specWith({ minAvailable: "100%" }));
  budgets.create(
    "[PodDisruptionBudget#3] a budget with maxUnavailable 101% is rejected",
    specWith({ minAvailable: undefined, maxUnavailable: "101%" }),
    [`spec.maxUnavailable: Invalid value: ${most("101%")}`],
  );
  budgets.create(
    "[PodDisruptionBudget#4] a budget with an unknown unhealthyPodEvictionPolicy is rejected",
    specWith({ unhealthyPodEvictionPolicy: "Never" }),
    ['spec.unhealthyPodEvictionPolicy: Unsupported value: "Never": supported values: "AlwaysAllow", "IfHealthyBudget"'],
  );

  const counts: readonly [id: number, field: string][] = [
    [5, "disruptionsAllowed"],
    [6, "currentHealthy"],
    [7, "desiredHealthy"],
    [8, "expectedPods"],
  ];
  for (const [id, field] of counts) {
    budgets.update(`[PodDisruptionBudget#${id}] a status with a negative ${field} is rejected`, {
      subresource: "status",
      change: (budget) => {
        budget.status = { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0, [field]: -1 };
      },
      causes: [`status.${field}: Invalid value: -1: ${notNegative}`],
    });
  }
});

test("[Eviction#1] an Eviction with the option for unreadable objects is rejected", async () => {
  const { client } = server();
  const pods = "/api/v1/namespaces/default/pods";
  const metadata = { name: "evicted", namespace: "default" };
  await createObject(client, pods, { metadata, spec: { containers: [{ name: "app", image: "app:1" }] } });
  const deleteOptions = { ignoreStoreReadErrorWithClusterBreakingPotential: true };
  const answer = await client.request(`${pods}/evicted/eviction`, { body: { metadata, deleteOptions } });
  expectCauses(answer, [
    "deleteOptions.ignoreStoreReadErrorWithClusterBreakingPotential: Invalid value: true: can not be set for pod " +
      "eviction, try after removing the option",
  ]);
});
