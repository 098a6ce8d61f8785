import { describe } from "vitest";
import { type Manifest, ruleServer } from "../support/refusals.ts";
import { Replacements } from "../support/replacements.ts";

const server = ruleServer();
const nodes = new Replacements(server, "/api/v1/nodes", {});

nodes.create("[ObjectMeta#6] the namespace of a cluster-scoped object is removed", {
  path: "/metadata/namespace",
  sentValues: ["default"],
  storedValue: undefined,
});

new Replacements(server, "/api/v1/namespaces/default/pods", {
  spec: { containers: [{ name: "app", image: "app:1" }] },
}).create("[PodSpec#7] the fields of an image pull secret other than its name are removed", {
  path: "/spec/imagePullSecrets",
  sentValues: [[{ name: "pull", key: "token", optional: true }]],
  storedValue: [{ name: "pull" }],
});

describe("deprecatedTopology of an endpoint", () => {
  const slices = new Replacements(server, "/apis/discovery.orch.io/v1/namespaces/default/endpointslices", {
    addressType: "IPv4",
    endpoints: [{ addresses: ["192.0.2.1"] }],
  });
  const path = "/endpoints/0/deprecatedTopology";
  const seventeen = Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`label-${index}`, "a"]));

  slices.create("[EndpointSlice#11] a deprecatedTopology with 17 labels is removed", {
    path,
    sentValues: [seventeen],
    storedValue: undefined,
  });
  slices.create("[EndpointSlice#12] a deprecatedTopology with a zone is removed", {
    path,
    sentValues: [{ "topology.kubernetes.io/zone": "a" }],
    storedValue: undefined,
  });
});

describe("the removed configSource of a Node", () => {
  const configMap = { namespace: "default", name: "it", kubeletConfigKey: "kubelet" };
  const reported = { ...configMap, uid: "7c0b6d1a-2f0e-4f57-9a4e-3b1f0f6e9f11", resourceVersion: "1" };

  const ofSpec: readonly [title: string, source: Manifest][] = [
    ["[Node#14] a configSource without a source is removed", {}],
    ["[Node#15] a configSource with a uid is removed", { configMap: { ...configMap, uid: reported.uid } }],
    [
      "[Node#16] a configSource with a resourceVersion is removed",
      { configMap: { ...configMap, resourceVersion: "1" } },
    ],
    ["[Node#20] a configSource without a namespace is removed", { configMap: { ...configMap, namespace: "" } }],
    [
      "[Node#21] a configSource with an invalid namespace is removed",
      { configMap: { ...configMap, namespace: "a b" } },
    ],
    ["[Node#22] a configSource without a name is removed", { configMap: { ...configMap, name: "" } }],
    ["[Node#23] a configSource with an invalid name is removed", { configMap: { ...configMap, name: "a b" } }],
    [
      "[Node#24] a configSource without a kubeletConfigKey is removed",
      { configMap: { ...configMap, kubeletConfigKey: "" } },
    ],
    [
      "[Node#25] a configSource with an invalid kubeletConfigKey is removed",
      { configMap: { ...configMap, kubeletConfigKey: "a b" } },
    ],
  ];
  for (const [title, source] of ofSpec) {
    nodes.update(title, { path: "/spec/configSource", sentValues: [source], storedValue: undefined });
  }

  const ofStatus: readonly [title: string, source: Manifest][] = [
    ["[Node#17] a config status without a source is removed", {}],
    ["[Node#18] a config status without a uid is removed", { configMap: { ...reported, uid: "" } }],
    [
      "[Node#19] a config status without a resourceVersion is removed",
      { configMap: { ...reported, resourceVersion: "" } },
    ],
  ];
  for (const [title, source] of ofStatus) {
    for (const use of ["assigned", "active", "lastKnownGood"]) {
      nodes.update(`${title}: ${use}`, {
        subresource: "status",
        path: "/status/config",
        sentValues: [{ [use]: source }],
        storedValue: undefined,
      });
    }
  }
});
