import { describe, expect, test } from "vitest";
import { node } from "../../../api/index.ts";
import { type Input, KindWrites } from "../../testing/kind-writes.ts";
import { fieldValueOf } from "../../testing/rows.ts";

const writes = new KindWrites(node);

test("a new Node keeps its status, and allocatable defaults to capacity", () => {
  const { object } = writes.create({ status: { capacity: { cpu: "1.0005", memory: "1Gi" } } });
  expect(object.status).toMatchObject({
    capacity: { cpu: "1001m", memory: "1Gi" },
    allocatable: { cpu: "1001m", memory: "1Gi" },
  });
});

test("podCIDR and podCIDRs of a Node get the values of each other", () => {
  expect(writes.decode({ spec: { podCIDR: "10.1.0.0/24" } }).spec).toEqual({
    podCIDR: "10.1.0.0/24",
    podCIDRs: ["10.1.0.0/24"],
  });
  expect(writes.decode({ spec: { podCIDRs: ["10.1.0.0/24", "fd00::/64"] } }).spec?.podCIDR).toBe("10.1.0.0/24");
});

describe("a Node is refused", () => {
  test.each<[string, Input, string[]]>([
    [
      "with two ranges of one family",
      { spec: { podCIDRs: ["10.1.0.0/24", "10.2.0.0/24"] } },
      [
        'spec.podCIDRs: Invalid value: []string{"10.1.0.0/24", "10.2.0.0/24"}: may specify no more than one CIDR for ' +
          "each IP family",
      ],
    ],
    [
      "with a repeated taint",
      {
        spec: {
          taints: [
            { key: "a", value: "1", effect: "NoSchedule" },
            { key: "a", value: "2", effect: "NoSchedule" },
          ],
        },
      },
      [
        'metadata.taints[1]: Duplicate value: core.Taint{Key:"a", Value:"2", Effect:"NoSchedule", TimeAdded:<nil>}: ' +
          "taints must be unique by key and effect pair",
      ],
    ],
    [
      "with a negative capacity",
      { status: { capacity: { memory: "-1" }, allocatable: { memory: "1" } } },
      ['status.capacity.memory: Invalid value: "-1": must be greater than or equal to 0'],
    ],
  ])("a Node is rejected %s", (_, input, errors) => {
    expect(writes.create(input).errors).toEqual(errors);
  });
});

test("an update that changes podCIDR or providerID of a Node is rejected", () => {
  const old = writes.stored({ spec: { podCIDR: "10.1.0.0/24", providerID: "cloud://a" } });
  const { errors } = writes.update(old, (one) => {
    one.spec = { podCIDR: "10.2.0.0/24", podCIDRs: ["10.2.0.0/24"], providerID: "cloud://b" };
  });
  expect(errors).toEqual([
    'spec.podCIDRs: Forbidden: node updates may not change podCIDR except from "" to valid',
    'spec.providerID: Forbidden: node updates may not change providerID except from "" to valid',
  ]);
});

test("an update of a Node reports errors about immutable fields between repeated errors, in the order of the reference", () => {
  const key = "scheduler.alpha.kubernetes.io/preferAvoidPods";
  const { errors } = writes.update(writes.stored({ spec: { externalID: "a", providerID: "cloud://a" } }), (one) => {
    one.metadata.annotations = { [key]: "{" };
    Object.assign(one, { spec: { externalID: "b", podCIDRs: ["x"], taints: [{ key: "a" }] } });
  });
  const annotation = `metadata.annotations.AvoidPods: Invalid value: "${key}": unexpected end of JSON input`;
  const taint = "metadata.taints[0].effect: Required value";
  expect(errors).toEqual([
    annotation,
    taint,
    'spec.podCIDRs[0]: Invalid value: "x": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
    annotation,
    'spec.providerID: Forbidden: node updates may not change providerID except from "" to valid',
    taint,
    "spec.externalID: Forbidden: may not be updated",
  ]);
});

test("a repeated address of a Node is rejected", () => {
  const address = { type: "InternalIP", address: "10.0.0.1" };
  const { errors } = writes.update(
    writes.stored({}),
    (one) => Object.assign(one, { status: { addresses: [address, address] } }),
    "status",
  );
  expect(errors).toEqual([
    'status.addresses[1]: Duplicate value: core.NodeAddress{Type:"InternalIP", Address:"10.0.0.1"}',
  ]);
});

test("the field spec.unschedulable of a Node is false if it is unset", () => {
  const unschedulable = (input: Input): string => fieldValueOf(node, "spec.unschedulable", writes.decode(input));
  expect(unschedulable({})).toBe("false");
  expect(unschedulable({ spec: { unschedulable: true } })).toBe("true");
});

test.each([
  ["kubernetes", "Kubernetes"],
  ["orch", "Orch"],
] as const)("in the vocabulary %s, the warning about externalID names %s", (vocabulary, title) => {
  expect(new KindWrites(node, vocabulary).create({ spec: { externalID: "a" } }).warnings).toEqual([
    `spec.externalID: this field is deprecated, and is unused by ${title}`,
  ]);
});
