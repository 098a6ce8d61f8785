/** Several built servers on one etcd, as a user runs them. */
import { describe, expect, test } from "vitest";
import { hasEtcd } from "../../src/storage/testing/etcd-process.ts";
import { type ServerOnEtcd, serversForTests } from "../support/servers-on-etcd.ts";
import { eventually } from "../support/until.ts";
import type { WireClient } from "../support/wire-client.ts";

const mapsPath = "/api/v1/namespaces/default/configmaps";
const leasesPath = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases";

describe.skipIf(!hasEtcd)("two servers on one etcd", () => {
  let first: ServerOnEtcd;
  let second: ServerOnEtcd;

  const servers = serversForTests(async (running) => {
    first = running.server("first");
    second = running.server("second");
  });

  async function createMap(client: WireClient, name: string): Promise<string> {
    const { status, json } = await client.request(mapsPath, { body: { metadata: { name } } });
    expect(status).toBe(201);
    return json.metadata.resourceVersion;
  }

  test("each write through one server is seen by reads, lists and updates through the other one", async () => {
    // Without a question to etcd, the second server would not have received a write when the next request arrives.
    servers().line.delayMs = 20;
    for (let round = 0; round < 20; round++) {
      const [writer, reader] = round % 2 === 0 ? [first.client, second.client] : [second.client, first.client];
      const name = `read-your-writes-${round}`;
      const version = await createMap(writer, name);
      const { json: read } = await reader.request(`${mapsPath}/${name}`);
      expect(read.metadata.resourceVersion).toBe(version);
      const { json: list } = await reader.request(mapsPath);
      expect(list.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name)).toContain(name);
      const updated = await reader.request(`${mapsPath}/${name}`, {
        method: "PUT",
        body: { ...read, data: { a: "b" } },
      });
      expect(updated.status).toBe(200);
      const stale = await writer.request(`${mapsPath}/${name}`, { method: "PUT", body: { ...read, data: { a: "c" } } });
      expect(stale.status).toBe(409);
      expect((await reader.request(`${mapsPath}/${name}`, { method: "DELETE" })).status).toBe(200);
      expect((await writer.request(`${mapsPath}/${name}`)).status).toBe(404);
    }
  });

  test("a watch and a chunked list continue on the other server", async () => {
    const { json: start } = await first.client.request(`${mapsPath}?limit=1`);
    const versions = [await createMap(first.client, "watch-1"), await createMap(first.client, "watch-2")];
    await using watch = await first.client.watch(
      `${mapsPath}?watch=1&resourceVersion=${start.metadata.resourceVersion}`,
    );
    const [one] = await watch.take(1);
    expect(one?.object.metadata?.resourceVersion).toBe(versions[0]);
    await using resumed = await second.client.watch(`${mapsPath}?watch=1&resourceVersion=${versions[0]}`);
    const [two] = await resumed.take(1);
    expect(two?.object.metadata?.resourceVersion).toBe(versions[1]);
    const { json: page } = await first.client.request(`${mapsPath}?limit=1`);
    const { json: rest } = await second.client.request(
      `${mapsPath}?limit=500&continue=${encodeURIComponent(page.metadata.continue)}`,
    );
    expect(rest.metadata.resourceVersion).toBe(page.metadata.resourceVersion);
    const { json: all } = await second.client.request(mapsPath);
    expect([...page.items, ...rest.items]).toHaveLength(all.items.length);
  });

  test("Services that are created through both servers at once get different addresses and ports", async () => {
    const create = async (client: WireClient, index: number): Promise<{ ip: string; port: number }> => {
      const body = { metadata: { name: `service-${index}` }, spec: { type: "NodePort", ports: [{ port: 80 }] } };
      const { status, json } = await client.request("/api/v1/namespaces/default/services", { body });
      expect(status).toBe(201);
      return { ip: json.spec.clusterIP, port: json.spec.ports[0].nodePort };
    };
    const made = await Promise.all(
      Array.from({ length: 60 }, (_, index) => create(index % 2 === 0 ? first.client : second.client, index)),
    );
    expect(new Set(made.map(({ ip }) => ip)).size).toBe(60);
    expect(new Set(made.map(({ port }) => port)).size).toBe(60);
  });

  test("both servers have identity Leases, and the controllers work on one server", async () => {
    const { json } = await first.client.request(leasesPath);
    const names = json.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name);
    expect(names.filter((name: string) => name.startsWith("apiserver-"))).toHaveLength(2);
    expect(names).toContain("kube-controller-manager");
    const { client } = second;
    await client.request("/api/v1/namespaces", { body: { metadata: { name: "emptied" } } });
    await client.request("/api/v1/namespaces/emptied/configmaps", { body: { metadata: { name: "a" } } });
    await client.request("/api/v1/namespaces/emptied", { method: "DELETE" });
    await eventually(
      async () => (await client.request("/api/v1/namespaces/emptied")).status === 404,
      "the namespace is deleted",
    );
    const leading = [first, second].filter(({ process }) => process.stderr.includes("the controllers work on this"));
    expect(leading).toHaveLength(1);
  });

  test("after kill -9 of etcd, requests work again, and watches continue without a gap", {
    timeout: 60_000,
  }, async () => {
    const version = await createMap(first.client, "before-kill");
    await using watch = await second.client.watch(`${mapsPath}?watch=1&resourceVersion=${version}`);
    await servers().etcd.members[0]?.kill();
    await servers().etcd.members[0]?.start();
    const after = await createMap(first.client, "after-kill");
    const [event] = await watch.take(1);
    expect(event?.object.metadata?.resourceVersion).toBe(after);
    expect((await second.client.request(`${mapsPath}/before-kill`)).status).toBe(200);
  });

  test("each server is an endpoint of the Service: one that is killed until its lease ends, one that stops until then", {
    timeout: 90_000,
  }, async () => {
    const endpoints = async (): Promise<readonly string[]> => {
      const { json } = await first.client.request("/api/v1/namespaces/default/endpoints/kubernetes");
      const { json: slice } = await first.client.request(
        "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices/kubernetes",
      );
      const inSlice = (slice.endpoints ?? []).map(({ addresses }: { addresses: string[] }) => addresses[0]);
      const addresses = (json.subsets?.[0]?.addresses ?? []).map(({ ip }: { ip: string }) => ip);
      return inSlice.join() === addresses.join() ? addresses : ["the Endpoints and the slice differ"];
    };
    await servers().startServer("killed", ["--advertise-address=10.1.2.3"]);
    await servers().startServer("stopped", ["--advertise-address=10.1.2.4"]);
    await servers().startServer("other", ["--advertise-address=10.1.2.5"]);
    expect(await endpoints()).toEqual(["10.1.2.3", "10.1.2.4", "10.1.2.5"]);
    await servers().stopServer("stopped");
    expect(await endpoints()).toEqual(["10.1.2.3", "10.1.2.5"]);
    await servers().killServer("killed");
    expect(await endpoints()).toEqual(["10.1.2.3", "10.1.2.5"]);
    await expect.poll(endpoints, { timeout: 40_000 }).toEqual(["10.1.2.5"]);
    await servers().stopServer("other");
    expect(await endpoints()).toEqual([]);
  });

  test("after kill -9 of a server, its acknowledged writes are read through the other one", async () => {
    const third = await servers().startServer("third");
    const versions = new Map<string, string>();
    for (let index = 0; index < 20; index++) {
      versions.set(`third-${index}`, await createMap(third.client, `third-${index}`));
    }
    await servers().killServer("third");
    for (const [name, version] of versions) {
      const { json } = await first.client.request(`${mapsPath}/${name}`);
      expect(json.metadata.resourceVersion).toBe(version);
    }
  });
});
