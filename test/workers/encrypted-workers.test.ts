/** Backups, checks and rewrites of an encrypted store, while several processes serve it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type EndedCommand, OrchCommand } from "../support/orch-command.ts";
import { buildProgram, clientOf, OrchProcess } from "../support/orch-process.ts";
import { eventually } from "../support/until.ts";
import type { WireClient } from "../support/wire-client.ts";
import { workersOf } from "./serving-workers.ts";

const processes = 3;
/** Time for the build, in milliseconds. */
const buildMs = 180_000;
const secrets = "/api/v1/namespaces/default/secrets";

let folder: string;
let server: OrchProcess;
let kubeconfig: string;
let clients: readonly WireClient[];

function configure(file: string, ...names: readonly string[]): string {
  const keys = names.map((name) => ({ name, secret: Buffer.alloc(32, name).toString("base64") }));
  const resources = [{ resources: ["secrets"], providers: [{ aesgcm: { keys } }] }];
  const type = { apiVersion: "apiserver.config.orch.io/v1", kind: "EncryptionConfiguration" };
  writeFileSync(join(folder, file), JSON.stringify({ ...type, resources }));
  return `--encryption-provider-config=${file}`;
}

/** Starts a server with one connected client for each process. */
async function startServer(...keys: readonly string[]): Promise<void> {
  configure("server.yaml", ...keys);
  const config = `--encryption-provider-config=${join(folder, "server.yaml")}`;
  const dataDir = `--data-dir=${join(folder, ".orch")}`;
  const reload = "--encryption-provider-config-automatic-reload";
  server = new OrchProcess(["up", `--workers=${processes}`, "--secure-port=0", dataDir, config, reload]);
  await server.waitUntilReady();
  kubeconfig = readFileSync(join(folder, ".orch", "admin.kubeconfig"), "utf8");
  await connectToAll();
}

/** Waits until all workers serve, and connects one client to each process. Returns the workers. */
async function connectToAll(former: readonly number[] = []): Promise<readonly number[]> {
  let workers: readonly number[] = [];
  await eventually(async () => {
    // A new connection can still go to a worker that was killed.
    workers = await workersOf(server.pid, kubeconfig).catch(() => []);
    return workers.length === processes - 1 && !workers.some((one) => former.includes(one));
  }, "all workers serve");
  clients = Array.from({ length: processes }, () => clientOf(kubeconfig, { protocol: "h2" }));
  for (const client of clients) await client.request("/livez");
  return workers;
}

async function disconnect(): Promise<void> {
  for (const client of clients) await client[Symbol.asyncDispose]();
}

async function stopServer(): Promise<void> {
  await disconnect();
  await server[Symbol.asyncDispose]();
}

function orch(...args: readonly string[]): Promise<EndedCommand> {
  return new OrchCommand(args, { cwd: folder }).waitForEnd();
}

beforeAll(buildProgram, buildMs);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orch-encrypted-workers-"));
});

afterEach(async () => {
  await stopServer();
  rmSync(folder, { recursive: true, force: true });
});

test("backups of all processes have the encrypted values of all confirmed writes, also those during a backup", {
  timeout: 60_000,
}, async () => {
  await startServer("one");
  const confirmed: string[] = [];
  const create = async (client: WireClient, name: string): Promise<void> => {
    const { status } = await client.request(secrets, { body: { metadata: { name } } });
    expect(status).toBe(201);
    confirmed.push(name);
  };
  for (const [index, client] of clients.entries()) await create(client, `before-${index}`);
  // Each backup takes a new connection, which another process gets.
  for (const [index, client] of clients.entries()) {
    const expected = confirmed.length;
    const backup = orch("backup", `${index}.backup`);
    await create(client, `during-${index}`);
    expect(await backup).toMatchObject({ code: 0 });
    const restored = await orch("restore", `${index}.backup`, `--data-dir=restored-${index}`);
    expect(restored).toMatchObject({ code: 0 });
    const check = await orch("storage", "check", `--data-dir=restored-${index}`, configure("one.yaml", "one"));
    expect(check).toMatchObject({ code: 0, stderr: "" });
    const count = Number(/^aesgcm, key one: (\d+) objects$/m.exec(check.stdout)?.[1]);
    expect(count).toBeGreaterThanOrEqual(expected);
    expect(count).toBeLessThanOrEqual(confirmed.length);
  }
});

test("after a rewrite through the processes, a server without the old key reads all objects", {
  timeout: 60_000,
}, async () => {
  await startServer("one");
  for (const [index, client] of clients.entries()) {
    await client.request(secrets, { body: { metadata: { name: `s${index}` } } });
  }
  await stopServer();
  await startServer("two", "one");
  const rewritten = await orch("storage", "rewrite", configure("new.yaml", "two", "one"));
  expect(rewritten).toMatchObject({
    code: 0,
    stdout: "secret: 3 rewritten, 0 already in the present form\ntotal: 3 rewritten, 0 already in the present form\n",
  });
  expect((await orch("storage", "check", configure("two.yaml", "two"))).stdout).toMatch(
    /^aesgcm, key two: 3 objects$/m,
  );
  expect(await orch("storage", "check", configure("old.yaml", "one"))).toMatchObject({ code: 1 });
  await stopServer();
  await startServer("two");
  for (const client of clients) {
    const { json } = await client.request(secrets);
    expect(json.items).toHaveLength(processes);
  }
});

test("a worker that replaces another one writes with the keys of the present file, not with those of the start", {
  timeout: 60_000,
}, async () => {
  await startServer("one");
  configure("server.yaml", "two");
  await eventually(async () => {
    const text = (await clients[0]?.request("/metrics"))?.text ?? "";
    return /^apiserver_encryption_config_controller_automatic_reloads_total\{status="success",.*\} 1$/m.test(text);
  }, "the main process has read the file");
  const former = await workersOf(server.pid, kubeconfig);
  await disconnect();
  for (const worker of former) process.kill(worker, "SIGKILL");
  await connectToAll(former);
  for (const [index, client] of clients.entries()) {
    expect((await client.request(secrets, { body: { metadata: { name: `s${index}` } } })).status).toBe(201);
  }
  const check = await orch("storage", "check", configure("two.yaml", "two"));
  expect(check).toMatchObject({ code: 0, stderr: "" });
  expect(check.stdout).toMatch(/^aesgcm, key two: 3 objects$/m);
});

test("a restore into the data directory of a running server is rejected, and its objects stay", {
  timeout: 60_000,
}, async () => {
  await startServer("one");
  await clients[0]?.request(secrets, { body: { metadata: { name: "kept" } } });
  await orch("backup", "a.backup");
  const { code, stderr } = await orch("restore", "a.backup", "--force");
  expect(code).toBe(1);
  expect(stderr).toMatch(/^orch restore: the store in .* is in use by process \d+: stop it first/);
  for (const client of clients) expect((await client.request(`${secrets}/kept`)).status).toBe(200);
});

test("the check decrypts all objects while clients write all the time", { timeout: 60_000 }, async () => {
  await startServer("one");
  const end = new AbortController();
  const counts = clients.map(async (client, index) => {
    let count = 0;
    for (; !end.signal.aborted; count++) {
      const { status } = await client.request(secrets, { body: { metadata: { name: `s${index}-${count}` } } });
      expect(status).toBe(201);
    }
    return count;
  });
  const { code, stdout, stderr } = await orch("storage", "check", configure("one.yaml", "one"));
  end.abort();
  const total = (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  expect([code, stderr]).toEqual([0, ""]);
  const checked = Number(/^aesgcm, key one: (\d+) objects$/m.exec(stdout)?.[1]);
  expect(checked).toBeGreaterThan(0);
  expect(checked).toBeLessThanOrEqual(total);
});
