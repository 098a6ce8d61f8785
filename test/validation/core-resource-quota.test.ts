import { describe } from "vitest";
import { Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer();

const badPart =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric " +
  "character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is " +
  "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const misfit = "unsupported scope applied to resource";

function scopes(...names: readonly string[]): string {
  return `[]core.ResourceQuotaScope{${names.map((name) => `"${name}"`).join(", ")}}`;
}

describe("a ResourceQuota", () => {
  const quotas = new Refusals(server, "/api/v1/namespaces/default/resourcequotas", { spec: { hard: { pods: "10" } } });
  const spec = (change: object) => (quota: { spec: object }) => void Object.assign(quota.spec, change);
  const selector = (...matchExpressions: readonly object[]) => spec({ scopeSelector: { matchExpressions } });

  quotas.create("[QuotaResourceName#1] limits what has a name", spec({ hard: { "example.com/a b": "1" } }), [
    `spec.hard[example.com/a b]: Invalid value: example.com/a b: ${badPart}`,
  ]);
  quotas.create(
    "[QuotaResourceName#2, QuotaResourceName#3] limits what is known, or has a domain",
    spec({ hard: { gpus: "1" } }),
    [
      "spec.hard[gpus]: Invalid value: gpus: must be a standard resource type or fully qualified",
      "spec.hard[gpus]: Invalid value: gpus: must be a standard resource for quota",
    ],
  );
  quotas.create("limits no storage but that of requests", spec({ hard: { storage: "1Gi" } }), [
    "spec.hard[storage]: Invalid value: storage: must be a standard resource for quota",
  ]);
  quotas.accepts(
    "limits counts of objects, huge pages and devices",
    spec({
      hard: {
        "count/deployments.apps": "1",
        "requests.hugepages-2Mi": "4Mi",
        "requests.example.com/gpu": "1",
        "requests.storage": "1Gi",
      },
    }),
  );
  quotas.create("[ResourceQuota#1] limits to whole objects, not fewer than none", spec({ hard: { pods: "-1500m" } }), [
    'spec.hard[pods]: Invalid value: "-1500m": must be greater than or equal to 0',
    'spec.hard[pods]: Invalid value: resource.Quantity{i:resource.int64Amount{value:-1500, scale:-3}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"-1500m", Format:"DecimalSI"}: must be an integer',
  ]);

  quotas.create("[ResourceQuota#2] has known scopes", spec({ scopes: ["Sleeping"] }), [
    `spec.scopes: Invalid value: ${scopes("Sleeping")}: unsupported scope`,
  ]);
  quotas.create(
    "[ResourceQuota#3] has scopes of what it limits",
    spec({ scopes: ["BestEffort"], hard: { pods: "1", cpu: "1" } }),
    [`spec.scopes: Invalid value: ${scopes("BestEffort")}: ${misfit}`],
  );
  quotas.accepts(
    "has a scope of Pods for what these use",
    spec({ scopes: ["Terminating"], hard: { "limits.cpu": "1" } }),
  );
  quotas.create(
    "[ResourceQuota#4] has scopes that something can be of",
    spec({ scopes: ["BestEffort", "NotBestEffort"] }),
    [`spec.scopes: Invalid value: ${scopes("BestEffort", "NotBestEffort")}: conflicting scopes`],
  );

  const path = "spec.scopeSelector.matchExpressions";
  quotas.create("[ResourceQuota#5] selects known scopes", selector({ scopeName: "Sleeping", operator: "Exists" }), [
    `${path}.scopeName: Invalid value: "Sleeping": unsupported scope`,
  ]);
  quotas.create(
    "[ResourceQuota#6] selects scopes of what it limits",
    spec({
      hard: { services: "1" },
      scopeSelector: { matchExpressions: [{ scopeName: "PriorityClass", operator: "Exists" }] },
    }),
    [
      /^spec\.scopeSelector\.matchExpressions: Invalid value: core\.ScopeSelector\{.*\}: unsupported scope applied to resource$/,
    ],
  );
  quotas.create(
    "[ResourceQuota#7] selects what has no values by their being there",
    selector({ scopeName: "Terminating", operator: "In", values: ["yes"] }),
    [
      `${path}.operator: Invalid value: "In": must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ` +
        "ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or " +
        "ResourceQuotaScopeCrossNamespacePodAffinity",
    ],
  );
  quotas.create(
    "[ResourceQuota#8] selects by some value",
    selector({ scopeName: "PriorityClass", operator: "NotIn" }),
    [
      `${path}.values: Required value: must be at least one value when \`operator\` is 'In' or 'NotIn' for scope selector`,
    ],
  );
  quotas.create(
    "[ResourceQuota#9] selects by no value what is just there",
    selector({ scopeName: "PriorityClass", operator: "DoesNotExist", values: ["high"] }),
    [
      `${path}.values: Invalid value: []string{"high"}: must be no value when \`operator\` is 'Exist' or 'DoesNotExist' for scope selector`,
    ],
  );
  quotas.create(
    "[ResourceQuota#10] selects in a known way",
    selector({ scopeName: "PriorityClass", operator: "Like" }),
    [`${path}.operator: Invalid value: "Like": not a valid selector operator`],
  );
  quotas.create(
    "[ResourceQuota#11] selects scopes that something can be of",
    selector({ scopeName: "Terminating", operator: "Exists" }, { scopeName: "NotTerminating", operator: "Exists" }),
    [`${path}: Invalid value: []core.ResourceQuotaScope(nil): conflicting scopes`],
  );

  quotas.update("[ResourceQuota#12] keeps its scopes", {
    before: spec({ scopes: ["Terminating"] }),
    change: spec({ scopes: ["NotTerminating"] }),
    causes: [`spec.scopes: Invalid value: ${scopes("NotTerminating")}: field is immutable`],
  });

  quotas.update("[ResourceQuota#13] tells limits of whole objects", {
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
  quotas.update("[ResourceQuota#14] tells of the use of whole objects", {
    subresource: "status",
    change: (quota) => {
      quota.status = { hard: { pods: "10" }, used: { pods: "-1" } };
    },
    causes: ['status.used[pods]: Invalid value: "-1": must be greater than or equal to 0'],
  });
});
