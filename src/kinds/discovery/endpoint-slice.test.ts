import { describe, expect, test } from "vitest";
import { type EndpointSlice, endpointSlice } from "../../api/index.ts";
import { KindWrites } from "../testing/kind-writes.ts";
import { rowOf } from "../testing/rows.ts";

const metadata = { name: "front", creationTimestamp: "2025-06-01T11:00:00Z" };

describe("rows of EndpointSlices", () => {
  test("rows of EndpointSlices show the address type, ports and addresses", () => {
    const row = rowOf(endpointSlice, {
      metadata,
      addressType: "IPv4",
      endpoints: [{ addresses: ["10.0.0.1", "10.0.0.2"] }, { addresses: ["10.0.0.3"] }],
      ports: [{ name: "http", port: 80 }, { port: 443 }],
    });
    expect(row).toEqual({
      Name: "front",
      AddressType: "IPv4",
      Ports: "80,443",
      Endpoints: "10.0.0.1,10.0.0.2,10.0.0.3",
      Age: "60m",
    });
  });

  test("rows of EndpointSlices show three ports and endpoints, and count the others", () => {
    const endpoints = ["a", "b", "c", "d", "e"].map((name) => ({ addresses: [`${name}.example.com`] }));
    const ports = [80, 81, 82, 83].map((port) => ({ port }));
    expect(rowOf(endpointSlice, { metadata, addressType: "FQDN", endpoints, ports })).toMatchObject({
      Ports: "80,81,82 + 1 more...",
      Endpoints: "a.example.com,b.example.com,c.example.com + 2 more...",
    });
  });

  test.each<[object[] | undefined, string]>([
    [undefined, "<unset>"],
    [[], "<unset>"],
    [[{ name: "http" }], "http"],
    [[{ name: "http" }, { name: "dns", port: 53 }], "http,53"],
    // A port without a name gets an empty one.
    [[{}], "<unset>"],
  ])("rows of EndpointSlices with ports %j show %s", (ports, expected) => {
    expect(rowOf(endpointSlice, { metadata, addressType: "IPv4", ports })).toMatchObject({
      Ports: expected,
      Endpoints: "<unset>",
    });
  });
});

describe("an EndpointSlice", () => {
  const writes = new KindWrites(endpointSlice);
  const minimal = { addressType: "IPv4", endpoints: [{ addresses: ["10.0.0.1"] }] };

  test("an EndpointSlice without endpoints and ports has null for both", () => {
    expect(writes.decode({ addressType: "IPv6" })).toMatchObject({ endpoints: null, ports: null });
  });

  test("ports of an EndpointSlice have an empty name and protocol TCP by default", () => {
    const { ports } = writes.decode({ ...minimal, ports: [{ port: 80 }, { name: "dns", protocol: "UDP" }] });
    expect(ports).toEqual([
      { name: "", protocol: "TCP", port: 80 },
      { name: "dns", protocol: "UDP" },
    ]);
  });

  test.each<[object, string]>([
    [{ addressType: "" }, "addressType: Required value"],
    [
      { addressType: "constructor" },
      'addressType: Unsupported value: "constructor": supported values: "FQDN", "IPv4", "IPv6"',
    ],
    [{ addressType: "MAC" }, 'addressType: Unsupported value: "MAC": supported values: "FQDN", "IPv4", "IPv6"'],
    [
      { ports: [{ protocol: "ICMP" }] },
      'ports[0].protocol: Unsupported value: "ICMP": supported values: "SCTP", "TCP", "UDP"',
    ],
  ])("an EndpointSlice with %j is rejected", (change, error) => {
    expect(writes.create({ ...minimal, ...change }).errors).toEqual([error]);
  });

  test("an update that changes the address type of an EndpointSlice is rejected", () => {
    const { errors } = writes.update(writes.stored({ ...minimal, endpoints: [] }), (slice) => {
      slice.addressType = "IPv6";
    });
    expect(errors).toEqual(['addressType: Invalid value: "IPv6": field is immutable']);
  });

  test.each<[string, (slice: EndpointSlice) => void, number]>([
    ["its ports raises its generation", (slice) => (slice.ports = [{ port: 80 }]), 2],
    ["its endpoints raises its generation", (slice) => (slice.endpoints = [{ addresses: ["10.0.0.2"] }]), 2],
    ["its labels raises its generation", ({ metadata: meta }) => (meta.labels = { a: "b" }), 2],
    ["its annotations keeps its generation", ({ metadata: meta }) => (meta.annotations = { a: "b" }), 1],
  ])("an update of an EndpointSlice that changes %s", (_, change, expected) => {
    expect(writes.update(writes.stored(minimal), change).object.metadata.generation).toBe(expected);
  });

  test("a new EndpointSlice loses deprecatedTopology", () => {
    const deprecatedTopology = { "kubernetes.io/hostname": "node-1", rack: "r7" };
    const { endpoints } = writes.stored({ ...minimal, endpoints: [{ addresses: ["10.0.0.1"], deprecatedTopology }] });
    expect(endpoints).toEqual([{ addresses: ["10.0.0.1"], conditions: {} }]);
  });

  describe("an EndpointSlice stored with deprecatedTopology", () => {
    const older = (): EndpointSlice => ({
      ...writes.stored(minimal),
      endpoints: [
        { addresses: ["10.0.0.1"], conditions: {}, deprecatedTopology: { "kubernetes.io/hostname": "node-1" } },
        { addresses: ["10.0.0.2"], conditions: {}, deprecatedTopology: { "kubernetes.io/hostname": "No!" } },
      ],
    });

    test("an EndpointSlice keeps deprecatedTopology if its endpoints stay the same", () => {
      const { object } = writes.update(older(), ({ metadata: meta }) => {
        meta.labels = { a: "b" };
      });
      expect(object.endpoints).toEqual(older().endpoints);
    });

    test("an update of the endpoints turns the stored host name label into nodeName and drops others", () => {
      const { object } = writes.update(older(), ({ endpoints }) => {
        endpoints.push({ addresses: ["10.0.0.3"], deprecatedTopology: { "kubernetes.io/hostname": "node-2" } });
      });
      expect(object.endpoints).toEqual([
        { addresses: ["10.0.0.1"], conditions: {}, nodeName: "node-1" },
        { addresses: ["10.0.0.2"], conditions: {} },
        { addresses: ["10.0.0.3"], conditions: {} },
      ]);
    });

    test("deprecatedTopology does not replace a nodeName of the update", () => {
      const { object } = writes.update(older(), ({ endpoints: [first] }) => {
        if (first) first.nodeName = "node-9";
      });
      expect(object.endpoints[0]?.nodeName).toBe("node-9");
    });
  });
});
