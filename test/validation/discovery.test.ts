import { describe } from "vitest";
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
  const subdomain =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
  const label =
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

  slices.create("[EndpointSlice#1] says what its addresses are", sliceOf({ addressType: "", endpoints: [] }), [
    "addressType: Required value",
  ]);
  slices.create("[EndpointSlice#2] has addresses of a type that there is", sliceOf({ addressType: "MAC" }), [
    'addressType: Unsupported value: "MAC": supported values: "FQDN", "IPv4", "IPv6"',
  ]);

  const many = (count: number): object[] => Array.from({ length: count }, () => ({ addresses: ["192.0.2.1"] }));
  slices.create("[EndpointSlice#3] has 1000 endpoints at most", sliceOf({ endpoints: [...many(1000), {}] }), [
    "endpoints: Too many: 1001: must have at most 1000 items",
  ]);
  slices.accepts("an EndpointSlice may have 1000 endpoints", sliceOf({ endpoints: many(1000) }));

  const addresses = "endpoints[0].addresses";
  slices.create("[EndpointSlice#4] has endpoints with an address", endpointOf({ addresses: [] }), [
    `${addresses}: Required value: must contain at least 1 address`,
  ]);
  const hundred = Array.from({ length: 100 }, (_, index) => `192.0.2.${index}`);
  slices.create(
    "[EndpointSlice#5] has 100 addresses of an endpoint at most",
    endpointOf({ addresses: [...hundred, "192.0.2.100"] }),
    [`${addresses}: Too many: 101: must have at most 100 items`],
  );
  slices.accepts("an endpoint may have 100 addresses", endpointOf({ addresses: hundred }));
  slices.create("[EndpointSlice#6] has addresses of IPv4", endpointOf({ addresses: ["2001:db8::1"] }), [
    `${addresses}[0]: Invalid value: "2001:db8::1": must be a valid IPv4 address`,
  ]);
  const withAddress = (addressType: string, ...list: string[]) =>
    sliceOf({ addressType, endpoints: [{ addresses: list }] });
  slices.create("[EndpointSlice#7] has addresses of IPv6", withAddress("IPv6", "192.0.2.1"), [
    `${addresses}[0]: Invalid value: "192.0.2.1": must be a valid IPv6 address`,
  ]);
  slices.accepts("an EndpointSlice may have addresses of IPv6", withAddress("IPv6", "2001:db8::1"));
  slices.create(
    "[EndpointSlice#8] has addresses that others can reach",
    endpointOf({ addresses: ["127.0.0.1", "0.0.0.0", "169.254.0.1", "224.0.0.1"] }),
    [
      `${addresses}[0]: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)`,
      `${addresses}[1]: Invalid value: "0.0.0.0": may not be unspecified (0.0.0.0)`,
      `${addresses}[2]: Invalid value: "169.254.0.1": may not be in the link-local range (169.254.0.0/16, fe80::/10)`,
      `${addresses}[3]: Invalid value: "224.0.0.1": may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)`,
    ],
  );
  slices.create("[EndpointSlice#9] has whole domain names", withAddress("FQDN", "web"), [
    `${addresses}[0]: Invalid value: "web": should be a domain with at least two segments separated by dots`,
  ]);
  slices.accepts("an EndpointSlice may have domain names", withAddress("FQDN", "web.example.com"));

  slices.create("[EndpointSlice#10] names what can be a Node", endpointOf({ nodeName: "" }), [
    `endpoints[0].nodeName: Invalid value: "": ${subdomain}`,
  ]);
  slices.create("[EndpointSlice#13] has host names of one label", endpointOf({ hostname: "a.b" }), [
    'endpoints[0].hostname: Invalid value: "a.b": must not contain dots',
  ]);

  const hintsOf = (...names: string[]) => endpointOf({ hints: { forZones: names.map((name) => ({ name })) } });
  const zones = ["a", "b", "c", "d", "e", "f", "g", "h"];
  const hints = "endpoints[0].hints.forZones";
  slices.create("[EndpointSlice#14] has 8 zones in a hint at most", hintsOf(...zones, "h"), [
    `${hints}: Too many: 9: must have at most 8 items`,
  ]);
  slices.accepts("a hint may have 8 zones", hintsOf(...zones));
  slices.create("[EndpointSlice#15] has each zone once in a hint", hintsOf("a", "b", "a"), [
    `${hints}[2].name: Duplicate value: "a"`,
  ]);
  slices.create("[EndpointSlice#16] has zones that can be values of labels", hintsOf("a b"), [
    `${hints}[0].name: Invalid value: "a b": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')`,
  ]);

  const ports = (count: number): object[] => Array.from({ length: count }, (_, index) => ({ name: `p${index}` }));
  slices.create("[EndpointSlice#17] has 20000 ports at most", sliceOf({ ports: ports(20_001) }), [
    "ports: Too many: 20001: must have at most 20000 items",
  ]);
  slices.accepts("an EndpointSlice may have 20000 ports", sliceOf({ ports: ports(20_000) }));
  slices.create("[EndpointSlice#18] has names of ports of one label", sliceOf({ ports: [{ name: "Web" }] }), [
    `ports[0].name: Invalid value: "Web": ${label}`,
  ]);
  slices.create("[EndpointSlice#19] has one port without a name at most", sliceOf({ ports: [{}, {}] }), [
    'ports[1].name: Duplicate value: ""',
  ]);
  slices.create("[EndpointSlice#21] has protocols that there are", sliceOf({ ports: [{ protocol: "ICMP" }] }), [
    'ports[0].protocol: Unsupported value: "ICMP": supported values: "SCTP", "TCP", "UDP"',
  ]);
  slices.create("[EndpointSlice#22] has protocols with names", sliceOf({ ports: [{ appProtocol: "a/b/c" }] }), [
    "ports[0].appProtocol: Invalid value: \"a/b/c\": a qualified name must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')",
  ]);
  slices.update("[EndpointSlice#23] keeps the type of its addresses", {
    before: sliceOf({ endpoints: [] }),
    change: sliceOf({ addressType: "IPv6" }),
    causes: ['addressType: Invalid value: "IPv6": field is immutable'],
  });
});
