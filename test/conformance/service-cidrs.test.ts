/** Addresses of Services if ServiceCIDRs define the ranges and IPAddresses record the holders. */
import { describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { openTestEngine } from "../support/test-store.ts";
import { withSeed } from "../support/with-seed.ts";
import { createObject, deleteObject, getObject, isGone, patch } from "../support/writes.ts";

// Deliberately untyped, as responses are.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

const services = "/api/v1/namespaces/default/services";
const networking = "/apis/networking.k8s.io/v1beta1";
const addresses = `${networking}/ipaddresses`;
const cidrs = `${networking}/servicecidrs`;
const ports = [{ port: 80 }];
const upkeepMs = 3 * 60_000;
/** Work in the background may take a while on a busy machine. */
const pollOptions = { timeout: 10_000 };

const gate = "--feature-gates=MultiCIDRServiceAllocator=true";
const served = "--runtime-config=networking.k8s.io/v1beta1=true";
const range = "--service-cluster-ip-range=10.0.0.0/29";
const flags = [gate, served, range];
const dualFlags = [gate, served, "--service-cluster-ip-range=10.0.0.0/24,fd00::/112"];

type Options = NonNullable<Parameters<typeof startTestServer>[0]>;

function start(options: Options = {}): Promise<TestServer> {
  return startTestServer({ vocabulary: "kubernetes", flags, ...options });
}

function manifest(name: string, spec: object = {}): object {
  return { kind: "Service", apiVersion: "v1", metadata: { name }, spec: { ports, ...spec } };
}

async function createService({ client }: TestServer, name: string, spec?: object): Promise<Json> {
  return (await createObject(client, services, manifest(name, spec))).spec;
}

async function refusal({ client }: TestServer, spec: object): Promise<string> {
  const answer = await client.request(services, { body: manifest("late", spec) });
  return `${answer.status} ${answer.json.message}`;
}

async function makeCidr({ client }: TestServer, name: string, ...ranges: string[]): Promise<void> {
  const body = { kind: "ServiceCIDR", apiVersion: "networking.k8s.io/v1beta1", metadata: { name } };
  await createObject(client, cidrs, { ...body, spec: { cidrs: ranges } });
}

async function makeAddress({ client }: TestServer, name: string, parentRef: object, metadata = {}): Promise<void> {
  const body = { kind: "IPAddress", apiVersion: "networking.k8s.io/v1beta1", metadata: { ...metadata, name } };
  await createObject(client, addresses, { ...body, spec: { parentRef } });
}

/** Returns the IPAddresses with their holders, such as `10.0.0.1 default/kubernetes`. */
async function addressHolders({ client }: TestServer): Promise<string[]> {
  const { items } = await getObject(client, addresses);
  return items.map(
    ({ metadata, spec: { parentRef } }: Json) => `${metadata.name} ${parentRef.namespace}/${parentRef.name}`,
  );
}

const gateway = { group: "gateway.example.com", resource: "gateways", namespace: "default", name: "edge" };
const apiServer = "10.0.0.1 default/kubernetes";

describe("the default ServiceCIDR", () => {
  test("the default ServiceCIDR has the ranges of the flag and is ready", async () => {
    await using server = await start({ flags: dualFlags });
    const { spec, status } = await getObject(server.client, `${cidrs}/kubernetes`);
    expect(spec).toEqual({ cidrs: ["10.0.0.0/24", "fd00::/112"] });
    expect(status).toEqual({
      conditions: [
        {
          type: "Ready",
          status: "True",
          lastTransitionTime: "2025-01-01T00:00:00Z",
          reason: "",
          message: "Kubernetes default Service CIDR is ready",
        },
      ],
    });
    const health = await server.client.request("/readyz/poststarthook/start-kubernetes-service-cidr-controller");
    expect(health.status).toBe(200);
  });

  test("the default ServiceCIDR has the name of the vocabulary", async () => {
    await using server = await startTestServer({ flags: [gate, "--runtime-config=api/beta=true", range] });
    const { items } = await getObject(server.client, "/apis/networking.orch.io/v1beta1/servicecidrs");
    expect(items.map(({ metadata }: Json) => metadata.name)).toEqual(["orch"]);
    const [address] = (await getObject(server.client, "/apis/networking.orch.io/v1beta1/ipaddresses")).items;
    expect(address.metadata.labels).toEqual({
      "ipaddress.orch.io/ip-family": "IPv4",
      "ipaddress.orch.io/managed-by": "ipallocator.orch.io",
    });
  });

  test("the default ServiceCIDR is recreated after a deletion, and becomes ready unless a client sets the condition", async () => {
    await using server = await start();
    const { client, clock } = server;
    await deleteObject(client, `${cidrs}/kubernetes`);
    await clock.advance(10_000);
    await expect.poll(() => isGone(client, `${cidrs}/kubernetes`), pollOptions).toBe(false);
    await patch(client, `${cidrs}/kubernetes/status`, "merge", { status: { conditions: null } });
    await clock.advance(10_000);
    const ready = async (): Promise<Json> =>
      (await getObject(client, `${cidrs}/kubernetes`)).status?.conditions?.[0].status;
    await expect.poll(ready, pollOptions).toBe("True");
    // The server keeps a condition that a client has set.
    const conditions = [
      {
        type: "Ready",
        status: "False",
        reason: "Terminating",
        message: "",
        lastTransitionTime: "2025-01-01T00:00:00Z",
      },
    ];
    await patch(client, `${cidrs}/kubernetes/status`, "merge", { status: { conditions } });
    await clock.advance(30_000);
    expect(await ready()).toBe("False");
  });

  test("the default ServiceCIDR keeps its ranges if the flag changes, and they remain in use", async () => {
    await using engine = await openTestEngine();
    {
      await using _ = await start({ engine });
    }
    await using server = await start({ engine, flags: [gate, served, "--service-cluster-ip-range=10.7.0.0/24"] });
    expect((await getObject(server.client, `${cidrs}/kubernetes`)).spec.cidrs).toEqual(["10.0.0.0/29"]);
    expect((await createService(server, "web")).clusterIP).toMatch(/^10\.0\.0\.[2-6]$/);
  });
});

describe("the IPAddress of a Service", () => {
  test("a Service with an address has an IPAddress that refers to it", async () => {
    await using server = await start({ flags: dualFlags });
    const { clusterIPs } = await createService(server, "web", { ipFamilyPolicy: "RequireDualStack" });
    for (const [index, family] of ["IPv4", "IPv6"].entries()) {
      const { metadata, spec } = await getObject(server.client, `${addresses}/${clusterIPs[index]}`);
      expect(metadata).toMatchObject({
        name: clusterIPs[index],
        uid: expect.any(String),
        creationTimestamp: expect.any(String),
      });
      expect(metadata.labels).toEqual({
        "ipaddress.kubernetes.io/ip-family": family,
        "ipaddress.kubernetes.io/managed-by": "ipallocator.k8s.io",
      });
      expect(spec).toEqual({ parentRef: { resource: "services", namespace: "default", name: "web" } });
    }
    await patch(server.client, `${services}/web`, "merge", { spec: { ipFamilyPolicy: "SingleStack" } });
    expect(await addressHolders(server)).toEqual([apiServer, `${clusterIPs[0]} default/web`]);
  });

  test("a deletion of a Service deletes its IPAddress and releases the address", async () => {
    await using server = await start();
    await createService(server, "web", { clusterIP: "10.0.0.3" });
    expect(await addressHolders(server)).toEqual([apiServer, "10.0.0.3 default/web"]);
    await deleteObject(server.client, `${services}/web`);
    expect(await addressHolders(server)).toEqual([apiServer]);
    await createService(server, "other", { clusterIP: "10.0.0.3" });
    await deleteObject(server.client, services);
    expect(await addressHolders(server)).toEqual([]);
  });

  test("a rejected create of a Service leaves no IPAddress", async () => {
    await using server = await start();
    const { client } = server;
    await createService(server, "web", { clusterIP: "10.0.0.3" });
    expect((await client.request(services, { body: manifest("web") })).status).toBe(409);
    expect((await client.request(services, { body: manifest("bad", { sessionAffinity: "Never" }) })).status).toBe(422);
    expect((await client.request(`${services}?dryRun=All`, { body: manifest("dry") })).status).toBe(201);
    await deleteObject(client, `${services}/web?dryRun=All`);
    expect(await addressHolders(server)).toEqual([apiServer, "10.0.0.3 default/web"]);
  });

  test("a Service and its IPAddress are created and deleted in one commit", async () => {
    await using engine = await openTestEngine();
    await using server = await start({ engine });
    const commits: string[][] = [];
    const commit = engine.commit.bind(engine);
    engine.commit = (writes) => {
      commits.push(writes.map(({ key, value }) => `${value ? "+" : "-"}${key.split("/").at(-1)}`).toSorted());
      return commit(writes);
    };
    await createService(server, "web", { clusterIP: "10.0.0.3" });
    await deleteObject(server.client, `${services}/web`);
    expect(commits).toEqual([
      ["+10.0.0.3", "+web"],
      ["-10.0.0.3", "-web"],
    ]);
  });

  test("a watch of IPAddresses sends the events of those that belong to Services", async () => {
    await using server = await start();
    const { metadata } = await getObject(server.client, addresses);
    await using watch = await server.client.watch(`${addresses}?watch=1&resourceVersion=${metadata.resourceVersion}`);
    await createService(server, "web", { clusterIP: "10.0.0.3" });
    await deleteObject(server.client, `${services}/web`);
    const seen = [await watch.next(), await watch.next()];
    expect(seen.map((event: Json) => `${event.type} ${event.object.metadata.name}`)).toEqual([
      "ADDED 10.0.0.3",
      "DELETED 10.0.0.3",
    ]);
  });

  test("an address remains taken while a finalizer keeps its IPAddress", async () => {
    await using server = await start();
    const { client, clock } = server;
    await createService(server, "web", { clusterIP: "10.0.0.3" });
    await patch(client, `${addresses}/10.0.0.3`, "merge", { metadata: { finalizers: ["example.com/wait"] } });
    await deleteObject(client, `${services}/web`);
    await clock.advance(upkeepMs);
    expect((await getObject(client, `${addresses}/10.0.0.3`)).metadata.deletionTimestamp).toBe("2025-01-01T00:00:00Z");
    expect(await refusal(server, { clusterIP: "10.0.0.3" })).toContain("provided IP is already allocated");
    await patch(client, `${addresses}/10.0.0.3`, "merge", { metadata: { finalizers: null } });
    await createService(server, "next", { clusterIP: "10.0.0.3" });
  });
});

describe("an IPAddress that a client creates", () => {
  test("an IPAddress of a client reserves its address, and no repair removes it", async () => {
    await using server = await start();
    await makeAddress(server, "10.0.0.2", gateway);
    // This IPAddress names a Service that does not hold it.
    await makeAddress(server, "10.0.0.3", { resource: "services", namespace: "default", name: "web" });
    expect(await refusal(server, { clusterIP: "10.0.0.2" })).toBe(
      '422 Service "late" is invalid: spec.clusterIPs: Invalid value: []string{"10.0.0.2"}: failed to allocate IP 10.0.0.2: provided IP is already allocated',
    );
    for (const name of ["a", "b", "c"])
      expect((await createService(server, name)).clusterIP).toMatch(/^10\.0\.0\.[456]$/);
    expect(await refusal(server, {})).toBe(
      "500 Internal error occurred: failed to allocate a serviceIP: range is full",
    );
    await server.clock.advance(upkeepMs);
    expect(await addressHolders(server)).toEqual(
      expect.arrayContaining(["10.0.0.2 default/edge", "10.0.0.3 default/web"]),
    );
    await deleteObject(server.client, `${addresses}/10.0.0.2`);
    expect((await createService(server, "late")).clusterIP).toBe("10.0.0.2");
  });

  test("an IPAddress with the server's labels is removed if its Service does not hold the address", async () => {
    await using server = await start();
    const labels = {
      "ipaddress.kubernetes.io/ip-family": "IPv4",
      "ipaddress.kubernetes.io/managed-by": "ipallocator.k8s.io",
    };
    await makeAddress(server, "10.0.0.3", { resource: "services", namespace: "default", name: "web" }, { labels });
    await server.clock.advance(upkeepMs);
    await expect.poll(() => addressHolders(server), pollOptions).toEqual([apiServer]);
  });
});

describe("repair of IPAddresses that differ from the Services", () => {
  test("a deleted IPAddress is recreated, and missing labels are added", async () => {
    await using server = await start();
    const { client, clock } = server;
    for (const last of [2, 3, 4]) await createService(server, `web-${last}`, { clusterIP: `10.0.0.${last}` });
    // The server restores this IPAddress at once, before another Service can take the address.
    await deleteObject(client, `${addresses}/10.0.0.2`);
    await expect.poll(() => isGone(client, `${addresses}/10.0.0.2`), pollOptions).toBe(false);
    await patch(client, `${addresses}/10.0.0.4`, "merge", { metadata: { labels: null } });
    await clock.advance(upkeepMs);
    const right = [apiServer, "10.0.0.2 default/web-2", "10.0.0.3 default/web-3", "10.0.0.4 default/web-4"];
    await expect.poll(() => addressHolders(server), pollOptions).toEqual(right);
    await expect
      .poll(async () => (await getObject(client, `${addresses}/10.0.0.4`)).metadata.labels, pollOptions)
      .toBeDefined();
  });

  test("an IPAddress that refers to another object is corrected when the server starts", async () => {
    await using engine = await openTestEngine();
    {
      await using server = await start({ engine, flags: [served, range] });
      await createService(server, "web", { clusterIP: "10.0.0.3" });
      await makeAddress(server, "10.0.0.3", gateway);
    }
    await using server = await start({ engine });
    expect(await addressHolders(server)).toEqual([apiServer, "10.0.0.3 default/web"]);
  });

  test("IPAddresses are created for Services that were written without the feature, and claims for those written with it", async () => {
    await using engine = await openTestEngine();
    const off = [served, range];
    {
      await using server = await start({ engine, flags: off });
      await createService(server, "web", { clusterIP: "10.0.0.3" });
      expect(await addressHolders(server)).toEqual([]);
    }
    {
      await using server = await start({ engine });
      expect(await addressHolders(server)).toEqual([apiServer, "10.0.0.3 default/web"]);
      await deleteObject(server.client, `${services}/web`);
      await createService(server, "next", { clusterIP: "10.0.0.4" });
    }
    await using server = await start({ engine, flags: off });
    expect(await refusal(server, { clusterIP: "10.0.0.4" })).toContain("provided IP is already allocated");
    await createService(server, "late", { clusterIP: "10.0.0.3" });
  });
});

describe("a ServiceCIDR that a client creates", () => {
  test("a new ServiceCIDR provides addresses for Services at once", async () => {
    await using server = await start();
    for (const name of ["a", "b", "c", "d", "e"]) await createService(server, name);
    expect(await refusal(server, {})).toContain("range is full");
    expect(await refusal(server, { clusterIP: "10.1.0.5" })).toBe(
      '422 Service "late" is invalid: spec.clusterIPs: Invalid value: []string{"10.1.0.5"}: failed to allocate IP 10.1.0.5: the provided network does not match the current range',
    );
    await makeCidr(server, "more", "10.1.0.0/24");
    expect((await createService(server, "f")).clusterIP).toMatch(/^10\.1\.0\.\d+$/);
    await createService(server, "g", { clusterIP: "10.1.0.5" });
    // The network address and the broadcast address.
    for (const clusterIP of ["10.1.0.0", "10.1.0.255"]) {
      expect(await refusal(server, { clusterIP })).toContain("the provided network does not match the current range");
    }
  });

  test("overlapping ServiceCIDRs never give the same address to two Services", async () => {
    await using server = await start();
    await makeCidr(server, "wider", "10.0.0.0/28");
    await createService(server, "web", { clusterIP: "10.0.0.3" });
    expect(await refusal(server, { clusterIP: "10.0.0.3" })).toContain("provided IP is already allocated");
    const given = new Set(["10.0.0.1", "10.0.0.3"]);
    for (let index = 0; index < 12; index++) given.add((await createService(server, `web-${index}`)).clusterIP);
    expect(given.size).toBe(14);
    expect(await refusal(server, {})).toContain("range is full");
  });

  test("a ServiceCIDR that is not ready or is being deleted provides no addresses", async () => {
    await using server = await start();
    const { client } = server;
    await makeCidr(server, "more", "10.1.0.0/24");
    await createService(server, "early", { clusterIP: "10.1.0.5" });
    const ready = (status: string): object => ({
      status: {
        conditions: [
          { type: "Ready", status, reason: "Test", message: "", lastTransitionTime: "2025-01-01T00:00:00Z" },
        ],
      },
    });
    await patch(client, `${cidrs}/more/status`, "merge", ready("False"));
    expect(await refusal(server, { clusterIP: "10.1.0.6" })).toContain("does not match the current range");
    await patch(client, `${cidrs}/more/status`, "merge", ready("True"));
    await createService(server, "next", { clusterIP: "10.1.0.6" });
    const finalizers = ["networking.k8s.io/service-cidr-finalizer"];
    await patch(client, `${cidrs}/more`, "merge", { metadata: { finalizers } });
    await deleteObject(client, `${cidrs}/more`);
    expect(await refusal(server, { clusterIP: "10.1.0.7" })).toContain("does not match the current range");
    // Existing Services keep their addresses. They can be updated and deleted.
    await patch(client, `${services}/early`, "merge", { metadata: { labels: { a: "b" } } });
    await deleteObject(client, `${services}/early`);
    expect(await addressHolders(server)).toEqual([apiServer, "10.1.0.6 default/next"]);
  });

  test("a ServiceCIDR adds no IP family to those of the flag, and its deletion removes none", async () => {
    await using server = await start();
    await makeCidr(server, "six", "fd00:1::/112");
    expect(await refusal(server, { ipFamilies: ["IPv6"] })).toContain("not configured on this cluster");
    await patch(server.client, `${cidrs}/kubernetes`, "merge", { metadata: { finalizers: ["example.com/wait"] } });
    await deleteObject(server.client, `${cidrs}/kubernetes`);
    expect(await refusal(server, {})).toBe(
      "500 Internal error occurred: failed to allocate a serviceIP: range is full",
    );
  });

  test("a Service can request any address of an IPv6 ServiceCIDR of up to 64 bits", async () => {
    await using server = await start({ flags: dualFlags });
    const six = { ipFamilies: ["IPv6"] };
    await makeCidr(server, "large", "fd00:1::/64");
    await makeCidr(server, "too-large", "fd00:2::/48");
    await createService(server, "high", { ...six, clusterIP: "fd00:1::ffff:ffff:ffff:ffff" });
    expect(await refusal(server, { ...six, clusterIP: "fd00:2::5" })).toContain("does not match the current range");
    expect(await addressHolders(server)).toContain("fd00:1::ffff:ffff:ffff:ffff default/high");
  });
});

test("64 concurrent writers never get the same address while ServiceCIDRs are created and deleted", async () => {
  await using server = await start({ flags: [gate, served, "--service-cluster-ip-range=10.0.0.0/26"] });
  await withSeed(async (random) => {
    const types = ["ClusterIP", "NodePort", "ExternalName"];
    const any = (): object => ({ type: types[random.below(types.length)], externalName: "db.example" });
    const write = async (writer: number): Promise<void> => {
      const path = `${services}/web-${writer}`;
      for (let round = 0; round < 6; round++) {
        const dice = random.below(10);
        if (dice < 6) await server.server.request(services, { method: "POST", body: manifest(`web-${writer}`, any()) });
        else if (dice < 8) {
          const headers = { "content-type": "application/merge-patch+json" };
          await server.server.request(path, { method: "PATCH", headers, body: { spec: any() } });
        } else await server.server.request(path, { method: "DELETE" });
      }
    };
    const writing = Promise.all(Array.from({ length: 64 }, (_, writer) => write(writer)));
    await makeCidr(server, "more", "10.0.0.0/25");
    await deleteObject(server.client, `${cidrs}/more`);
    await writing;
    const { items } = await getObject(server.client, services);
    const own = items.flatMap(({ metadata, spec }: Json) =>
      (spec.clusterIPs ?? []).map((ip: string) => `${ip} default/${metadata.name}`),
    );
    expect((await addressHolders(server)).toSorted()).toEqual(own.toSorted());
    expect(own.length).toBeGreaterThan(5);
    expect(new Set(own.map((one: string) => one.split(" ")[0])).size).toBe(own.length);
  });
});

test("ServiceCIDRs and IPAddresses have no effect if the feature is disabled", async () => {
  await using server = await start({ flags: [served, range] });
  const { client } = server;
  expect((await getObject(client, cidrs)).items).toEqual([]);
  await makeCidr(server, "more", "10.1.0.0/24");
  await makeAddress(server, "10.0.0.2", gateway);
  await createService(server, "web", { clusterIP: "10.0.0.2" });
  expect(await refusal(server, { clusterIP: "10.1.0.5" })).toContain("is not in the valid range");
  expect(await addressHolders(server)).toEqual(["10.0.0.2 default/edge"]);
});

test("the feature works even if the API of its objects is not served", async () => {
  await using server = await start({ flags: [gate, range] });
  expect((await server.client.request(addresses)).status).toBe(404);
  await createService(server, "web", { clusterIP: "10.0.0.2" });
  expect(await refusal(server, { clusterIP: "10.0.0.2" })).toContain("provided IP is already allocated");
});

test("a write of a ServiceCIDR writes its status, and the writer owns the status", async () => {
  await using server = await start();
  const { client } = server;
  const condition = { type: "Ready", status: "True", reason: "x", message: "m" };
  const conditions = [{ ...condition, lastTransitionTime: "2025-01-01T00:00:00Z" }];
  const made = await createObject(client, cidrs, {
    metadata: { name: "more" },
    spec: { cidrs: ["10.7.0.0/24"] },
    status: { conditions },
  });
  expect(made.status.conditions).toEqual(conditions);
  expect(Object.keys(made.metadata.managedFields[0].fieldsV1)).toEqual(["f:spec", "f:status"]);
  const cleared = (await patch(client, `${cidrs}/more`, "merge", { status: { conditions: null } })).json;
  expect(cleared.status).toEqual({});
  expect(Object.keys(cleared.metadata.managedFields[0].fieldsV1)).toEqual(["f:spec"]);
});
