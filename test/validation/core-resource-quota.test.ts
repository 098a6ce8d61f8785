import { describe } from "vitest";
import { notQualifiedName } from "../support/format-messages.ts";
import { Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer();

const misfit = "unsupported scope applied to resource";

function scopes(...names: readonly string[]): string {
  return `[]core.ResourceQuotaScope{${names.map((name) => `"${name}"`).join(", ")}}`;
}

describe("a ResourceQuota", () => {
  const quotas = new Refusals(server, "/api/v1/namespaces/default/resourcequotas", { spec: { hard: { pods: "10" } } });
  const spec = (change: object) => (quota: { spec: object }) => void Object.assign(quota.spec, change);
  const selector = (...matchExpressions: readonly object[]) => spec({ scopeSelector: { matchExpressions } });

  quotas.create(
    "[QuotaResourceName#1] a quota of a resource that is no qualified name is rejected",
    spec({ hard: { "example.com/a b": "1" } }),
    [`spec.hard[example.com/a b]: Invalid value: example.com/a b: ${notQualifiedName}`],
  );
  quotas.create(
    "[QuotaResourceName#2, QuotaResourceName#3] a quota of an unknown resource without a domain is rejected",
    spec({ hard: { gpus: "1" } }),
    [
      "spec.hard[gpus]: Invalid value: gpus: must be a standard resource type or fully qualified",
      "spec.hard[gpus]: Invalid value: gpus: must be a standard resource for quota",
    ],
  );
  quotas.create(
    "a quota of storage is rejected, because only requests.storage has quotas",
    spec({ hard: { storage: "1Gi" } }),
    ["spec.hard[storage]: Invalid value: storage: must be a standard resource for quota"],
  );
  quotas.accepts(
    "quotas of object counts, huge pages and extended resources are accepted",
    spec({
      hard: {
        "count/deployments.apps": "1",
        "requests.hugepages-2Mi": "4Mi",
        "requests.example.com/gpu": "1",
        "requests.storage": "1Gi",
      },
    }),
  );
  quotas.create("[ResourceQuota#1] a negative fraction of Pods is rejected", spec({ hard: { pods: "-1500m" } }), [
    'spec.hard[pods]: Invalid value: "-1500m": must be greater than or equal to 0',
    'spec.hard[pods]: Invalid value: resource.Quantity{i:resource.int64Amount{value:-1500, scale:-3}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"-1500m", Format:"DecimalSI"}: must be an integer',
  ]);

  quotas.create("[ResourceQuota#2] a quota with an unknown scope is rejected", spec({ scopes: ["Sleeping"] }), [
    `spec.scopes: Invalid value: ${scopes("Sleeping")}: unsupported scope`,
  ]);
  quotas.create(
    "[ResourceQuota#3] a quota with a scope that does not apply to its resources is rejected",
    spec({ scopes: ["BestEffort"], hard: { pods: "1", cpu: "1" } }),
    [`spec.scopes: Invalid value: ${scopes("BestEffort")}: ${misfit}`],
  );
  quotas.accepts(
    "a quota of Pod resources with a scope of Pods is accepted",
    spec({ scopes: ["Terminating"], hard: { "limits.cpu": "1" } }),
  );
  quotas.create(
    "[ResourceQuota#4] a quota with contradicting scopes is rejected",
    spec({ scopes: ["BestEffort", "NotBestEffort"] }),
    [`spec.scopes: Invalid value: ${scopes("BestEffort", "NotBestEffort")}: conflicting scopes`],
  );

  const path = "spec.scopeSelector.matchExpressions";
  quotas.create(
    "[ResourceQuota#5] a scopeSelector with an unknown scope is rejected",
    selector({ scopeName: "Sleeping", operator: "Exists" }),
    [`${path}.scopeName: Invalid value: "Sleeping": unsupported scope`],
  );
  quotas.create(
    "[ResourceQuota#6] a scopeSelector that does not apply to the resources of the quota is rejected",
    spec({
      hard: { services: "1" },
      scopeSelector: { matchExpressions: [{ scopeName: "PriorityClass", operator: "Exists" }] },
    }),
    [
      /^spec\.scopeSelector\.matchExpressions: Invalid value: core\.ScopeSelector\{.*\}: unsupported scope applied to resource$/,
    ],
  );
  quotas.create(
    "[ResourceQuota#7] a scopeSelector for Terminating with the operator In is rejected",
    selector({ scopeName: "Terminating", operator: "In", values: ["yes"] }),
    [
      `${path}.operator: Invalid value: "In": must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ` +
        "ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or " +
        "ResourceQuotaScopeCrossNamespacePodAffinity",
    ],
  );
  quotas.create(
    "[ResourceQuota#8] a scopeSelector with the operator NotIn and without values is rejected",
    selector({ scopeName: "PriorityClass", operator: "NotIn" }),
    [
      `${path}.values: Required value: must be at least one value when \`operator\` is 'In' or 'NotIn' for scope selector`,
    ],
  );
  quotas.create(
    "[ResourceQuota#9] a scopeSelector with the operator DoesNotExist and values is rejected",
    selector({ scopeName: "PriorityClass", operator: "DoesNotExist", values: ["high"] }),
    [
      `${path}.values: Invalid value: []string{"high"}: must be no value when \`operator\` is 'Exist' or 'DoesNotExist' for scope selector`,
    ],
  );
  quotas.create(
    "[ResourceQuota#10] a scopeSelector with an unknown operator is rejected",
    selector({ scopeName: "PriorityClass", operator: "Like" }),
    [`${path}.operator: Invalid value: "Like": not a valid selector operator`],
  );
  quotas.create(
    "[ResourceQuota#11] a scopeSelector with contradicting scopes is rejected",
    selector({ scopeName: "Terminating", operator: "Exists" }, { scopeName: "NotTerminating", operator: "Exists" }),
    [`${path}: Invalid value: []core.ResourceQuotaScope(nil): conflicting scopes`],
  );

  quotas.update("[ResourceQuota#12] an update that changes the scopes is rejected", {
    before: spec({ scopes: ["Terminating"] }),
    change: spec({ scopes: ["NotTerminating"] }),
    causes: [`spec.scopes: Invalid value: ${scopes("NotTerminating")}: field is immutable`],
  });

  quotas.update("[ResourceQuota#13] a status with an invalid hard limit is rejected", {
    subresource: "status",
    change: (quota) => {
      quota.status = { hard: { pods: "500m", gpus: "1" }, used: {} };
    },
    causes: [
      "status.hard[gpus]: Invalid value: gpus: must be a standard resource type or fully qualified",
      "status.hard[gpus]: Invalid value: gpus: must be a standard resource for quota",
      'status.hard[pods]: Invalid value: resource.Quantity{i:resource.int64Amount{value:500, scale:-3}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"500m", Format:"DecimalSI"}: must be an integer',
    ],
  });
  quotas.update("[ResourceQuota#14] a status with negative use is rejected", {
    subresource: "status",
    change: (quota) => {
      quota.status = { hard: { pods: "10" }, used: { pods: "-1" } };
    },
    causes: ['status.used[pods]: Invalid value: "-1": must be greater than or equal to 0'],
  });
});
