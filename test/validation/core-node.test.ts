import { describe } from "vitest";
import { Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer(["--vocabulary=kubernetes"]);

const nodes = new Refusals(server, "/api/v1/nodes", { spec: {} });
const badCidr = "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)";

describe("the taints of a Node", () => {
  const tainted =
    (...taints: readonly object[]) =>
    (node: { spec: object }) =>
      void Object.assign(node.spec, { taints });
  const badPart =
    "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric " +
    "character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is " +
    "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

  nodes.create("[Taints#1] have the keys of labels", tainted({ key: "a b", effect: "NoSchedule" }), [
    `metadata.taints[0].key: Invalid value: "a b": ${badPart}`,
  ]);
  nodes.create("[Taints#2] have the values of labels", tainted({ key: "a", value: "b c", effect: "NoSchedule" }), [
    'metadata.taints[0].value: Invalid value: "b c": a valid label must be an empty string or consist of ' +
      "alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. " +
      "'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
  ]);
  nodes.create("[Taints#3] have an effect", tainted({ key: "a" }), ["metadata.taints[0].effect: Required value"]);
  nodes.create("[Taints#4] have a known effect", tainted({ key: "a", effect: "Sleep" }), [
    'metadata.taints[0].effect: Unsupported value: "Sleep": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"',
  ]);
  nodes.create(
    "[Taints#5] are there once",
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

  nodes.create("[Node#1] hold taints as JSON", annotated("taints", "[{"), [
    'metadata.annotations: Invalid value: "scheduler.alpha.kubernetes.io/taints": unexpected end of JSON input',
  ]);
  nodes.create("hold taints that can be", annotated("taints", '[{"key":"a"}]'), [
    "metadata.annotations.scheduler.alpha.kubernetes.io/taints[0].effect: Required value",
  ]);
  nodes.create("[Node#2] hold the Pods to avoid as JSON", annotated("preferAvoidPods", "{avoid}"), [
    "metadata.annotations.AvoidPods: Invalid value: \"scheduler.alpha.kubernetes.io/preferAvoidPods\": invalid character 'a' looking for beginning of object key string",
  ]);
  nodes.create(
    "[Node#3] tell by what Pods are known",
    annotated("preferAvoidPods", '{"preferAvoidPods":[{"podSignature":{}}]}'),
    ["metadata.annotations.scheduler.alpha.kubernetes.io/preferAvoidPods[0].PodSignature: Required value"],
  );
  nodes.create(
    "[Node#4] tell Pods by their controller",
    annotated("preferAvoidPods", '{"preferAvoidPods":[{"podSignature":{"podController":{"controller":false}}}]}'),
    [
      "metadata.annotations.scheduler.alpha.kubernetes.io/preferAvoidPods[0].PodSignature.PodController.Controller: " +
        "Invalid value: false: must point to a controller",
    ],
  );
});

describe("a Node", () => {
  nodes.create(
    "[Node#5] has no less than nothing",
    (node) => {
      node.status = { capacity: { cpu: "-1" }, allocatable: { cpu: "1" } };
    },
    ['status.capacity.cpu: Invalid value: "-1": must be greater than or equal to 0'],
  );
  nodes.create(
    "[Node#6] gives whole devices",
    (node) => {
      node.status = { allocatable: { "example.com/gpu": "1500m" } };
    },
    [
      'status.allocatable.example.com/gpu: Invalid value: resource.Quantity{i:resource.int64Amount{value:1500, scale:-3}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"1500m", Format:"DecimalSI"}: must be an integer',
    ],
  );

  nodes.create(
    "[Node#7] has a range of addresses",
    ({ spec }) => {
      spec.podCIDR = "10.1.0.0";
    },
    [`spec.podCIDRs[0]: Invalid value: "10.1.0.0": ${badCidr}`],
  );
  nodes.create(
    "[Node#8] has ranges whose families can be told",
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
    "[Node#9] has one range of each family",
    ({ spec }) => {
      spec.podCIDRs = ["10.1.0.0/24", "10.2.0.0/24"];
    },
    [
      'spec.podCIDRs: Invalid value: []string{"10.1.0.0/24", "10.2.0.0/24"}: may specify no more than one CIDR for each IP family',
    ],
  );
  nodes.accepts("has a range of each family", ({ spec }) => {
    spec.podCIDRs = ["10.1.0.0/24", "fd00::/64"];
  });
  nodes.create(
    "[Node#10] has a range once",
    ({ spec }) => {
      spec.podCIDRs = ["10.1.0.0/24", "fd00::/64", "fd00::/64"];
    },
    [
      'spec.podCIDRs: Invalid value: []string{"10.1.0.0/24", "fd00::/64", "fd00::/64"}: may specify no more than one CIDR for each IP family',
      'spec.podCIDRs[2]: Duplicate value: "fd00::/64"',
    ],
  );

  nodes.update("[Node#11] has an address once", {
    subresource: "status",
    change: (node) => {
      const address = { type: "InternalIP", address: "10.0.0.1" };
      node.status = { addresses: [address, { type: "ExternalIP", address: "10.0.0.1" }, address] };
    },
    causes: ['status.addresses[2]: Duplicate value: core.NodeAddress{Type:"InternalIP", Address:"10.0.0.1"}'],
  });

  const keptRange = 'spec.podCIDRs: Forbidden: node updates may not change podCIDR except from "" to valid';
  nodes.update("[Node#12] keeps its ranges", {
    before: ({ spec }) => {
      spec.podCIDRs = ["10.1.0.0/24", "fd00::/64"];
    },
    change: ({ spec }) => {
      Object.assign(spec, { podCIDR: "10.2.0.0/24", podCIDRs: ["10.2.0.0/24", "fd01::/64"] });
    },
    causes: [keptRange, keptRange],
  });
  nodes.update("[Node#13] stays at its provider", {
    before: ({ spec }) => {
      spec.providerID = "cloud://1";
    },
    change: ({ spec }) => {
      spec.providerID = "cloud://2";
    },
    causes: ['spec.providerID: Forbidden: node updates may not change providerID except from "" to valid'],
  });
  nodes.update("[Node#26] keeps what it was called outside", {
    change: ({ spec }) => {
      spec.externalID = "other";
    },
    causes: ["spec.externalID: Forbidden: may not be updated"],
  });
});
