import { describe } from "vitest";
import { notQualifiedName } from "../support/format-messages.ts";
import { Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer(["--vocabulary=kubernetes"]);

const nodes = new Refusals(server, "/api/v1/nodes", { spec: {} });
const badCidr = "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)";

describe("the taints of a Node", () => {
  const tainted =
    (...taints: readonly object[]) =>
    (node: { spec: object }) =>
      void Object.assign(node.spec, { taints });

  nodes.create(
    "[Taints#1] a taint whose key is no qualified name is rejected",
    tainted({ key: "a b", effect: "NoSchedule" }),
    [`metadata.taints[0].key: Invalid value: "a b": ${notQualifiedName}`],
  );
  nodes.create(
    "[Taints#2] a taint whose value is no label value is rejected",
    tainted({ key: "a", value: "b c", effect: "NoSchedule" }),
    [
      'metadata.taints[0].value: Invalid value: "b c": a valid label must be an empty string or consist of ' +
        "alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. " +
        "'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
    ],
  );
  nodes.create("[Taints#3] a taint without an effect is rejected", tainted({ key: "a" }), [
    "metadata.taints[0].effect: Required value",
  ]);
  nodes.create("[Taints#4] a taint with an unknown effect is rejected", tainted({ key: "a", effect: "Sleep" }), [
    'metadata.taints[0].effect: Unsupported value: "Sleep": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"',
  ]);
  nodes.create(
    "[Taints#5] two taints with the same key and effect are rejected",
    tainted(
      { key: "a", effect: "NoSchedule" },
      { key: "a", effect: "NoExecute" },
      { key: "a", value: "b", effect: "NoSchedule" },
    ),
    [
      'metadata.taints[2]: Duplicate value: core.Taint{Key:"a", Value:"b", Effect:"NoSchedule", TimeAdded:<nil>}: taints must be unique by key and effect pair',
    ],
  );
});

describe("the annotations of a Node", () => {
  const annotated = (key: string, text: string) => (node: { metadata: object }) =>
    void Object.assign(node.metadata, { annotations: { [`scheduler.alpha.kubernetes.io/${key}`]: text } });

  nodes.create("[Node#1] a taints annotation that is no JSON is rejected", annotated("taints", "[{"), [
    'metadata.annotations: Invalid value: "scheduler.alpha.kubernetes.io/taints": unexpected end of JSON input',
  ]);
  nodes.create("a taints annotation with an invalid taint is rejected", annotated("taints", '[{"key":"a"}]'), [
    "metadata.annotations.scheduler.alpha.kubernetes.io/taints[0].effect: Required value",
  ]);
  nodes.create(
    "[Node#2] a preferAvoidPods annotation that is no JSON is rejected",
    annotated("preferAvoidPods", "{avoid}"),
    [
      "metadata.annotations.AvoidPods: Invalid value: \"scheduler.alpha.kubernetes.io/preferAvoidPods\": invalid character 'a' looking for beginning of object key string",
    ],
  );
  nodes.create(
    "[Node#3] a preferAvoidPods annotation with an empty podSignature is rejected",
    annotated("preferAvoidPods", '{"preferAvoidPods":[{"podSignature":{}}]}'),
    ["metadata.annotations.scheduler.alpha.kubernetes.io/preferAvoidPods[0].PodSignature: Required value"],
  );
  nodes.create(
    "[Node#4] a preferAvoidPods annotation whose podController is no controller is rejected",
    annotated("preferAvoidPods", '{"preferAvoidPods":[{"podSignature":{"podController":{"controller":false}}}]}'),
    [
      "metadata.annotations.scheduler.alpha.kubernetes.io/preferAvoidPods[0].PodSignature.PodController.Controller: " +
        "Invalid value: false: must point to a controller",
    ],
  );
});

describe("a Node", () => {
  nodes.create(
    "[Node#5] a Node with a negative capacity is rejected",
    (node) => {
      node.status = { capacity: { cpu: "-1" }, allocatable: { cpu: "1" } };
    },
    ['status.capacity.cpu: Invalid value: "-1": must be greater than or equal to 0'],
  );
  nodes.create(
    "[Node#6] a Node with a fraction of an extended resource is rejected",
    (node) => {
      node.status = { allocatable: { "example.com/gpu": "1500m" } };
    },
    [
      'status.allocatable.example.com/gpu: Invalid value: resource.Quantity{i:resource.int64Amount{value:1500, scale:-3}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"1500m", Format:"DecimalSI"}: must be an integer',
    ],
  );

  nodes.create(
    "[Node#7] a Node whose podCIDR has no prefix length is rejected",
    ({ spec }) => {
      spec.podCIDR = "10.1.0.0";
    },
    [`spec.podCIDRs[0]: Invalid value: "10.1.0.0": ${badCidr}`],
  );
  nodes.create(
    "[Node#8] a Node with a podCIDR that cannot be parsed is rejected",
    ({ spec }) => {
      spec.podCIDRs = ["10.1.0.0/24", "fd00::"];
    },
    [
      `spec.podCIDRs[1]: Invalid value: "fd00::": ${badCidr}`,
      "spec.podCIDRs: Internal error: invalid PodCIDRs. failed to check with dual stack with error:invalid CIDR[1]: <nil> (invalid CIDR address: fd00::)",
      'spec.podCIDRs: Invalid value: []string{"10.1.0.0/24", "fd00::"}: may specify no more than one CIDR for each IP family',
    ],
  );
  nodes.create(
    "[Node#9] a Node with two podCIDRs of one IP family is rejected",
    ({ spec }) => {
      spec.podCIDRs = ["10.1.0.0/24", "10.2.0.0/24"];
    },
    [
      'spec.podCIDRs: Invalid value: []string{"10.1.0.0/24", "10.2.0.0/24"}: may specify no more than one CIDR for each IP family',
    ],
  );
  nodes.accepts("a Node with a podCIDR of each IP family is accepted", ({ spec }) => {
    spec.podCIDRs = ["10.1.0.0/24", "fd00::/64"];
  });
  nodes.create(
    "[Node#10] a Node with a repeated podCIDR is rejected",
    ({ spec }) => {
      spec.podCIDRs = ["10.1.0.0/24", "fd00::/64", "fd00::/64"];
    },
    [
      'spec.podCIDRs: Invalid value: []string{"10.1.0.0/24", "fd00::/64", "fd00::/64"}: may specify no more than one CIDR for each IP family',
      'spec.podCIDRs[2]: Duplicate value: "fd00::/64"',
    ],
  );

  nodes.update("[Node#11] a status with a repeated address is rejected", {
    subresource: "status",
    change: (node) => {
      const address = { type: "InternalIP", address: "10.0.0.1" };
      node.status = { addresses: [address, { type: "ExternalIP", address: "10.0.0.1" }, address] };
    },
    causes: ['status.addresses[2]: Duplicate value: core.NodeAddress{Type:"InternalIP", Address:"10.0.0.1"}'],
  });

  const keptRange = 'spec.podCIDRs: Forbidden: node updates may not change podCIDR except from "" to valid';
  nodes.update("[Node#12] an update that changes the podCIDRs is rejected", {
    before: ({ spec }) => {
      spec.podCIDRs = ["10.1.0.0/24", "fd00::/64"];
    },
    change: ({ spec }) => {
      Object.assign(spec, { podCIDR: "10.2.0.0/24", podCIDRs: ["10.2.0.0/24", "fd01::/64"] });
    },
    causes: [keptRange, keptRange],
  });
  nodes.update("[Node#13] an update that changes the providerID is rejected", {
    before: ({ spec }) => {
      spec.providerID = "cloud://1";
    },
    change: ({ spec }) => {
      spec.providerID = "cloud://2";
    },
    causes: ['spec.providerID: Forbidden: node updates may not change providerID except from "" to valid'],
  });
  nodes.update("[Node#26] an update that changes the externalID is rejected", {
    change: ({ spec }) => {
      spec.externalID = "other";
    },
    causes: ["spec.externalID: Forbidden: may not be updated"],
  });
});
