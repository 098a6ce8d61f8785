import { describe } from "vitest";
import { notLabel, notSubdomain } from "../support/format-messages.ts";
import { type Manifest, Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer();

describe("an EndpointSlice", () => {
  const slices = new Refusals(server, "/apis/discovery.orch.io/v1/namespaces/default/endpointslices", {
    addressType: "IPv4",
    endpoints: [{ addresses: ["192.0.2.1"] }],
    ports: [{ name: "http", port: 80 }],
  });
  const sliceOf = (members: object) => {
    return (slice: Manifest): void => {
      Object.assign(slice, members);
    };
  };
  const endpointOf = (members: object) => {
    return ({ endpoints }: Manifest): void => {
      Object.assign(endpoints[0], members);
    };
  };

  slices.create(
    "[EndpointSlice#1] an EndpointSlice without an addressType is rejected",
    sliceOf({ addressType: "", endpoints: [] }),
    ["addressType: Required value"],
  );
  slices.create(
    "[EndpointSlice#2] an EndpointSlice with an unknown addressType is rejected",
    sliceOf({ addressType: "MAC" }),
    ['addressType: Unsupported value: "MAC": supported values: "FQDN", "IPv4", "IPv6"'],
  );

  const many = (count: number): object[] => Array.from({ length: count }, () => ({ addresses: ["192.0.2.1"] }));
  slices.create(
    "[EndpointSlice#3] an EndpointSlice with 1001 endpoints is rejected",
    sliceOf({ endpoints: [...many(1000), {}] }),
    ["endpoints: Too many: 1001: must have at most 1000 items"],
  );
  slices.accepts("an EndpointSlice with 1000 endpoints is accepted", sliceOf({ endpoints: many(1000) }));

  const addresses = "endpoints[0].addresses";
  slices.create("[EndpointSlice#4] an endpoint without addresses is rejected", endpointOf({ addresses: [] }), [
    `${addresses}: Required value: must contain at least 1 address`,
  ]);
  const hundred = Array.from({ length: 100 }, (_, index) => `192.0.2.${index}`);
  slices.create(
    "[EndpointSlice#5] an endpoint with 101 addresses is rejected",
    endpointOf({ addresses: [...hundred, "192.0.2.100"] }),
    [`${addresses}: Too many: 101: must have at most 100 items`],
  );
  slices.accepts("an endpoint with 100 addresses is accepted", endpointOf({ addresses: hundred }));
  slices.create(
    "[EndpointSlice#6] an IPv6 address in an IPv4 slice is rejected",
    endpointOf({ addresses: ["2001:db8::1"] }),
    [`${addresses}[0]: Invalid value: "2001:db8::1": must be a valid IPv4 address`],
  );
  const withAddress = (addressType: string, ...list: string[]) =>
    sliceOf({ addressType, endpoints: [{ addresses: list }] });
  slices.create("[EndpointSlice#7] an IPv4 address in an IPv6 slice is rejected", withAddress("IPv6", "192.0.2.1"), [
    `${addresses}[0]: Invalid value: "192.0.2.1": must be a valid IPv6 address`,
  ]);
  slices.accepts("an IPv6 address in an IPv6 slice is accepted", withAddress("IPv6", "2001:db8::1"));
  slices.create(
    "[EndpointSlice#8] loopback, unspecified, link-local and multicast addresses are rejected",
    endpointOf({ addresses: ["127.0.0.1", "0.0.0.0", "169.254.0.1", "224.0.0.1"] }),
    [
      `${addresses}[0]: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)`,
      `${addresses}[1]: Invalid value: "0.0.0.0": may not be unspecified (0.0.0.0)`,
      `${addresses}[2]: Invalid value: "169.254.0.1": may not be in the link-local range (169.254.0.0/16, fe80::/10)`,
      `${addresses}[3]: Invalid value: "224.0.0.1": may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)`,
    ],
  );
  slices.create("[EndpointSlice#9] a domain name with one segment is rejected", withAddress("FQDN", "web"), [
    `${addresses}[0]: Invalid value: "web": should be a domain with at least two segments separated by dots`,
  ]);
  slices.accepts("a domain name with three segments is accepted", withAddress("FQDN", "web.example.com"));

  slices.create("[EndpointSlice#10] an endpoint with an empty nodeName is rejected", endpointOf({ nodeName: "" }), [
    `endpoints[0].nodeName: Invalid value: "": ${notSubdomain}`,
  ]);
  slices.create(
    "[EndpointSlice#13] an endpoint with a dot in its hostname is rejected",
    endpointOf({ hostname: "a.b" }),
    ['endpoints[0].hostname: Invalid value: "a.b": must not contain dots'],
  );

  const hintsOf = (...names: string[]) => endpointOf({ hints: { forZones: names.map((name) => ({ name })) } });
  const zones = ["a", "b", "c", "d", "e", "f", "g", "h"];
  const hints = "endpoints[0].hints.forZones";
  slices.create("[EndpointSlice#14] a hint with 9 zones is rejected", hintsOf(...zones, "h"), [
    `${hints}: Too many: 9: must have at most 8 items`,
  ]);
  slices.accepts("a hint with 8 zones is accepted", hintsOf(...zones));
  slices.create("[EndpointSlice#15] a hint with a repeated zone is rejected", hintsOf("a", "b", "a"), [
    `${hints}[2].name: Duplicate value: "a"`,
  ]);
  slices.create("[EndpointSlice#16] a hint whose zone is no label value is rejected", hintsOf("a b"), [
    `${hints}[0].name: Invalid value: "a b": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')`,
  ]);

  const ports = (count: number): object[] => Array.from({ length: count }, (_, index) => ({ name: `p${index}` }));
  slices.create("[EndpointSlice#17] an EndpointSlice with 20001 ports is rejected", sliceOf({ ports: ports(20_001) }), [
    "ports: Too many: 20001: must have at most 20000 items",
  ]);
  slices.accepts("an EndpointSlice with 20000 ports is accepted", sliceOf({ ports: ports(20_000) }));
  slices.create(
    "[EndpointSlice#18] a port whose name is no DNS label is rejected",
    sliceOf({ ports: [{ name: "Web" }] }),
    [`ports[0].name: Invalid value: "Web": ${notLabel}`],
  );
  slices.create("[EndpointSlice#19] two ports without a name are rejected", sliceOf({ ports: [{}, {}] }), [
    'ports[1].name: Duplicate value: ""',
  ]);
  slices.create(
    "[EndpointSlice#21] a port with an unknown protocol is rejected",
    sliceOf({ ports: [{ protocol: "ICMP" }] }),
    ['ports[0].protocol: Unsupported value: "ICMP": supported values: "SCTP", "TCP", "UDP"'],
  );
  slices.create(
    "[EndpointSlice#22] a port whose appProtocol is no qualified name is rejected",
    sliceOf({ ports: [{ appProtocol: "a/b/c" }] }),
    [
      "ports[0].appProtocol: Invalid value: \"a/b/c\": a qualified name must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')",
    ],
  );
  slices.update("[EndpointSlice#23] an update that changes the addressType is rejected", {
    before: sliceOf({ endpoints: [] }),
    change: sliceOf({ addressType: "IPv6" }),
    causes: ['addressType: Invalid value: "IPv6": field is immutable'],
  });
});
