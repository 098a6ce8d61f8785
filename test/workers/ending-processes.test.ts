import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type EtcdMember, hasEtcd } from "../../src/storage/testing/etcd-process.ts";
import { childrenOf, isRunning } from "../support/child-processes.ts";
import { listVersion, mapsPath, namesOf } from "../support/config-maps.ts";
import { buildProgram, clientOf, OrchProcess } from "../support/orch-process.ts";
import { eventually, until } from "../support/until.ts";
import type { WireClient } from "../support/wire-client.ts";
import { workersOf } from "./serving-workers.ts";
import { startWorkerStore, type WorkerStore, type WorkerStoreName, workerStoreNames } from "./worker-stores.ts";

const processes = 3;
/** Time for the build, in milliseconds. */
const buildMs = 180_000;

let store: WorkerStore;
let storeFlags: readonly string[];
let folder: string;
let server: OrchProcess;
let kubeconfig: string;
let workers: readonly number[];

async function startServer(): Promise<void> {
  server = new OrchProcess(["up", `--workers=${processes}`, "--secure-port=0", `--data-dir=${folder}`, ...storeFlags]);
  await server.waitUntilReady();
  kubeconfig = readFileSync(join(folder, "admin.kubeconfig"), "utf8");
  await untilWorkersServe();
}

async function untilWorkersServe(): Promise<void> {
  await eventually(async () => {
    workers = await workersOf(server.pid, kubeconfig);
    return workers.length === processes - 1;
  }, "all workers serve");
}

/** Returns one connected client for each process. */
async function clientsOfProcesses(): Promise<readonly WireClient[]> {
  const clients = Array.from({ length: processes }, () => clientOf(kubeconfig, { protocol: "h2" }));
  for (const client of clients) await client.request("/livez");
  return clients;
}

/** Creates ConfigMaps until the connection breaks. @returns the names of those that the server has confirmed */
async function createUntilBroken(client: WireClient, prefix: string): Promise<readonly string[]> {
  const confirmed: string[] = [];
  for (;;) {
    const name = `${prefix}-${confirmed.length}`;
    try {
      const { status } = await client.request(mapsPath, { body: { metadata: { name } } });
      if (status !== 201) return confirmed;
    } catch (error) {
      expect(error).toBeInstanceOf(Error);
      return confirmed;
    }
    confirmed.push(name);
  }
}

/** Starts a server with an empty store before each test of the enclosing `describe()`, and ends it afterwards. */
function useServerOn(storeName: WorkerStoreName): void {
  beforeAll(async () => {
    store = await startWorkerStore(storeName);
  });

  afterAll(async () => {
    await store?.[Symbol.asyncDispose]();
  });

  beforeEach(async () => {
    storeFlags = store.flagsOfEmptyStore();
    folder = mkdtempSync(join(tmpdir(), "orch-workers-"));
    await startServer();
  });

  afterEach(async () => {
    await server[Symbol.asyncDispose]();
    await until(() => workers.every((worker) => !isRunning(worker)), "the workers have ended");
    rmSync(folder, { recursive: true, force: true });
  });
}

beforeAll(buildProgram, buildMs);

describe.each(workerStoreNames)("a server whose processes share %s", (storeName) => {
  useServerOn(storeName);

  test("counters in /metrics do not decrease when a worker is killed, and each process names the start of the server", async () => {
    const clients = await clientsOfProcesses();
    for (const client of clients) await client.request("/api/v1/namespaces/default/podtemplates");
    const served = (text: string): number =>
      Number(/^apiserver_request_total\{verb="LIST".*resource="podtemplates".*\} (\d+)$/m.exec(text)?.[1]);
    const pages = await Promise.all(clients.map((client) => client.request("/metrics")));
    expect(pages.map(({ text }) => served(text))).toEqual([processes, processes, processes]);
    expect(new Set(pages.map(({ headers }) => headers["process-start-time-unix"])).size).toBe(1);
    for (const client of clients) await client[Symbol.asyncDispose]();
    process.kill(workers[0] ?? 0, "SIGKILL");
    await server.waitForLog("a worker process has ended; another one replaces it");
    await untilWorkersServe();
    await using client = clientOf(kubeconfig);
    expect(served((await client.request("/metrics")).text)).toBe(processes);
  });

  test("a killed worker ends only its own connections, loses no confirmed write, and is replaced", async () => {
    const clients = await clientsOfProcesses();
    const [killed = 0, kept = 0] = workers;
    const ended: number[] = [];
    const creating = clients.map(async (client, index) => {
      const confirmed = await createUntilBroken(client, `map-${index}`);
      ended.push(index);
      return confirmed;
    });
    await eventually(async () => {
      const { json } = await clientOf(kubeconfig).request(`${mapsPath}?limit=1`);
      return (json.metadata.remainingItemCount ?? 0) > 30;
    }, "all clients create");
    process.kill(killed, "SIGKILL");
    await until(() => ended.length === 1, "one client has lost its connection");
    await server.waitForLog("a worker process has ended; another one replaces it");
    await untilWorkersServe();
    expect(workers).toContain(kept);
    expect(workers).not.toContain(killed);
    expect(ended).toHaveLength(1);
    for (const client of clients) await client[Symbol.asyncDispose]();
    const confirmed = (await Promise.all(creating)).flat();
    const names = namesOf(await clientOf(kubeconfig).request(mapsPath));
    expect(names).toEqual(expect.arrayContaining([...confirmed]));
  });

  test("a watch through a killed worker can resume in another process", async () => {
    const clients = await clientsOfProcesses();
    const watches = await Promise.all(clients.map((client) => client.watch(`${mapsPath}?watch=1`)));
    const writer = clientOf(kubeconfig);
    const { json: first } = await writer.request(mapsPath, { body: { metadata: { name: "first" } } });
    for (const watch of watches) await watch.take(1);
    process.kill(workers[0] ?? 0, "SIGKILL");
    await until(() => watches.some((watch) => watch.hasEnded), "the worker's watch has ended");
    expect(watches.filter((watch) => watch.hasEnded)).toHaveLength(1);
    await writer.request(mapsPath, { body: { metadata: { name: "second" } } });
    const from = `resourceVersion=${first.metadata.resourceVersion}`;
    await using resumed = await clientOf(kubeconfig).watch(`${mapsPath}?watch=1&${from}`);
    expect((await resumed.take(1)).map(({ object }) => object.metadata.name)).toEqual(["second"]);
  });

  test("after a kill of the main process, the workers end, and a new server has all confirmed writes", async () => {
    const clients = await clientsOfProcesses();
    const creating = clients.map((client, index) => createUntilBroken(client, `map-${index}`));
    await eventually(async () => {
      const { json } = await clientOf(kubeconfig).request(`${mapsPath}?limit=1`);
      return (json.metadata.remainingItemCount ?? 0) > 30;
    }, "all clients create");
    await server[Symbol.asyncDispose]();
    const confirmed = (await Promise.all(creating)).flat();
    const formerWorkers = workers;
    await startServer();
    expect(formerWorkers.filter(isRunning)).toEqual([]);
    const names = namesOf(await clientOf(kubeconfig).request(mapsPath));
    expect(names).toEqual(expect.arrayContaining([...confirmed]));
  });

  test("SIGTERM ends the watches and connections of all processes, and then all processes", async () => {
    const clients = await clientsOfProcesses();
    const watches = await Promise.all(clients.map((client) => client.watch(`${mapsPath}?watch=1`)));
    const creating = clients.map((client, index) => createUntilBroken(client, `map-${index}`));
    expect(childrenOf(server.pid)).toHaveLength(processes - 1);
    server.signal("SIGTERM");
    expect(await server.waitForExit()).toBe(0);
    expect(server.stderr).not.toContain("ERROR");
    const confirmed = (await Promise.all(creating)).flat();
    for (const watch of watches) await watch.takeAll();
    expect(workers.filter(isRunning)).toEqual([]);
    await startServer();
    const names = namesOf(await clientOf(kubeconfig).request(mapsPath));
    expect(names).toEqual(expect.arrayContaining([...confirmed]));
  });

  test("workers ignore the signals that a terminal sends to all processes", async () => {
    for (const worker of workers) process.kill(worker, "SIGINT");
    const clients = await clientsOfProcesses();
    const answers = await Promise.all(clients.map((client) => client.request("/readyz")));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(workers.every(isRunning)).toBe(true);
  });

  test("connections that wait for a stopped worker end when it is killed, and later ones are served", async () => {
    const [stopped = 0] = workers;
    process.kill(stopped, "SIGSTOP");
    const clients = Array.from({ length: 30 }, () => clientOf(kubeconfig));
    const requests = clients.map((client) => client.request("/livez"));
    // The processes that still run serve their share of the connections.
    await Promise.any(requests);
    process.kill(stopped, "SIGKILL");
    const outcomes = await Promise.allSettled(requests);
    expect(outcomes.some(({ status }) => status === "rejected")).toBe(true);
    for (const client of clients) await client[Symbol.asyncDispose]();
    await untilWorkersServe();
    expect((await clientOf(kubeconfig).request("/livez")).status).toBe(200);
  });

  test("a worker that hangs gets no further connections", async () => {
    const [stopped = 0] = workers;
    const earlierClients = await clientsOfProcesses();
    process.kill(stopped, "SIGSTOP");
    await eventually(async () => {
      const { text } = await Promise.any(earlierClients.map((client) => client.request("/metrics")));
      return text.includes(`apiserver_processes ${processes - 1}\n`);
    }, "the hanging worker is left out");
    const clients = Array.from({ length: 10 }, () => clientOf(kubeconfig, { protocol: "h2" }));
    const answers = await Promise.all(clients.map((client) => client.request("/livez")));
    expect(answers.map(({ status }) => status)).toEqual(clients.map(() => 200));
    process.kill(stopped, "SIGCONT");
    await untilWorkersServe();
    expect(workers).toContain(stopped);
  });
});

describe.skipIf(!hasEtcd)("a server whose processes lose etcd", () => {
  useServerOn("etcd");

  const etcd = (): EtcdMember => store.etcd?.members[0] as EtcdMember;

  test("after kill -9 of etcd, all processes serve again, and their watches continue without a gap", async () => {
    const clients = await clientsOfProcesses();
    const from = `resourceVersion=${await listVersion(clients[0] as WireClient)}`;
    const watches = await Promise.all(clients.map((client) => client.watch(`${mapsPath}?watch=1&${from}`)));
    await etcd().kill();
    await etcd().start();
    for (const [index, client] of clients.entries()) {
      const { status } = await client.request(mapsPath, { body: { metadata: { name: `map-${index}` } } });
      expect(status).toBe(201);
    }
    for (const watch of watches) {
      const events = await watch.take(clients.length);
      expect(events.map(({ object }) => object.metadata.name)).toEqual(clients.map((_, index) => `map-${index}`));
    }
    expect(await workersOf(server.pid, kubeconfig)).toEqual(workers);
  });

  test("a worker that starts without etcd reports the reason, and serves once etcd works again", {
    timeout: 90_000,
  }, async () => {
    await etcd().kill();
    for (const worker of workers) process.kill(worker, "SIGKILL");
    await server.waitForLog("the worker process cannot start");
    expect(server.stderr).toMatch(/the worker process cannot start reason="etcd cannot be used/);
    // Requests that failed meanwhile are logged with their stack.
    const line = server.stderr.split("\n").find((one) => one.includes("the worker process cannot start"));
    expect(line).not.toContain("at async");
    await etcd().start();
    await untilWorkersServe();
    const clients = await clientsOfProcesses();
    const answers = await Promise.all(clients.map((client) => client.request(mapsPath)));
    expect(answers.map(({ status }) => status)).toEqual(clients.map(() => 200));
  });
});
