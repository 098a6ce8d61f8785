/** Addresses and node ports of Services: how they are chosen, kept and released. */
import { describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { withSeed } from "../support/with-seed.ts";
import { createObject, deleteObject, getObject, patch, put } from "../support/writes.ts";

const services = "/api/v1/namespaces/default/services";
const ports = [{ port: 80 }];

// Deliberately untyped, as responses are.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

function manifest(name: string, spec: object = {}): object {
  return { kind: "Service", apiVersion: "v1", metadata: { name }, spec: { ports, ...spec } };
}

async function make({ client }: TestServer, name: string, spec?: object): Promise<Json> {
  return (await createObject(client, services, manifest(name, spec))).spec;
}

async function change({ client }: TestServer, name: string, spec: object): Promise<Json> {
  const answer = await patch(client, `${services}/${name}`, "merge", { spec });
  expect(answer.status, answer.text).toBe(200);
  return answer.json.spec;
}

/** Apart from the API server's address, the ranges have two addresses and three node ports. */
const smallFlags = ["--service-cluster-ip-range=10.0.0.0/30", "--service-node-port-range=30000-30002"];
const dualFlags = ["--service-cluster-ip-range=10.0.0.0/24,fd00::/112"];

describe("a new Service", () => {
  test("a new Service gets an address of the range and one IP family", async () => {
    await using server = await startTestServer();
    const { clusterIP, clusterIPs, ipFamilies, ipFamilyPolicy } = await make(server, "web");
    expect(clusterIP).toMatch(/^10\.(9[6-9]|1[01]\d)\.\d+\.\d+$/);
    expect({ clusterIPs, ipFamilies, ipFamilyPolicy }).toEqual({
      clusterIPs: [clusterIP],
      ipFamilies: ["IPv4"],
      ipFamilyPolicy: "SingleStack",
    });
  });

  test("the lower part of a range is reserved for Services that request an address", async () => {
    await using server = await startTestServer({ flags: ["--service-cluster-ip-range=10.0.0.0/27"] });
    const chosen = await Promise.all(Array.from({ length: 14 }, (_, index) => make(server, `chosen-${index}`)));
    const hosts = chosen.map(({ clusterIP }) => Number(clusterIP.split(".")[3])).toSorted((one, other) => one - other);
    expect(hosts).toEqual([17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30]);
    // The lower part of the range is used only after the upper part is full.
    expect(Number((await make(server, "late")).clusterIP.split(".")[3])).toBeLessThan(17);
  });

  test("headless and ExternalName Services get no address", async () => {
    await using server = await startTestServer();
    const selector = { app: "web" };
    expect(await make(server, "headless", { clusterIP: "None", selector })).toMatchObject({
      clusterIP: "None",
      clusterIPs: ["None"],
      ipFamilies: ["IPv4"],
      ipFamilyPolicy: "SingleStack",
    });
    expect(await make(server, "by-hand", { clusterIP: "None" })).toMatchObject({
      clusterIPs: ["None"],
      ipFamilies: ["IPv4", "IPv6"],
      ipFamilyPolicy: "RequireDualStack",
    });
    const alias = await make(server, "alias", { type: "ExternalName", externalName: "db.example", ports: [] });
    expect(alias).not.toHaveProperty("clusterIP");
    expect(alias).not.toHaveProperty("ipFamilies");
  });

  test("a Service with the same port for two protocols gets one node port for both", async () => {
    await using server = await startTestServer();
    const { ports: given } = await make(server, "dns", {
      type: "NodePort",
      ports: [
        { name: "tcp", port: 53 },
        { name: "udp", port: 53, protocol: "UDP" },
        { name: "web", port: 80 },
      ],
    });
    const [tcp, udp, web] = given.map(({ nodePort }: { nodePort: number }) => nodePort);
    expect(tcp).toBe(udp);
    expect(web).not.toBe(tcp);
    for (const port of [tcp, web]) expect(port).toSatisfy((one: number) => one >= 30_000 && one <= 32_767);
  });

  test("a LoadBalancer Service with local traffic policy gets a health check node port", async () => {
    await using server = await startTestServer({ flags: ["--service-node-port-range=30000-30002"] });
    const local = { type: "LoadBalancer", externalTrafficPolicy: "Local", allocateLoadBalancerNodePorts: false };
    expect(await make(server, "local", { ...local, healthCheckNodePort: 30_001 })).toMatchObject({
      healthCheckNodePort: 30_001,
      ports: [{ port: 80, protocol: "TCP", targetPort: 80 }],
    });
    const { client } = server;
    const refused = await client.request(services, {
      body: manifest("other", { ...local, healthCheckNodePort: 30_001 }),
    });
    expect([refused.status, refused.json.message]).toEqual([
      500,
      "Internal error occurred: failed to allocate requested HealthCheck NodePort 30001: provided port is already allocated",
    ]);
  });
});

describe("Services in a dual-stack cluster", () => {
  test("a Service that prefers or requires dual stack gets a second address", async () => {
    await using server = await startTestServer({ flags: dualFlags });
    expect((await make(server, "one")).ipFamilies).toEqual(["IPv4"]);
    for (const policy of ["PreferDualStack", "RequireDualStack"]) {
      const { clusterIP, clusterIPs, ipFamilies } = await make(server, policy.toLowerCase(), {
        ipFamilyPolicy: policy,
      });
      expect(ipFamilies).toEqual(["IPv4", "IPv6"]);
      expect(clusterIPs).toEqual([clusterIP, expect.stringMatching(/^fd00::[\da-f]{1,4}$/)]);
    }
  });

  test("the IP families that a Service names determine its addresses and their order", async () => {
    await using server = await startTestServer({ flags: dualFlags });
    const first = await make(server, "first", { ipFamilies: ["IPv6"], ipFamilyPolicy: "PreferDualStack" });
    expect(first.ipFamilies).toEqual(["IPv6", "IPv4"]);
    expect(first.clusterIP).toMatch(/^fd00::/);
    const named = await make(server, "named", { clusterIP: "fd00::7", ipFamilyPolicy: "RequireDualStack" });
    expect(named.clusterIPs).toEqual(["fd00::7", expect.stringMatching(/^10\.0\.0\./)]);
  });

  test("a Service gets and loses its second address with its ipFamilyPolicy", async () => {
    await using server = await startTestServer({ flags: dualFlags });
    const { clusterIP } = await make(server, "web");
    const two = await change(server, "web", { ipFamilyPolicy: "RequireDualStack" });
    expect(two.clusterIPs).toEqual([clusterIP, expect.stringMatching(/^fd00::/)]);
    const one = await change(server, "web", { ipFamilyPolicy: "SingleStack" });
    expect([one.clusterIPs, one.ipFamilies]).toEqual([[clusterIP], ["IPv4"]]);
    // The released address can be used again.
    expect((await make(server, "next", { clusterIP: two.clusterIPs[1] })).clusterIPs).toEqual([two.clusterIPs[1]]);
  });
});

describe("updates of Services", () => {
  test("an update that omits the values that the server chose keeps them", async () => {
    await using server = await startTestServer();
    const before = await make(server, "web", { type: "NodePort" });
    const answer = await put(
      server.client,
      `${services}/web`,
      manifest("web", { type: "NodePort", sessionAffinity: "ClientIP" }),
    );
    expect(answer.json.spec).toMatchObject({ clusterIPs: before.clusterIPs, ports: before.ports });
  });

  test("an update of a Service's type releases the values that the new type does not use", async () => {
    await using server = await startTestServer({ flags: smallFlags });
    const { clusterIP, ports: given } = await make(server, "web", { type: "NodePort" });
    const { nodePort } = given[0];
    const alias = await change(server, "web", { type: "ExternalName", externalName: "db.example" });
    expect(alias).not.toHaveProperty("clusterIP");
    expect(alias.ports).toEqual([{ port: 80, protocol: "TCP", targetPort: 80 }]);
    // The address and the node port can be used again.
    expect(await make(server, "next", { clusterIP, type: "NodePort", ports: [{ port: 80, nodePort }] })).toMatchObject({
      clusterIP,
      ports: [{ nodePort }],
    });
  });

  test("an update of a Service's type allocates the values that the new type needs", async () => {
    await using server = await startTestServer({ flags: smallFlags });
    await make(server, "web", { type: "ExternalName", externalName: "db.example" });
    const { clusterIP, ipFamilies } = await change(server, "web", { type: "ClusterIP", externalName: null });
    expect([clusterIP, ipFamilies]).toEqual(["10.0.0.2", ["IPv4"]]);
    const balanced = await change(server, "web", { type: "LoadBalancer", externalTrafficPolicy: "Local" });
    const given = [balanced.ports[0].nodePort, balanced.healthCheckNodePort];
    expect(balanced.clusterIP).toBe("10.0.0.2");
    expect(new Set(given).size).toBe(2);
    // This policy needs no health check node port, so the port is released.
    await change(server, "web", { externalTrafficPolicy: "Cluster" });
    expect(
      (await make(server, "free", { clusterIP: "None", type: "ClusterIP", selector: { app: "web" } })).clusterIP,
    ).toBe("None");
    await deleteObject(server.client, `${services}/free`);
    const moved = await change(server, "web", { ports: [{ port: 80, nodePort: given[1] }] });
    expect(moved.ports[0].nodePort).toBe(given[1]);
  });

  test("a status write of a Service keeps its address and ports", async () => {
    await using server = await startTestServer();
    const { clusterIP } = await make(server, "web", { type: "LoadBalancer" });
    const status = { loadBalancer: { ingress: [{ ip: "5.6.7.8" }] } };
    const answer = await patch(server.client, `${services}/web/status`, "merge", { status });
    expect([answer.status, answer.json.spec.clusterIP]).toEqual([200, clusterIP]);
  });

  test("an update with another node port releases the previous one", async () => {
    await using server = await startTestServer({ flags: smallFlags });
    await make(server, "web", { type: "NodePort", ports: [{ port: 80, nodePort: 30_000 }] });
    await change(server, "web", { ports: [{ port: 80, nodePort: 30_001 }] });
    const next = await change(server, "web", { ports: [{ port: 80, nodePort: 30_000 }] });
    expect(next.ports[0].nodePort).toBe(30_000);
  });
});

describe("requests that store nothing and allocate nothing", () => {
  const everything = { type: "NodePort", ports: [1, 2, 3].map((port) => ({ name: `p${port}`, port })) };

  test("a dry run of a Service allocates nothing", async () => {
    await using server = await startTestServer({ flags: smallFlags });
    const { client } = server;
    for (let round = 0; round < 3; round++) {
      const answer = await client.request(`${services}?dryRun=All`, { body: manifest("web", everything) });
      expect([answer.status, answer.json.spec.clusterIP]).toEqual([201, "10.0.0.0"]);
    }
    const [first, ...others] = everything.ports;
    const greatest = { type: "NodePort", ports: [{ ...first, nodePort: 2_147_483_647 }, ...others] };
    const wrapped = await client.request(`${services}?dryRun=All`, { body: manifest("web", greatest) });
    const nodePorts = wrapped.json.spec.ports.map(({ nodePort }: Json) => nodePort);
    expect(nodePorts).toEqual([2_147_483_647, -2_147_483_648, -2_147_483_647]);
    await make(server, "web", everything);
    const used = await getObject(client, `${services}/web`);
    const { clusterIP, ports } = used.spec;
    const sameAddress = await client.request(`${services}?dryRun=All`, { body: manifest("two", { clusterIP }) });
    expect([sameAddress.status, sameAddress.json.spec?.clusterIP]).toEqual([201, clusterIP]);
    const samePort = { type: "NodePort", clusterIP, ports: [{ port: 1, nodePort: ports[0].nodePort }] };
    const refused = await client.request(`${services}?dryRun=All`, { body: manifest("two", samePort) });
    expect([refused.status, refused.json.details.causes[0].field]).toEqual([422, "spec.ports[0].nodePort"]);
    const update = { type: "ExternalName", externalName: "db.example" };
    const dry = await patch(client, `${services}/web?dryRun=All`, "merge", { spec: update });
    expect([dry.status, dry.json.spec.clusterIP]).toEqual([200, undefined]);
    await deleteObject(client, `${services}/web?dryRun=All`);
    expect((await client.request(services, { body: manifest("late") })).status).toBe(500);
  });

  test("a rejected create of a Service releases the values that were chosen for it", async () => {
    await using server = await startTestServer({ flags: smallFlags });
    const { client } = server;
    for (let round = 0; round < 3; round++) {
      const invalid = manifest("web", { ...everything, externalTrafficPolicy: "Nearby" });
      expect((await client.request(services, { body: invalid })).status).toBe(422);
    }
    await make(server, "alias", { type: "ExternalName", externalName: "db.example", ports: [] });
    expect((await client.request(services, { body: manifest("alias", everything) })).status).toBe(409);
    await make(server, "web", everything);
  });
});

describe("a range without free values", () => {
  test("a create of a Service is rejected if no address is free, and succeeds after a deletion", async () => {
    await using server = await startTestServer({ flags: smallFlags });
    const { client } = server;
    expect((await make(server, "last")).clusterIP).toBe("10.0.0.2");
    const full = await client.request(services, { body: manifest("late") });
    expect([full.status, full.json.reason, full.json.message]).toEqual([
      500,
      "InternalError",
      "Internal error occurred: failed to allocate a serviceIP: range is full",
    ]);
    await deleteObject(client, `${services}/last`);
    expect((await make(server, "late")).clusterIP).toBe("10.0.0.2");
  });

  test("a create of a Service is rejected if no node port is free", async () => {
    await using server = await startTestServer({ flags: ["--service-node-port-range=30000+1"] });
    await make(server, "one", { type: "NodePort" });
    await make(server, "two", { type: "NodePort" });
    const full = await server.client.request(services, { body: manifest("late", { type: "NodePort" }) });
    expect([full.status, full.json.message]).toEqual([
      500,
      "Internal error occurred: failed to allocate a nodePort: range is full",
    ]);
  });
});

test("a deletion of a collection of Services releases all their values", async () => {
  await using server = await startTestServer({ flags: ["--service-node-port-range=30000-30003"] });
  const both = { type: "NodePort", ports: [1, 2].map((port) => ({ name: `p${port}`, port })) };
  for (const round of [1, 2]) {
    await make(server, `one-${round}`, both);
    await make(server, `two-${round}`, both);
    expect((await deleteObject(server.client, services)).status).toBe(200);
  }
});

test("a Service with a finalizer holds its address until it is removed", async () => {
  await using server = await startTestServer({ flags: smallFlags });
  const { client } = server;
  const path = `${services}/web`;
  await client.request(services, {
    body: { ...manifest("web"), metadata: { name: "web", finalizers: ["example.com/wait"] } },
  });
  await deleteObject(client, path);
  expect((await client.request(services, { body: manifest("next") })).status).toBe(500);
  await patch(client, path, "merge", { metadata: { finalizers: null } });
  expect((await make(server, "next")).clusterIP).toBe("10.0.0.2");
});

test("64 concurrent writers never get the same address or port", async () => {
  await using server = await startTestServer({ flags: ["--service-node-port-range=30000-30255", ...dualFlags] });
  await withSeed(async (random) => {
    const types = ["ClusterIP", "NodePort", "LoadBalancer", "ExternalName"];
    const any = (): object => ({
      type: types[random.below(types.length)],
      externalName: "db.example",
      externalTrafficPolicy: null,
      ipFamilyPolicy: null,
    });
    const write = async (writer: number): Promise<void> => {
      const path = `${services}/web-${writer}`;
      for (let round = 0; round < 8; round++) {
        const dice = random.below(10);
        // Requests in memory reach the allocator faster than over TLS.
        if (dice < 6) await server.server.request(services, { method: "POST", body: manifest(`web-${writer}`, any()) });
        if (dice >= 4 && dice < 8) {
          const headers = { "content-type": "application/merge-patch+json" };
          await server.server.request(path, { method: "PATCH", headers, body: { spec: any() } });
        }
        if (dice >= 8) await server.server.request(path, { method: "DELETE" });
      }
    };
    for (let part = 0; part < 2; part++) {
      await Promise.all(Array.from({ length: 64 }, (_, writer) => write(writer)));
      expect((await expectUniqueValues(server)).length).toBeGreaterThan(10);
    }
  });
});

/** Expects that no address or port is held twice. @returns all held values */
async function expectUniqueValues({ client }: TestServer): Promise<unknown[]> {
  const { items } = await getObject(client, services);
  const held = items.flatMap(({ spec }: Json) => [
    ...(spec.clusterIPs ?? []),
    ...new Set(spec.ports.map(({ nodePort }: Json) => nodePort).filter(Boolean)),
    ...(spec.healthCheckNodePort ? [spec.healthCheckNodePort] : []),
  ]);
  expect(held.length).toBe(new Set(held).size);
  const wrong = items.filter(({ spec }: Json) => {
    const hasNodePort = Boolean(spec.ports[0].nodePort);
    const needsNodePort = spec.type === "NodePort" || spec.type === "LoadBalancer";
    return (spec.clusterIPs?.length === 1) === (spec.type === "ExternalName") || hasNodePort !== needsNodePort;
  });
  expect(wrong).toEqual([]);
  return held;
}

describe("the Service of the API server", () => {
  test("the Service of the API server has the first address of the range", async () => {
    await using server = await startTestServer({ vocabulary: "kubernetes", flags: dualFlags });
    const port = Number(new URL(server.server.url).port);
    const { metadata, spec } = await getObject(server.client, `${services}/kubernetes`);
    expect(metadata.labels).toEqual({ component: "apiserver", provider: "kubernetes" });
    expect(spec).toEqual({
      clusterIP: "10.0.0.1",
      clusterIPs: ["10.0.0.1"],
      internalTrafficPolicy: "Cluster",
      ipFamilies: ["IPv4"],
      ipFamilyPolicy: "SingleStack",
      ports: [{ name: "https", port: 443, protocol: "TCP", targetPort: port }],
      sessionAffinity: "None",
      type: "ClusterIP",
    });
  });

  test("the Service of the API server has the name of the vocabulary", async () => {
    await using server = await startTestServer();
    expect((await getObject(server.client, `${services}/orch`)).spec.clusterIP).toBe("10.96.0.1");
  });
});

describe("a Service that gives up its address", () => {
  const families = { ipFamilies: ["IPv6", "IPv4"], ipFamilyPolicy: "RequireDualStack" };
  async function causesOf(server: TestServer, spec: object): Promise<readonly string[]> {
    const answer = await patch(server.client, `${services}/web`, "merge", { spec: { clusterIP: "None", ...spec } });
    expect(answer.status).toBe(422);
    return answer.json.details.causes.map(({ field, message }: Json) => `${field}: ${message}`);
  }

  test("a Service that drops its address is rejected because it would get a second one", async () => {
    await using server = await startTestServer({ flags: ["--service-cluster-ip-range=10.0.0.0/29"] });
    await make(server, "web");
    const causes = await causesOf(server, families);
    const address = /"(10\.0\.0\.\d)"/.exec(causes[0] ?? "")?.[1] ?? "";
    const print = `Invalid value: []string{"None", "${address}"}`;
    expect(causes).toEqual([
      `spec.clusterIPs[0]: ${print}: may not change once set`,
      `spec.ipFamilies[0]: ${print}: may not change once set`,
      `spec.clusterIPs: ${print}: 'None' must be the first and only value`,
    ]);
    // The Service does not hold the second address.
    expect((await make(server, "other", { clusterIP: address })).clusterIP).toBe(address);
  });

  test("a Service that drops its address is rejected if the cluster does not have the second family", async () => {
    await using server = await startTestServer({ flags: smallFlags });
    await make(server, "web");
    const alone = ['spec.clusterIPs[0]: Invalid value: []string{"None"}: may not change once set'];
    expect(await causesOf(server, { ...families, ipFamilies: ["IPv4", "IPv6"] })).toEqual(alone);
    expect(await causesOf(server, {})).toEqual(alone);
  });
});

describe("a PUT of the status of a missing Service", () => {
  test("a PUT of the status creates the Service without address, ports and status", async () => {
    await using server = await startTestServer({ flags: smallFlags });
    const { client } = server;
    const spec = { type: "NodePort", ports: [{ port: 80 }] };
    const body = { ...manifest("web", spec), status: { loadBalancer: { ingress: [{ ip: "192.0.2.1" }] } } };
    const answer = await put(client, `${services}/web/status`, body);
    expect([answer.status, answer.json.status]).toEqual([201, { loadBalancer: {} }]);
    expect(answer.json.spec).not.toHaveProperty("clusterIP");
    expect(answer.json.spec.ports[0]).not.toHaveProperty("nodePort");
    expect((await make(server, "other", { type: "NodePort" })).clusterIP).toBe("10.0.0.2");
  });

  test("a PUT of the status creates the Service with the address that it names, which no other Service gets", async () => {
    await using server = await startTestServer({ flags: smallFlags });
    const { client } = server;
    const address = "10.0.0.2";
    const spec = { clusterIP: address, clusterIPs: [address], ports: [{ port: 80 }] };
    const families = { ipFamilies: ["IPv4"], ipFamilyPolicy: "SingleStack" };
    const answer = await put(client, `${services}/web/status`, manifest("web", { ...spec, ...families }));
    expect([answer.status, answer.json.spec.clusterIP]).toEqual([201, address]);
    expect((await client.request(services, { body: manifest("late", spec) })).status).toBe(422);
    await deleteObject(client, `${services}/web`);
    expect((await client.request(services, { body: manifest("late", spec) })).status).toBe(201);
  });

  test("a PUT of the status with clusterIP None is rejected unless clusterIPs is None too", async () => {
    await using server = await startTestServer({ flags: smallFlags });
    const ofOneField = { clusterIP: "None", ports: [{ port: 80 }] };
    const rejected = await put(server.client, `${services}/web/status`, manifest("web", ofOneField));
    expect([rejected.status, rejected.json.details?.causes?.[0]?.field]).toEqual([422, "spec.clusterIPs"]);
    const ofBoth = { ...ofOneField, clusterIPs: ["None"] };
    expect((await put(server.client, `${services}/web/status`, manifest("web", ofBoth))).status).toBe(201);
  });

  test("a patch of the status of a missing Service gets 404", async () => {
    await using server = await startTestServer();
    expect((await patch(server.client, `${services}/web/status`, "merge", {})).status).toBe(404);
  });
});
