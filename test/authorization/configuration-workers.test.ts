/** The configuration file of authorizers in a server of several processes. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { buildProgram, clientOf, OrchProcess } from "../support/orch-process.ts";
import { eventually } from "../support/until.ts";
import type { WireClient } from "../support/wire-client.ts";
import { workersOf } from "../workers/serving-workers.ts";

beforeAll(() => buildProgram(), 120_000);

function configuration(...types: readonly string[]): string {
  const authorizers = types.map((type) => ({ type, name: type.toLowerCase() }));
  return JSON.stringify({ apiVersion: "apiserver.config.orch.io/v1", kind: "AuthorizationConfiguration", authorizers });
}

let folder: TemporaryDirectory;
let server: OrchProcess;
let kubeconfig: string;

beforeEach(async () => {
  folder = new TemporaryDirectory();
  configure("RBAC");
  server = new OrchProcess([
    "apiserver",
    "--workers=2",
    "--secure-port=0",
    `--data-dir=${join(folder.path, "data")}`,
    `--authorization-config=${join(folder.path, "authorization.json")}`,
  ]);
  await server.waitUntilReady();
  kubeconfig = readFileSync(join(folder.path, "data", "admin.kubeconfig"), "utf8");
});

afterEach(async () => {
  await server[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

function configure(...types: readonly string[]): void {
  writeFileSync(join(folder.path, "authorization.json"), configuration(...types));
}

/** Waits until a worker serves connections, and returns it. @param former a worker that was killed */
async function servingWorker(former?: number): Promise<number> {
  let worker: number | undefined;
  await eventually(async () => {
    // A new connection can still go to a worker that was killed.
    [worker] = await workersOf(server.pid, kubeconfig).catch(() => []);
    return worker !== undefined && worker !== former;
  }, "the worker serves connections");
  return worker ?? 0;
}

/** Returns the status of a list as a user without roles. */
async function listAsAlice(client: WireClient): Promise<number> {
  return (await client.request("/api/v1/pods", { headers: { "impersonate-user": "alice" } })).status;
}

/** Returns the statuses of lists as a user without roles, in both processes. */
async function statusesOf(...clients: readonly WireClient[]): Promise<string> {
  return (await Promise.all(clients.map(listAsAlice))).join();
}

test("all processes of a server reload the configuration file [WHZ-24] [WHZ-26]", async () => {
  await servingWorker();
  // The main process passes each connection to the process with the fewest, so these reach both processes.
  await using first = clientOf(kubeconfig);
  await using second = clientOf(kubeconfig);
  expect(await statusesOf(first, second)).toBe("403,403");
  configure("RBAC", "AlwaysAllow");
  await eventually(async () => (await statusesOf(first, second)) === "200,200", "both processes use the new file");
});

test("a worker that starts while the file is malformed uses the last usable file [WHZ-24]", {
  timeout: 60_000,
}, async () => {
  const former = await servingWorker();
  configure("RBAC", "AlwaysAllow");
  {
    await using first = clientOf(kubeconfig);
    await using second = clientOf(kubeconfig);
    await eventually(async () => (await statusesOf(first, second)) === "200,200", "both processes use the new file");
  }
  writeFileSync(join(folder.path, "authorization.json"), "{");
  process.kill(former, "SIGKILL");
  await servingWorker(former);
  await using first = clientOf(kubeconfig);
  await using second = clientOf(kubeconfig);
  expect(await statusesOf(first, second)).toBe("200,200");
  // Only the authorizers with which the server has started must stay.
  configure("RBAC");
  await eventually(async () => (await statusesOf(first, second)) === "403,403", "both processes use the mended file");
});
