import { describe } from "vitest";
import { type Manifest, Refusals, ruleServer } from "../support/refusals.ts";

const beta = "/apis/networking.orch.io/v1beta1";
const server = ruleServer(["--runtime-config=networking.orch.io/v1beta1=true"]);

describe("an IPAddress", () => {
  let last = 0;
  const addresses = new Refusals(server, `${beta}/ipaddresses`, {
    spec: { parentRef: { group: "example.com", resource: "gateways", namespace: "shop", name: "edge" } },
  });
  const parentOf = (members: object) => {
    return (address: Manifest): void => {
      named(address);
      Object.assign(address.spec.parentRef, members);
    };
  };
  const named = (address: Manifest): void => {
    last += 1;
    address.metadata.name = `192.0.2.${last}`;
  };

  addresses.create(
    "the generateName of an IPAddress is used as its name without a suffix",
    (address) => {
      address.metadata = { generateName: "192.0.2.300" };
    },
    [
      'metadata.generateName: Invalid value: "192.0.2.300": ParseAddr("192.0.2.300"): IPv4 field has value >255',
      'metadata.name: Invalid value: "192.0.2.300": ParseAddr("192.0.2.300"): IPv4 field has value >255',
    ],
  );
  addresses.create(
    "[IPAddress#1] an IPAddress without a parentRef is rejected",
    (address) => {
      named(address);
      address.spec = {};
    },
    ["spec.parentRef: Required value"],
  );
  addresses.create("[IPAddress#2] a parentRef whose group is no DNS subdomain is rejected", parentOf({ group: "A" }), [
    "spec.parentRef.group: Invalid value: \"A\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
  ]);
  addresses.create("[IPAddress#3] a parentRef without a resource is rejected", parentOf({ resource: "" }), [
    "spec.parentRef.resource: Required value",
  ]);
  addresses.create(
    "[IPAddress#4] a parentRef with a slash in its resource is rejected",
    parentOf({ resource: "a/b" }),
    ["spec.parentRef.resource: Invalid value: \"a/b\": may not contain '/'"],
  );
  addresses.create("[IPAddress#5] a parentRef without a name is rejected", parentOf({ name: "" }), [
    "spec.parentRef.name: Required value",
  ]);
  addresses.create("[IPAddress#6] a parentRef with a slash in its name is rejected", parentOf({ name: "a/b" }), [
    "spec.parentRef.name: Invalid value: \"a/b\": may not contain '/'",
  ]);
  addresses.create("[IPAddress#7] a parentRef with the namespace . is rejected", parentOf({ namespace: "." }), [
    "spec.parentRef.namespace: Invalid value: \".\": may not be '.'",
  ]);
  addresses.update("[IPAddress#8] an update that changes the parentRef is rejected", {
    before: named,
    change: ({ spec }) => {
      spec.parentRef.name = "other";
    },
    causes: [
      'spec.parentRef: Invalid value: networking.ParentReference{Group:"example.com", Resource:"gateways", Namespace:"shop", Name:"other"}: field is immutable',
    ],
  });
});

describe("a ServiceCIDR", () => {
  const ranges = new Refusals(server, `${beta}/servicecidrs`, { spec: { cidrs: ["10.97.0.0/16"] } });
  const rangesOf = (...cidrs: string[]) => {
    return ({ spec }: Manifest): void => {
      spec.cidrs = cidrs;
    };
  };
  const familyText = "may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64";

  ranges.create("[ServiceCIDR#1] a ServiceCIDR without cidrs is rejected", rangesOf(), [
    "spec.cidrs: Required value: at least one CIDR required",
  ]);
  ranges.create(
    "[ServiceCIDR#2] a ServiceCIDR with three cidrs is rejected",
    rangesOf("10.97.0.0/16", "2001:db8::/64", "x"),
    [
      'spec.cidrs: Invalid value: networking.ServiceCIDRSpec{CIDRs:[]string{"10.97.0.0/16", "2001:db8::/64", "x"}}: may only hold up to 2 values',
    ],
  );
  ranges.create(
    "[ServiceCIDR#3] a ServiceCIDR with two cidrs of one IP family is rejected",
    rangesOf("10.97.0.0/16", "10.98.0.0/16"),
    [
      `spec.cidrs: Invalid value: networking.ServiceCIDRSpec{CIDRs:[]string{"10.97.0.0/16", "10.98.0.0/16"}}: ${familyText}`,
    ],
  );
  ranges.accepts("a ServiceCIDR with a cidr of each IP family is accepted", rangesOf("10.97.0.0/16", "2001:db8::/64"));
  ranges.create("[ServiceCIDR#4] a cidr without a prefix length is rejected", rangesOf("10.97.0.0"), [
    'spec.cidrs[0]: Invalid value: "10.97.0.0": netip.ParsePrefix("10.97.0.0"): no \'/\'',
  ]);
  ranges.create("a cidr with host bits is rejected", rangesOf("10.97.0.1/16"), [
    'spec.cidrs[0]: Invalid value: "10.97.0.1/16": wrong CIDR format, IP doesn\'t match network IP address',
  ]);
  ranges.create("a cidr that is not in canonical form is rejected", rangesOf("2001:db8:0::/64"), [
    'spec.cidrs[0]: Invalid value: "2001:db8:0::/64": CIDR not in RFC 5952 canonical format',
  ]);
  ranges.update("[ServiceCIDR#5] an update that changes the cidrs is rejected", {
    change: rangesOf("10.98.0.0/16"),
    causes: ['spec.cidrs: Invalid value: []string{"10.98.0.0/16"}: field is immutable'],
  });
});
