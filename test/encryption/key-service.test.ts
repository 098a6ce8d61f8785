import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ManualClock, type RunningServer, startServer } from "../../src/app/server.ts";
import { KmsPlugin } from "../../src/encryption/kms/testing/kms-plugin.ts";
import { type MemoryEngine, openMemoryEngine } from "../../src/storage/index.ts";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";

const directory = new TemporaryDirectory();
const path = join(directory.path, "encryption.yaml");
const socketPath = join(directory.path, "kms.sock");
const secrets = "/api/v1/namespaces/default/secrets";

let engine: MemoryEngine;
let clock: ManualClock;
let plugin: KmsPlugin;

beforeEach(async () => {
  engine = openMemoryEngine();
  clock = new ManualClock();
  plugin = await KmsPlugin.listen(socketPath);
  const kms = { apiVersion: "v2", name: "vault", endpoint: `unix://${socketPath}` };
  const resources = [{ resources: ["secrets"], providers: [{ kms }, { identity: {} }] }];
  writeFileSync(
    path,
    JSON.stringify({ apiVersion: "apiserver.config.orch.io/v1", kind: "EncryptionConfiguration", resources }),
  );
});

afterEach(async () => {
  await plugin[Symbol.asyncDispose]();
  await engine[Symbol.asyncDispose]();
});

async function start(): Promise<RunningServer> {
  return await startServer({ engine, clock, flags: [`--encryption-provider-config=${path}`] });
}

async function statusOf(server: RunningServer, target: string, body?: object): Promise<number> {
  return (await server.request(target, body ? { body } : {})).status;
}

test("a key service encrypts objects, and a later server reads them with it", async () => {
  const first = await start();
  expect(await statusOf(first, secrets, { metadata: { name: "a" } })).toBe(201);
  await first.close();
  const stored = Buffer.from((await engine.get("/registry/secrets/default/a"))?.value ?? []).toString("latin1");
  expect(stored).toMatch(/^k8s:enc:kms:v2:vault:/);
  await using second = await start();
  expect(await statusOf(second, `${secrets}/a`)).toBe(200);
  expect(plugin.calls).toContain("Decrypt");
});

test("while the key service is down, its check and its resources fail, and others work", async () => {
  const first = await start();
  await statusOf(first, secrets, { metadata: { name: "a" } });
  await first.close();
  await plugin[Symbol.asyncDispose]();
  await using server = await start();
  expect(await statusOf(server, "/readyz/kms-providers")).toBe(500);
  expect(await statusOf(server, "/livez")).toBe(200);
  expect(await statusOf(server, secrets)).toBe(500);
  expect(await statusOf(server, secrets, { metadata: { name: "b" } })).toBe(500);
  expect(await statusOf(server, "/api/v1/namespaces/default/configmaps", { metadata: { name: "b" } })).toBe(201);
  plugin = await KmsPlugin.listen(socketPath);
  await clock.advance(10_001);
  expect(await statusOf(server, "/readyz/kms-providers")).toBe(200);
  expect(await statusOf(server, `${secrets}/a`)).toBe(200);
  expect(await statusOf(server, secrets, { metadata: { name: "b" } })).toBe(201);
});

test("objects that a key service failed to decrypt for a while can be read again without a restart", async () => {
  const first = await start();
  await statusOf(first, secrets, { metadata: { name: "a" } });
  await first.close();
  plugin.behaviour = "rejects-seeds";
  await using server = await start();
  expect(await statusOf(server, secrets)).toBe(500);
  expect(await statusOf(server, `${secrets}/a`)).toBe(500);
  plugin.behaviour = "works";
  await expect
    .poll(async () => {
      await clock.advance(10_000);
      return await statusOf(server, secrets);
    })
    .toBe(200);
  expect(await statusOf(server, `${secrets}/a`)).toBe(200);
});
