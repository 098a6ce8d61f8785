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
    "has no name that the server completes: generateName itself is the name",
    (address) => {
      address.metadata = { generateName: "192.0.2.300" };
    },
    [
      'metadata.generateName: Invalid value: "192.0.2.300": ParseAddr("192.0.2.300"): IPv4 field has value >255',
      'metadata.name: Invalid value: "192.0.2.300": ParseAddr("192.0.2.300"): IPv4 field has value >255',
    ],
  );
  addresses.create(
    "[IPAddress#1] belongs to something",
    (address) => {
      named(address);
      address.spec = {};
    },
    ["spec.parentRef: Required value"],
  );
  addresses.create("[IPAddress#2] belongs to something of a group", parentOf({ group: "A" }), [
    "spec.parentRef.group: Invalid value: \"A\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
  ]);
  addresses.create("[IPAddress#3] belongs to a resource", parentOf({ resource: "" }), [
    "spec.parentRef.resource: Required value",
  ]);
  addresses.create("[IPAddress#4] belongs to a resource that can stand in a path", parentOf({ resource: "a/b" }), [
    "spec.parentRef.resource: Invalid value: \"a/b\": may not contain '/'",
  ]);
  addresses.create("[IPAddress#5] belongs to something with a name", parentOf({ name: "" }), [
    "spec.parentRef.name: Required value",
  ]);
  addresses.create("[IPAddress#6] belongs to a name that can stand in a path", parentOf({ name: "a/b" }), [
    "spec.parentRef.name: Invalid value: \"a/b\": may not contain '/'",
  ]);
  addresses.create("[IPAddress#7] belongs to a namespace that can stand in a path", parentOf({ namespace: "." }), [
    "spec.parentRef.namespace: Invalid value: \".\": may not be '.'",
  ]);
  addresses.update("[IPAddress#8] belongs to the same for ever", {
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

  ranges.create("[ServiceCIDR#1] has a range", rangesOf(), ["spec.cidrs: Required value: at least one CIDR required"]);
  ranges.create("[ServiceCIDR#2] has two ranges at most", rangesOf("10.97.0.0/16", "2001:db8::/64", "x"), [
    'spec.cidrs: Invalid value: networking.ServiceCIDRSpec{CIDRs:[]string{"10.97.0.0/16", "2001:db8::/64", "x"}}: may only hold up to 2 values',
  ]);
  ranges.create("[ServiceCIDR#3] has one range of each family", rangesOf("10.97.0.0/16", "10.98.0.0/16"), [
    `spec.cidrs: Invalid value: networking.ServiceCIDRSpec{CIDRs:[]string{"10.97.0.0/16", "10.98.0.0/16"}}: ${familyText}`,
  ]);
  ranges.accepts("a ServiceCIDR may have a range of each family", rangesOf("10.97.0.0/16", "2001:db8::/64"));
  ranges.create("[ServiceCIDR#4] has ranges in CIDR form", rangesOf("10.97.0.0"), [
    'spec.cidrs[0]: Invalid value: "10.97.0.0": netip.ParsePrefix("10.97.0.0"): no \'/\'',
  ]);
  ranges.create("a ServiceCIDR has ranges without an address of their own", rangesOf("10.97.0.1/16"), [
    'spec.cidrs[0]: Invalid value: "10.97.0.1/16": wrong CIDR format, IP doesn\'t match network IP address',
  ]);
  ranges.create("a ServiceCIDR has ranges in their shortest form", rangesOf("2001:db8:0::/64"), [
    'spec.cidrs[0]: Invalid value: "2001:db8:0::/64": CIDR not in RFC 5952 canonical format',
  ]);
  ranges.update("[ServiceCIDR#5] keeps its ranges", {
    change: rangesOf("10.98.0.0/16"),
    causes: ['spec.cidrs: Invalid value: []string{"10.98.0.0/16"}: field is immutable'],
  });
});
