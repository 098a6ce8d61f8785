import { describe } from "vitest";
import { type Manifest, ruleServer } from "../support/refusals.ts";
import { Replacements } from "../support/replacements.ts";

const server = ruleServer();
const nodes = new Replacements(server, "/api/v1/nodes", {});

nodes.create("[ObjectMeta#6] the namespace of what belongs to the cluster is dropped", {
  path: "/metadata/namespace",
  sent: ["default"],
  kept: undefined,
});

new Replacements(server, "/api/v1/namespaces/default/pods", {
  spec: { containers: [{ name: "app", image: "app:1" }] },
}).create("[PodSpec#7] what a Pod tells of a secret but its name is dropped", {
  path: "/spec/imagePullSecrets",
  sent: [[{ name: "pull", key: "token", optional: true }]],
  kept: [{ name: "pull" }],
});

describe("the topology of an endpoint", () => {
  const slices = new Replacements(server, "/apis/discovery.orch.io/v1/namespaces/default/endpointslices", {
    addressType: "IPv4",
    endpoints: [{ addresses: ["192.0.2.1"] }],
  });
  const path = "/endpoints/0/deprecatedTopology";
  const seventeen = Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`label-${index}`, "a"]));

  slices.create("[EndpointSlice#11] is dropped, also of many labels", { path, sent: [seventeen], kept: undefined });
  slices.create("[EndpointSlice#12] is dropped, also with a zone", {
    path,
    sent: [{ "topology.kubernetes.io/zone": "a" }],
    kept: undefined,
  });
});

describe("the configuration of a Node, which is retired, is dropped", () => {
  const configMap = { namespace: "default", name: "it", kubeletConfigKey: "kubelet" };
  const reported = { ...configMap, uid: "7c0b6d1a-2f0e-4f57-9a4e-3b1f0f6e9f11", resourceVersion: "1" };

  const ofSpec: readonly [title: string, source: Manifest][] = [
    ["[Node#14] also of no source", {}],
    ["[Node#15] also with a uid", { configMap: { ...configMap, uid: reported.uid } }],
    ["[Node#16] also of a version", { configMap: { ...configMap, resourceVersion: "1" } }],
    ["[Node#20] also of no namespace", { configMap: { ...configMap, namespace: "" } }],
    ["[Node#21] also of a namespace that cannot be", { configMap: { ...configMap, namespace: "a b" } }],
    ["[Node#22] also of no name", { configMap: { ...configMap, name: "" } }],
    ["[Node#23] also of a name that cannot be", { configMap: { ...configMap, name: "a b" } }],
    ["[Node#24] also of no key", { configMap: { ...configMap, kubeletConfigKey: "" } }],
    ["[Node#25] also of a key that cannot be", { configMap: { ...configMap, kubeletConfigKey: "a b" } }],
  ];
  for (const [title, source] of ofSpec) {
    nodes.update(title, { path: "/spec/configSource", sent: [source], kept: undefined });
  }

  const ofStatus: readonly [title: string, source: Manifest][] = [
    ["[Node#17] also where none is in use", {}],
    ["[Node#18] also where it has no uid", { configMap: { ...reported, uid: "" } }],
    ["[Node#19] also where it has no version", { configMap: { ...reported, resourceVersion: "" } }],
  ];
  for (const [title, source] of ofStatus) {
    for (const use of ["assigned", "active", "lastKnownGood"]) {
      nodes.update(`${title}: ${use}`, {
        subresource: "status",
        path: "/status/config",
        sent: [{ [use]: source }],
        kept: undefined,
      });
    }
  }
});
