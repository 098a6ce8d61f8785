import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ManualClock, type RunningServer, startServer } from "../../src/app/server.ts";
import { createLogger } from "../../src/base/logger.ts";
import { type MemoryEngine, openMemoryEngine } from "../../src/storage/index.ts";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";

const directory = new TemporaryDirectory();
const path = join(directory.path, "encryption.yaml");
const secrets = "/api/v1/namespaces/default/secrets";

let engine: MemoryEngine;
let clock: ManualClock;
let server: RunningServer | undefined;

beforeEach(() => {
  engine = openMemoryEngine();
  clock = new ManualClock();
});

afterEach(async () => {
  await server?.close();
  await engine[Symbol.asyncDispose]();
});

const identity = { identity: {} };

function aesgcm(...names: readonly string[]): object {
  return { aesgcm: { keys: names.map((name) => ({ name, secret: Buffer.alloc(32, name).toString("base64") })) } };
}

function entry(resources: readonly string[], ...providers: readonly object[]): object {
  return { resources, providers };
}

function configurationOf(...resources: readonly object[]): string {
  return JSON.stringify({ apiVersion: "apiserver.config.orch.io/v1", kind: "EncryptionConfiguration", resources });
}

/** Writes a file at once, as an editor or a mounted volume does. */
function write(content: string): void {
  writeFileSync(`${path}.new`, content);
  renameSync(`${path}.new`, path);
}

async function start(content: string, ...flags: readonly string[]): Promise<RunningServer> {
  write(content);
  await server?.close();
  server = await startServer({ engine, clock, flags: [`--encryption-provider-config=${path}`, ...flags] });
  return server;
}

async function stored(key: string): Promise<string> {
  return Buffer.from((await engine.get(key))?.value ?? []).toString("latin1");
}

async function send(method: string, target: string, body?: object): Promise<{ status: number; body: Status }> {
  const headers = method === "PATCH" ? { "content-type": "application/merge-patch+json" } : {};
  const answer = await server?.request(target, { method, headers, ...(body ? { body } : {}) });
  return { status: answer?.status ?? 0, body: (await answer?.json()) as Status };
}

interface Status {
  readonly metadata: { readonly resourceVersion: string; readonly finalizers?: readonly string[] };
  readonly message?: string;
  readonly reason?: string;
  readonly details?: { readonly name?: string; readonly kind?: string; readonly causes?: readonly { field: string }[] };
  readonly data?: Readonly<Record<string, string>>;
  readonly items?: readonly unknown[];
  readonly status?: string;
  readonly code?: number;
}

/** Lets the server look at its configuration file. */
async function look(): Promise<void> {
  await clock.advance(1_000);
  for (let turn = 0; turn < 20; turn++) await nextTurn();
}

async function metric(series: string): Promise<string | undefined> {
  const text = await (await server?.request("/metrics"))?.text();
  return text?.split("\n").find((line) => line.startsWith(series));
}

test("objects of the configured resources are encrypted in the store, and clients see them as they are", async () => {
  await start(
    configurationOf(entry(["secrets"], aesgcm("one")), entry(["*.apps"], aesgcm("two")), entry(["*.*"], identity)),
  );
  await send("POST", secrets, { metadata: { name: "a" }, stringData: { password: "hidden" } });
  await send("POST", "/api/v1/namespaces/default/configmaps", { metadata: { name: "a" }, data: { colour: "shown" } });
  await send("POST", "/apis/apps/v1/namespaces/default/controllerrevisions", {
    metadata: { name: "a" },
    revision: 1,
    data: { a: 1 },
  });
  expect(await stored("/registry/secrets/default/a")).toMatch(/^k8s:enc:aesgcm:v1:one:/);
  expect(await stored("/registry/controllerrevisions/default/a")).toMatch(/^k8s:enc:aesgcm:v1:two:/);
  expect(await stored("/registry/configmaps/default/a")).toContain("shown");
  expect((await send("GET", `${secrets}/a`)).body.data).toEqual({ password: "aGlkZGVu" });
  expect((await send("GET", secrets)).body.items).toHaveLength(1);
  const counts =
    'apiserver_storage_transformation_operations_total{resource="secrets",status="OK",transformation_type="to_storage"';
  expect(await metric(`${counts},transformer_prefix="k8s:enc:aesgcm:v1:"`)).toMatch(/ 1$/);
  expect(await metric(`${counts},transformer_prefix="one:"`)).toMatch(/ 1$/);
});

test("an update that changes nothing encrypts an object again only if another key has encrypted it", async () => {
  await start(configurationOf(entry(["secrets"], aesgcm("one"), identity)));
  await send("POST", secrets, { metadata: { name: "a" } });
  const before = await stored("/registry/secrets/default/a");
  const { body } = await send("PUT", `${secrets}/a`, { metadata: { name: "a" } });
  expect(await stored("/registry/secrets/default/a")).toBe(before);
  await start(configurationOf(entry(["secrets"], aesgcm("two", "one"))));
  const updated = await send("PATCH", `${secrets}/a`, {});
  expect(await stored("/registry/secrets/default/a")).toMatch(/^k8s:enc:aesgcm:v1:two:/);
  expect(Number(updated.body.metadata.resourceVersion)).toBeGreaterThan(Number(body.metadata.resourceVersion));
});

test("a changed configuration takes effect, and one that cannot be used does not", async () => {
  await start(configurationOf(entry(["secrets"], aesgcm("one"))), "--encryption-provider-config-automatic-reload");
  write(configurationOf(entry(["secrets"], aesgcm("two", "one"))).slice(0, -20));
  await look();
  await send("POST", secrets, { metadata: { name: "a" } });
  expect(await stored("/registry/secrets/default/a")).toMatch(/^k8s:enc:aesgcm:v1:one:/);
  write(configurationOf(entry(["secrets"], aesgcm("two", "one"))));
  await look();
  await send("POST", secrets, { metadata: { name: "b" } });
  expect(await stored("/registry/secrets/default/b")).toMatch(/^k8s:enc:aesgcm:v1:two:/);
  const reloads = "apiserver_encryption_config_controller_automatic_reloads_total";
  expect(await metric(`${reloads}{status="failure"`)).toMatch(/ 1$/);
  expect(await metric(`${reloads}{status="success"`)).toMatch(/ 1$/);
});

test("the log names the fault of a file that is half written, without a stack", async () => {
  const lines: string[] = [];
  const logger = createLogger({ format: "text", clock, write: (line) => lines.push(line) });
  const flags = [`--encryption-provider-config=${path}`, "--encryption-provider-config-automatic-reload"];
  const content = configurationOf(entry(["secrets"], aesgcm("one")));
  write(content);
  server = await startServer({ engine, clock, flags, logger });
  write(content.slice(0, -20));
  await look();
  const errors = lines.filter((line) => line.includes("cannot be reloaded"));
  expect(errors).toHaveLength(1);
  expect(errors[0]).toContain(
    `reason="error while parsing file: error decoding encryption provider configuration file`,
  );
  expect(errors[0]).not.toMatch(/\n\s+at |Error:.*\.ts/);
});

test("an object is readable again once a changed configuration has its key", async () => {
  await start(configurationOf(entry(["secrets"], aesgcm("one"))));
  await send("POST", secrets, { metadata: { name: "a" } });
  await start(configurationOf(entry(["secrets"], aesgcm("two"))), "--encryption-provider-config-automatic-reload");
  const rejected = await send("GET", `${secrets}/a`);
  expect(rejected).toMatchObject({
    status: 500,
    body: {
      message:
        "Internal error occurred: StorageError: corrupt object, Code: 7, Key: /secrets/default/a, ResourceVersion: 0, AdditionalErrorMsg: data from the storage is not transformable revision=0: no matching key was found for the provided AES transformer",
    },
  });
  write(configurationOf(entry(["secrets"], aesgcm("two", "one"))));
  await look();
  expect((await send("GET", `${secrets}/a`)).status).toBe(200);
});

async function loseKey(): Promise<void> {
  write(configurationOf(entry(["secrets"], aesgcm("two"))));
  await look();
}

async function statusesWithoutKey(): Promise<readonly number[]> {
  const requests = [
    ["GET", `${secrets}/a`],
    ["GET", secrets],
    ["PATCH", `${secrets}/a`, { metadata: { labels: { app: "web" } } }],
  ] as const;
  const statuses: number[] = [];
  for (const [method, target, body] of requests) statuses.push((await send(method, target, body)).status);
  return statuses;
}

test.each([
  { name: "a create", requests: [] },
  { name: "reads of single objects", requests: [`${secrets}/a`, `${secrets}/a`] },
])("after $name, a reload that removes the key makes the objects unreadable", async ({ requests }) => {
  await start(configurationOf(entry(["secrets"], aesgcm("one"))), "--encryption-provider-config-automatic-reload");
  await send("POST", secrets, { metadata: { name: "a" } });
  for (const target of requests) expect((await send("GET", target)).status).toBe(200);
  await loseKey();
  expect(await statusesWithoutKey()).toEqual([500, 500, 500]);
});

test.each([
  { name: "a list of any namespace", requests: ["/api/v1/namespaces/other/secrets"] },
  { name: "a watch", requests: [`${secrets}?watch=1&timeoutSeconds=1&resourceVersion=0`] },
  { name: "the 101st read of a single object", requests: Array.from({ length: 101 }, () => `${secrets}/a`) },
])("after $name, the server serves all objects of the type from memory without their key", async ({ requests }) => {
  await start(configurationOf(entry(["secrets"], aesgcm("one"))), "--encryption-provider-config-automatic-reload");
  await send("POST", secrets, { metadata: { name: "a" } });
  for (const target of requests) {
    const answer = await server?.request(target);
    expect(answer?.status).toBe(200);
    if (!target.includes("watch")) await answer?.text();
  }
  await loseKey();
  expect(await statusesWithoutKey()).toEqual([200, 200, 200]);
  expect(await stored("/registry/secrets/default/a")).toMatch(/^k8s:enc:aesgcm:v1:two:/);
});

test.each([
  [configurationOf(entry(["secrets"], {})), "provider does not contain any of the expected providers"],
  ["", "is empty"],
])("a server does not start with a configuration that cannot be used (%#)", async (content, message) => {
  await expect(start(content)).rejects.toThrow(message);
});

test("the flag for reloading needs a configuration", async () => {
  await expect(startServer({ flags: ["--encryption-provider-config-automatic-reload"] })).rejects.toThrow(
    "--encryption-provider-config-automatic-reload must be set with --encryption-provider-config",
  );
});

test("a closed server does not load changes of its configuration file", async () => {
  write(configurationOf(entry(["secrets"], aesgcm("one"))));
  const lines: string[] = [];
  const logger = createLogger({ format: "text", clock, write: (line) => lines.push(line) });
  const flags = [`--encryption-provider-config=${path}`, "--encryption-provider-config-automatic-reload"];
  const closed = await startServer({ engine, clock, logger, flags });
  await closed.close();
  write(configurationOf(entry(["secrets"], aesgcm("two"))));
  await look();
  expect(lines.filter((line) => line.includes("encryption configuration"))).toEqual([]);
});
