/** Two servers on one etcd, each with two processes. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasEtcd } from "../../src/storage/testing/etcd-process.ts";
import { changeMap, createMap, deleteMap, listVersion, mapsPath } from "../support/config-maps.ts";
import { clientOf } from "../support/orch-process.ts";
import { ServersOnEtcd, serversStartMs } from "../support/servers-on-etcd.ts";
import { eventually } from "../support/until.ts";
import type { WireClient } from "../support/wire-client.ts";
import { workersOf } from "./serving-workers.ts";

const processes = 2;
const leasesPath = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases";

describe.skipIf(!hasEtcd)("two servers with two processes each on one etcd", () => {
  let servers: ServersOnEtcd;
  /** One client for each process. Those of the second server are the last ones. */
  let clients: readonly WireClient[];

  beforeAll(async () => {
    servers = await ServersOnEtcd.start(["first", "second"], [`--workers=${processes}`]);
    clients = (await Promise.all(servers.names.map(async (name) => await connectToProcesses(name)))).flat();
  }, serversStartMs);

  afterAll(async () => {
    for (const client of clients ?? []) await client[Symbol.asyncDispose]();
    await servers?.[Symbol.asyncDispose]();
  });

  /** Returns a client for each process of a server: a new connection goes to the process with the fewest. */
  async function connectToProcesses(name: string): Promise<readonly WireClient[]> {
    const { process, kubeconfig, client } = servers.server(name);
    await client[Symbol.asyncDispose]();
    await eventually(
      async () => (await workersOf(process.pid, kubeconfig)).length === processes - 1,
      "the workers are ready",
    );
    const connected = Array.from({ length: processes }, () => clientOf(kubeconfig, { protocol: "h2" }));
    for (const one of connected) await one.request("/livez");
    return connected;
  }

  const clientAt = (index: number): WireClient => clients[index % clients.length] as WireClient;

  const versionsOf = async (name: string): Promise<readonly string[]> => {
    const reads = await Promise.all(clients.map((client) => client.request(`${mapsPath}/${name}`)));
    return reads.map(({ json }) => json.metadata.resourceVersion);
  };

  test("every process shows a write as soon as any process of any server has confirmed it", async () => {
    // Without a question to etcd, the second server's processes would not have received the write.
    servers.line.delayMs = 30;
    for (let round = 0; round < 4 * clients.length; round++) {
      const created = await createMap(clientAt(round), "map");
      expect(await versionsOf("map")).toEqual(clients.map(() => created.json.metadata.resourceVersion));
      const changed = await changeMap(clientAt(round + 1), "map", { round: String(round) });
      expect(await versionsOf("map")).toEqual(clients.map(() => changed));
      await deleteMap(clientAt(round + 2), "map");
      const reads = await Promise.all(clients.map((client) => client.request(`${mapsPath}/map`)));
      expect(reads.map(({ status }) => status)).toEqual(clients.map(() => 404));
    }
    servers.line.delayMs = 0;
  });

  test("a watch through every process delivers the writes of all processes once and in order", async () => {
    const from = await listVersion(clientAt(0));
    const watches = await Promise.all(
      clients.map((client) => client.watch(`${mapsPath}?watch=1&resourceVersion=${from}`)),
    );
    const writes = 20 * clients.length;
    const created = await Promise.all(
      Array.from({ length: writes }, async (_, index) => await createMap(clientAt(index), `watched-${index}`)),
    );
    const versions = created.map(({ json }) => Number(json.metadata.resourceVersion));
    for (const watch of watches) {
      const events = await watch.take(writes);
      expect(events.map(({ object }) => Number(object.metadata.resourceVersion))).toEqual(
        versions.toSorted((one, other) => one - other),
      );
      watch.close();
    }
  });

  test("each server has one identity Lease, and one process of all servers runs the controllers", async () => {
    const { json } = await clientAt(0).request(leasesPath);
    const names = json.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name);
    expect(names.filter((name: string) => name.startsWith("apiserver-"))).toHaveLength(servers.names.length);
    await eventually(async () => {
      const log = servers.names.map((name) => servers.server(name).process.stderr).join("");
      return log.split("the controllers work on this server").length === 2;
    }, "one process runs the controllers");
  });

  test("/metrics adds up the processes of one server, and not those of the other one", async () => {
    const path = "/api/v1/namespaces/default/podtemplates";
    for (const client of clients) await client.request(path);
    const series = /^apiserver_request_total\{verb="LIST".*resource="podtemplates".*\} (\d+)$/m;
    for (const client of clients) {
      const { text } = await client.request("/metrics");
      expect(series.exec(text)?.[1]).toBe(String(processes));
      expect(/^apiserver_processes (\d+)$/m.exec(text)?.[1]).toBe(String(processes));
    }
  });
});
