import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Random } from "../../src/base/random.ts";
import { mapsPath } from "../support/config-maps.ts";
import { buildProgram, clientOf, OrchProcess } from "../support/orch-process.ts";
import { eventually } from "../support/until.ts";
import type { WireClient } from "../support/wire-client.ts";
import { withSeed } from "../support/with-seed.ts";
import { workersOf } from "./serving-workers.ts";
import { startWorkerStore, type WorkerStore, workerStoreNames } from "./worker-stores.ts";

const processes = 3;
const servicesPath = "/api/v1/namespaces/default/services";

const namesOf = (list: { items: readonly { metadata: { name: string } }[] }): readonly string[] =>
  list.items.map(({ metadata }) => metadata.name);

describe.each(workerStoreNames)("a server with three processes that share %s", (storeName) => {
  let store: WorkerStore;
  let folder: string;
  let server: OrchProcess;
  /** One client for each process: each new connection goes to the process with the fewest connections. */
  let clients: readonly WireClient[];

  beforeAll(async () => {
    await buildProgram();
    folder = mkdtempSync(join(tmpdir(), "orch-workers-"));
    store = await startWorkerStore(storeName);
    const flags = [`--workers=${processes}`, "--secure-port=0", `--data-dir=${folder}`];
    server = new OrchProcess(["up", ...flags, ...store.flagsOfEmptyStore()]);
    await server.waitUntilReady();
    const kubeconfig = readFileSync(join(folder, "admin.kubeconfig"), "utf8");
    await eventually(
      async () => (await workersOf(server.pid, kubeconfig)).length === processes - 1,
      "workers are ready",
    );
    clients = Array.from({ length: processes }, () => clientOf(kubeconfig, { protocol: "h2" }));
    for (const client of clients) await client.request("/livez");
  });

  afterAll(async () => {
    for (const client of clients ?? []) await client[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
    await store?.[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  const anyOf = (random: Random): WireClient => clients[random.below(clients.length)] as WireClient;

  test("every process shows a write as soon as any process has confirmed it", async () => {
    await withSeed(async (random) => {
      for (let round = 0; round < 100; round++) await writeAndReadEverywhere(`read-${round}`, random);
    });
  });

  async function writeAndReadEverywhere(name: string, random: Random): Promise<void> {
    const created = await anyOf(random).request(mapsPath, { body: { metadata: { name } } });
    expect(created.status).toBe(201);
    const { resourceVersion } = created.json.metadata;
    const reads = await Promise.all(clients.map((client) => client.request(`${mapsPath}/${name}`)));
    expect(reads.map(({ json }) => json.metadata.resourceVersion)).toEqual(clients.map(() => resourceVersion));
    const selection = `${mapsPath}?fieldSelector=metadata.name%3D${name}`;
    const lists = await Promise.all(clients.map((client) => client.request(selection)));
    expect(lists.map(({ json }) => namesOf(json))).toEqual(clients.map(() => [name]));
    const deleted = await anyOf(random).request(`${mapsPath}/${name}`, { method: "DELETE" });
    expect(deleted.status).toBe(200);
    const lateReads = await Promise.all(clients.map((client) => client.request(`${mapsPath}/${name}`)));
    expect(lateReads.map(({ status }) => status)).toEqual(clients.map(() => 404));
  }

  test("a state that one process has shown in a watch is visible in the others at once", async () => {
    const [watching, reading, writing] = clients as [WireClient, WireClient, WireClient];
    const events = await watching.watch(`${mapsPath}?watch=1&fieldSelector=metadata.name%3Dwatched`);
    const created = await writing.request(mapsPath, { body: { metadata: { name: "watched" } } });
    let { resourceVersion } = created.json.metadata;
    expect((await events.take(1)).map(({ object }) => object.metadata.resourceVersion)).toEqual([resourceVersion]);
    for (let round = 0; round < 50; round++) {
      const patching = writing.request(`${mapsPath}/watched`, {
        method: "PATCH",
        headers: { "content-type": "application/merge-patch+json" },
        body: { data: { round: String(round) } },
      });
      const [event] = await events.take(1);
      const read = await reading.request(`${mapsPath}/watched`);
      expect(read.json.data.round).toBe(String(round));
      expect(event?.object.metadata.resourceVersion).toBe(read.json.metadata.resourceVersion);
      ({ resourceVersion } = (await patching).json.metadata);
      expect(resourceVersion).toBe(read.json.metadata.resourceVersion);
    }
    events.close();
  });

  test("of concurrent updates from one version, exactly one succeeds, whichever processes they reach", async () => {
    const created = await (clients[0] as WireClient).request(mapsPath, {
      body: { metadata: { name: "counter" }, data: { count: "0" } },
    });
    expect(created.status).toBe(201);
    const increments = 20;
    const increment = async (client: WireClient): Promise<void> => {
      for (;;) {
        const { json } = await client.request(`${mapsPath}/counter`);
        const data = { count: String(Number(json.data.count) + 1) };
        const { status } = await client.request(`${mapsPath}/counter`, { method: "PUT", body: { ...json, data } });
        if (status === 200) return;
        expect(status).toBe(409);
      }
    };
    const countIn = async (client: WireClient): Promise<void> => {
      for (let done = 0; done < increments; done++) await increment(client);
    };
    await Promise.all(clients.map(countIn));
    const reads = await Promise.all(clients.map((client) => client.request(`${mapsPath}/counter`)));
    const total = String(increments * clients.length);
    expect(reads.map(({ json }) => json.data.count)).toEqual(clients.map(() => total));
  });

  test("Services that several processes create at the same time get different addresses and node ports", async () => {
    const create = async (client: WireClient, name: string): Promise<{ address: string; port: number }> => {
      const spec = { type: "NodePort", ports: [{ port: 80 }] };
      const { status, json } = await client.request(servicesPath, { body: { metadata: { name }, spec } });
      expect(status, JSON.stringify(json)).toBe(201);
      return { address: json.spec.clusterIP, port: json.spec.ports[0].nodePort };
    };
    const created = await Promise.all(
      clients.flatMap((client, at) =>
        Array.from({ length: 15 }, (_, index) => create(client, `service-${at}-${index}`)),
      ),
    );
    expect(new Set(created.map(({ address }) => address)).size).toBe(created.length);
    expect(new Set(created.map(({ port }) => port)).size).toBe(created.length);
  });

  test("a list in chunks continues in another process with the state of its first chunk", async () => {
    const path = "/api/v1/namespaces/default/secrets";
    const [first, second, third] = clients as [WireClient, WireClient, WireClient];
    for (const name of ["a", "b", "c", "d", "e"]) await second.request(path, { body: { metadata: { name } } });
    const chunk1 = (await first.request(`${path}?limit=2`)).json;
    await third.request(`${path}/c`, { method: "DELETE" });
    const chunk2 = (await second.request(`${path}?limit=2&continue=${chunk1.metadata.continue}`)).json;
    await first.request(path, { body: { metadata: { name: "f" } } });
    const chunk3 = (await third.request(`${path}?limit=2&continue=${chunk2.metadata.continue}`)).json;
    expect([chunk1, chunk2, chunk3].flatMap(namesOf)).toEqual(["a", "b", "c", "d", "e"]);
    expect(new Set([chunk1, chunk2, chunk3].map(({ metadata }) => metadata.resourceVersion)).size).toBe(1);
  });

  test("a watch resumes in another process without a gap or a repeated event", async () => {
    const [first, second, writing] = clients as [WireClient, WireClient, WireClient];
    const path = "/api/v1/namespaces/default/limitranges";
    const { json: list } = await first.request(path);
    const events = await first.watch(`${path}?watch=1&resourceVersion=${list.metadata.resourceVersion}`);
    for (const name of ["l1", "l2", "l3", "l4"])
      await writing.request(path, { body: { metadata: { name }, spec: { limits: [] } } });
    const [, seen] = await events.take(2);
    events.close();
    const resumed = await second.watch(`${path}?watch=1&resourceVersion=${seen?.object.metadata.resourceVersion}`);
    expect((await resumed.take(2)).map(({ object }) => object.metadata.name)).toEqual(["l3", "l4"]);
    resumed.close();
  });

  test("a large object can be written and read through every process", async () => {
    const text = "x".repeat(700_000);
    for (const [index, client] of clients.entries()) {
      const { status } = await client.request(mapsPath, {
        body: { metadata: { name: `large-${index}` }, data: { text } },
      });
      expect(status).toBe(201);
    }
    for (const client of clients) {
      const { json } = await client.request(mapsPath);
      const large = json.items.filter(({ metadata }: { metadata: { name: string } }) =>
        metadata.name.startsWith("large-"),
      );
      expect(large.map(({ data }: { data: { text: string } }) => data.text === text)).toEqual(clients.map(() => true));
    }
  });

  test("/metrics shows the requests of all processes, through each of them", async () => {
    for (const client of clients) await client.request("/api/v1/namespaces/default/podtemplates");
    const series = /^apiserver_request_total\{verb="LIST".*resource="podtemplates".*\} (\d+)$/m;
    for (const client of clients) {
      const { text } = await client.request("/metrics");
      expect(series.exec(text)?.[1]).toBe(String(clients.length));
      expect(text.match(/^apiserver_storage_size_bytes\{/gm)).toHaveLength(1);
    }
  });

  test("/readyz shows the same checks in every process", async () => {
    const answers = await Promise.all(clients.map((client) => client.request("/readyz?verbose")));
    expect(answers.map(({ status }) => status)).toEqual(clients.map(() => 200));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  test("a component status that one process shows is the same in the others", async () => {
    const answers = await Promise.all(
      clients.map((client) => client.request("/api/v1/componentstatuses/controller-manager")),
    );
    expect(answers.map(({ json }) => json.conditions[0].status)).toEqual(clients.map(() => "True"));
  });

  test("one process runs the controllers and renews the identity Lease of the server", async () => {
    const { json } = await (clients[1] as WireClient).request("/apis/coordination.orch.io/v1/leases");
    expect(namesOf(json).filter((name) => name.includes("apiserver-"))).toHaveLength(1);
  });
});
