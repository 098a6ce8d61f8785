import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildProgram, clientOf, OrchProcess } from "../support/orch-process.ts";
import { eventually } from "../support/until.ts";
import type { WireClient } from "../support/wire-client.ts";
import { workersOf } from "./serving-workers.ts";
import { startWorkerStore, type WorkerStore, workerStoreNames } from "./worker-stores.ts";

const unlimitedFlags = [
  "--event-ttl=0",
  "--enable-priority-and-fairness=false",
  "--max-requests-inflight=0",
  "--max-mutating-requests-inflight=0",
];

describe.each(workerStoreNames)("a server with two processes on %s, without limits", (storeName) => {
  let store: WorkerStore;
  let folder: string;
  let server: OrchProcess;
  /** One client for each process: each new connection goes to the process with the fewest connections. */
  let clients: readonly WireClient[];

  beforeAll(async () => {
    await buildProgram();
    folder = mkdtempSync(join(tmpdir(), "orch-unlimited-"));
    store = await startWorkerStore(storeName);
    const flags = ["--vocabulary=kubernetes", "--workers=2", "--secure-port=0", `--data-dir=${folder}`];
    const storeFlags = storeName === "etcd" ? ["--etcd-db-metric-poll-interval=0"] : [];
    server = new OrchProcess(["up", ...flags, ...unlimitedFlags, ...storeFlags, ...store.flagsOfEmptyStore()]);
    await server.waitUntilReady();
    const kubeconfig = readFileSync(join(folder, "admin.kubeconfig"), "utf8");
    await eventually(async () => (await workersOf(server.pid, kubeconfig)).length === 1, "the worker is ready");
    clients = Array.from({ length: 2 }, () => clientOf(kubeconfig, { protocol: "h2" }));
    for (const client of clients) await client.request("/livez");
  });

  afterAll(async () => {
    for (const client of clients ?? []) await client[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
    await store?.[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  test("each process issues tokens of service accounts for the requested time", async () => {
    const path = "/api/v1/namespaces/default/serviceaccounts/default/token";
    for (const client of clients) {
      await eventually(async () => {
        const { status, json } = await client.request(path, { body: { spec: { expirationSeconds: 3600 } } });
        if (status !== 201) return false;
        const [, payload = ""] = json.status.token.split(".");
        const { iat, exp } = JSON.parse(Buffer.from(payload, "base64url").toString());
        expect(exp - iat).toBe(3600);
        return true;
      }, "the account exists");
    }
  });

  test("Events that each process writes stay", async () => {
    for (const [index, client] of clients.entries()) {
      const name = `event-${index}`;
      const created = await client.request("/api/v1/namespaces/default/events", {
        body: { metadata: { name }, involvedObject: { namespace: "default", kind: "Pod", name: "web" } },
      });
      expect(created.status).toBe(201);
      const reads = await Promise.all(
        clients.map((reader) => reader.request(`/api/v1/namespaces/default/events/${name}`)),
      );
      expect(reads.map(({ status }) => status)).toEqual([200, 200]);
    }
  });

  test("each process admits concurrent requests", async () => {
    for (const client of clients) {
      const reads = await Promise.all(Array.from({ length: 20 }, () => client.request("/api/v1/namespaces")));
      expect(reads.map(({ status }) => status)).toEqual(reads.map(() => 200));
    }
  });
});
