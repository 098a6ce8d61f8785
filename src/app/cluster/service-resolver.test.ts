import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { endpoints } from "../../api/core/v1/endpoints.ts";
import { service } from "../../api/core/v1/service.ts";
import { endpointSlice } from "../../api/discovery/v1/endpoint-slice.ts";
import { seededRandom } from "../../base/random.ts";
import type { ResolveService } from "../../egress/index.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import { deleteObject } from "../../registry/index.ts";
import { openResource, type ResourceFixture } from "../../registry/testing/fixture.ts";
import type { StoredResources } from "../../server/index.ts";
import { serviceResolver } from "./service-resolver.ts";

let fixtures: { service: ResourceFixture; endpoints: ResourceFixture; slices: ResourceFixture };

beforeEach(async () => {
  fixtures = {
    service: await openResource({ kind: service }),
    endpoints: await openResource({ kind: endpoints }),
    slices: await openResource({ kind: endpointSlice }),
  };
});

afterEach(async () => {
  for (const fixture of Object.values(fixtures)) await fixture[Symbol.asyncDispose]();
});

const ports = [
  { name: "metrics", port: 80, targetPort: 8080 },
  { name: "https", port: 443, targetPort: "web" },
];
const selected = { type: "ClusterIP", clusterIP: "10.0.0.7", selector: { app: "hook" }, ports };
const { selector: _, ...unselected } = selected;

/** Creates the Service `hook` in the namespace `default`. Returns the address of its port 443. */
async function resolve(spec: object): Promise<unknown> {
  await fixtures.service.create("hook", { spec });
  return await resolveAgain();
}

async function resolveAgain(seed = 1): Promise<unknown> {
  return await resolverOf(seed)({ namespace: "default", name: "hook", port: 443 });
}

function resolverOf(seed: number): ResolveService {
  const resources = new Map<unknown, unknown>([
    [service, fixtures.service.resource],
    [endpoints, fixtures.endpoints.resource],
    [endpointSlice, fixtures.slices.resource],
  ]) as unknown as StoredResources;
  const registry = { resources };
  return serviceResolver({
    registry,
    random: seededRandom(seed),
    vocabulary: vocabularies.orch,
    isStoreElsewhere: false,
  });
}

async function createEndpoints(...subsets: readonly object[]): Promise<void> {
  await fixtures.endpoints.create("hook", { subsets });
}

async function createSlice(name: string, slice: object): Promise<void> {
  await fixtures.slices.create(name, {
    labels: { "orch.io/service-name": "hook" },
    addressType: "IPv4",
    ports: [{ name: "https", port: 21_170 }],
    endpoints: [{ addresses: ["192.0.2.3", "192.0.2.4"] }],
    ...slice,
  });
}

const subset = {
  addresses: [{ ip: "192.0.2.2" }],
  ports: [
    { name: "metrics", port: 21_080 },
    { name: "https", port: 21_170 },
  ],
};
const noEndpoints = 'no endpoints available for service "hook"';

describe("a Service with endpoints", () => {
  test.each(["ClusterIP", "NodePort", "LoadBalancer"])(
    "of the type %s has the address of its Endpoints, with the port of the same name",
    async (type) => {
      await createEndpoints(subset);
      expect(await resolve({ ...selected, type })).toEqual({ host: "192.0.2.2", port: 21_170 });
    },
  );

  test("without a cluster IP has the address of its Endpoints, too", async () => {
    await createEndpoints(subset);
    expect(await resolve({ ...selected, clusterIP: "None" })).toEqual({ host: "192.0.2.2", port: 21_170 });
  });

  test("with a port without a name has the address of the endpoint port without a name", async () => {
    await createEndpoints({ addresses: [{ ip: "192.0.2.2" }], ports: [{ port: 21_170 }] });
    const spec = { ...selected, ports: [{ port: 443 }] };
    expect(await resolve(spec)).toEqual({ host: "192.0.2.2", port: 21_170 });
  });

  test("has the address of a later subset if the others lack the port or a ready address", async () => {
    const { addresses, ...notReady } = subset;
    const withoutPort = { addresses: [{ ip: "192.0.2.9" }], ports: [{ name: "metrics", port: 1 }] };
    await createEndpoints(withoutPort, { ...notReady, notReadyAddresses: addresses }, subset);
    expect(await resolve(selected)).toEqual({ host: "192.0.2.2", port: 21_170 });
  });

  test("has each of its addresses from time to time", async () => {
    await createEndpoints({ ...subset, addresses: [{ ip: "192.0.2.2" }, { ip: "192.0.2.3" }] });
    await resolve(selected);
    const hosts = new Set<unknown>();
    for (let seed = 1; seed <= 30; seed++) hosts.add(((await resolveAgain(seed)) as { host: string }).host);
    expect(hosts).toEqual(new Set(["192.0.2.2", "192.0.2.3"]));
  });

  test("has the first address of a ready endpoint of its EndpointSlices if there are no Endpoints", async () => {
    await createSlice("other", {
      labels: { "orch.io/service-name": "other" },
      endpoints: [{ addresses: ["192.0.2.9"] }],
    });
    await createSlice("names", { addressType: "FQDN", endpoints: [{ addresses: ["a.test"] }] });
    await createSlice("a", { endpoints: [{ addresses: ["192.0.2.8"], conditions: { ready: false } }] });
    await createSlice("b", {});
    expect(await resolve(unselected)).toEqual({ host: "192.0.2.3", port: 21_170 });
  });

  test("has the address of its present EndpointSlices after writes of them, and other slices are not read", async () => {
    const service = { namespace: "default", name: "hook", port: 443 };
    await fixtures.service.create("hook", { spec: selected });
    for (let number = 0; number < 20; number++) {
      await createSlice(`other-${number}`, { labels: { "orch.io/service-name": `other-${number}` } });
    }
    const find = resolverOf(1);
    await expect(find(service)).rejects.toThrow(noEndpoints);
    await createSlice("a", {});
    await createSlice("elsewhere/b", { endpoints: [{ addresses: ["192.0.2.9"] }] });
    const { resource } = fixtures.slices;
    const read = vi.spyOn(resource.cache, "read");
    const list = vi.spyOn(resource.cache, "snapshot");
    expect(await find(service)).toEqual({ host: "192.0.2.3", port: 21_170 });
    expect(read.mock.calls).toEqual([["default/a"]]);
    expect(list).not.toHaveBeenCalled();
    await deleteObject(resource, { namespace: "default", name: "a", options: { dryRun: false } });
    await expect(find(service)).rejects.toThrow(noEndpoints);
  });

  test("without a ready one has no address, also if it has no selector", async () => {
    await createEndpoints();
    await expect(resolve(unselected)).rejects.toThrow(noEndpoints);
  });

  test("whose port has another name has no address", async () => {
    await createSlice("a", { ports: [{ name: "web", port: 1 }] });
    await expect(resolve(unselected)).rejects.toThrow(noEndpoints);
  });
});

describe("a Service without endpoints", () => {
  test.each(["ClusterIP", "NodePort", "LoadBalancer"])(
    "of the type %s has its cluster IP if it has no selector",
    async (type) => {
      expect(await resolve({ ...unselected, type })).toEqual({ host: "10.0.0.7", port: 443 });
    },
  );

  test("has its name if it has neither a selector nor a cluster IP", async () => {
    expect(await resolve({ type: "ClusterIP", clusterIP: "None" })).toEqual({ host: "hook.default.svc", port: 443 });
  });

  test("has no address if it has a selector", async () => {
    await expect(resolve(selected)).rejects.toThrow(noEndpoints);
  });
});

test("an external Service has the name that it declares", async () => {
  expect(await resolve({ type: "ExternalName", externalName: "a.test" })).toEqual({ host: "a.test", port: 443 });
});

test("a Service that does not exist, lacks the port or has another type has no address", async () => {
  await expect(resolveAgain()).rejects.toThrow('service "hook" not found');
  await fixtures.service.create("hook", { spec: { type: "ClusterIP", clusterIP: "10.0.0.7" } });
  await expect(resolveAgain()).rejects.toThrow('no service port 443 found for service "hook"');
});
