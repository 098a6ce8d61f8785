import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runBackup } from "../../src/app/offline/backup/run-backup.ts";
import { runRestore } from "../../src/app/offline/backup/run-restore.ts";
import { checkEncryption } from "../../src/app/offline/check-encryption.ts";
import { CommandStage, type Ran } from "../../src/cli/testing/command-stage.ts";
import { KmsPlugin } from "../../src/encryption/kms/testing/kms-plugin.ts";
import { type Engine, type MemoryEngine, openMemoryEngine } from "../../src/storage/index.ts";
import { openLmdbEngine } from "../../src/storage/lmdb/index.ts";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";

const directory = new TemporaryDirectory();
const path = join(directory.path, "encryption.yaml");

let engine: MemoryEngine;
let stage: CommandStage;

beforeEach(() => {
  engine = openMemoryEngine();
});

afterEach(async () => {
  await stage[Symbol.asyncDispose]();
  await engine[Symbol.asyncDispose]();
});

/** Writes a configuration that encrypts Secrets with the first key of the first provider. */
function configure(...providers: readonly object[]): void {
  const resources = [{ resources: ["secrets"], providers }];
  writeFileSync(
    path,
    JSON.stringify({ apiVersion: "apiserver.config.orch.io/v1", kind: "EncryptionConfiguration", resources }),
  );
}

function keyed(provider: string, ...names: readonly string[]): object {
  return { [provider]: { keys: names.map((name) => ({ name, secret: Buffer.alloc(32, name).toString("base64") })) } };
}

const identity = { identity: {} };

async function createSecret(name: string): Promise<void> {
  await stage.create("secrets", { metadata: { name }, stringData: { password: "hidden" } });
}

/** Checks the store of the server with the present configuration file. */
async function check(): Promise<Ran> {
  const store = {
    dataDir: directory.path,
    isServerNamed: true,
    etcd: undefined,
    keyPrefix: "/registry",
    vocabulary: "orch" as const,
  };
  return await stage.run((context) => checkEncryption({ ...store, encryptionConfig: path }, context));
}

/** Returns the lines about Secrets, which are the encrypted ones. */
function linesOf({ out }: Ran): readonly string[] {
  return out.split("\n").filter((line) => !line.startsWith("not encrypted") && line !== "");
}

async function start(...providers: readonly object[]): Promise<void> {
  configure(...providers);
  stage = await CommandStage.open({ engine, flags: [`--encryption-provider-config=${path}`] });
}

test("orch storage check decrypts the objects of a running server, and counts those of each key", async () => {
  await start(keyed("aesgcm", "one"));
  await createSecret("a");
  await createSecret("b");
  const fine = await check();
  expect(fine.code).toBe(0);
  expect(linesOf(fine)).toEqual(["aesgcm, key one: 2 objects", expect.stringMatching(/^\d+ objects, 0 cannot be/)]);
  configure(keyed("aesgcm", "two", "one"));
  expect(linesOf(await check())[0]).toBe("aesgcm, key one: 2 objects, 2 to be rewritten");
  configure(keyed("aescbc", "one"));
  const { code, out } = await check();
  expect(code).toBe(1);
  expect(out.split("\n").slice(0, 3)).toEqual([
    "/registry/secrets/default/a: no matching prefix found (aesgcm, key one)",
    "/registry/secrets/default/b: no matching prefix found (aesgcm, key one)",
    "aesgcm, key one: 2 objects, 2 cannot be decrypted",
  ]);
  expect(out).toMatch(/\n\d+ objects, 2 cannot be decrypted\n$/);
});

test("values that were changed, moved or written by unknown providers are named with their provider", async () => {
  await start(keyed("secretbox", "box"), identity);
  await createSecret("a");
  const key = "/registry/secrets/default/a";
  const value = Buffer.from((await engine.get(key))?.value ?? []);
  value.writeUInt8(value.readUInt8(value.length - 1) ^ 1, value.length - 1);
  const put = (name: string, bytes: Uint8Array): Promise<number> =>
    engine.put(`/registry/secrets/default/${name}`, bytes, 0);
  await put("changed", value);
  await put("foreign", Buffer.from("k8s:enc:future:v9:x:y"));
  await put("strange", Buffer.from("k8s:enc:\u001b[31m"));
  await put("kms", Buffer.from("k8s:enc:kms:v2:vault:x"));
  const { code, out } = await check();
  expect(code).toBe(1);
  expect(out).not.toContain("\u001b");
  expect(out.split("\n").slice(0, 4)).toEqual([
    expect.stringMatching(/^\/registry\/secrets\/default\/changed: .+ \(secretbox, key box\)$/),
    "/registry/secrets/default/foreign: no matching prefix found (future, key x)",
    "/registry/secrets/default/kms: no matching prefix found (kms v2, key service vault)",
    "/registry/secrets/default/strange: no matching prefix found (an unknown provider)",
  ]);
});

test("at most 100 objects are printed, and all are counted", async () => {
  await start(keyed("aesgcm", "one"));
  for (let index = 0; index < 130; index++) {
    const name = `/registry/secrets/default/s${index}`;
    await engine.put(name, Buffer.from(`k8s:enc:aesgcm:v1:key${index}:x`), 0);
  }
  const { out } = await check();
  expect(out.match(/^\/registry\/secrets/gm)).toHaveLength(100);
  expect(out).toContain("\n30 other objects cannot be decrypted\n");
  expect(out.match(/^aesgcm, key/gm)?.length).toBeLessThanOrEqual(100);
  expect(out).toMatch(/^other keys: \d+ objects, \d+ cannot be decrypted$/m);
  expect(out).toMatch(/\n\d+ objects, 130 cannot be decrypted\n$/);
});

test("values of a key service are checked with it, and cannot be decrypted without it", async () => {
  const socket = join(directory.path, "kms.sock");
  const kms = { kms: { apiVersion: "v2", name: "vault", endpoint: `unix://${socket}`, timeout: "300ms" } };
  {
    await using _plugin = await KmsPlugin.listen(socket);
    await start(kms);
    await createSecret("a");
    const { code, out } = await check();
    expect([code, out.split("\n")[0]]).toEqual([0, "kms v2, key service vault: 1 objects"]);
  }
  const { code, out, error } = await check();
  expect(code).toBe(1);
  expect(error).toMatch(
    /^warning: a key service cannot be used: kms-provider-0: rpc error: code = Unavailable .*kms\.sock/,
  );
  expect(out).toContain("/registry/secrets/default/a: got unexpected nil transformer (kms v2, key service vault)\n");
});

test("a configuration that is missing or cannot be used is an error", async () => {
  await start(keyed("aesgcm", "one"));
  writeFileSync(path, "kind: x");
  await expect(check()).rejects.toThrow("--encryption-provider-config: error while parsing file: error decoding");
});

test("a backup of a server in a process keeps encrypted values, and a restored store needs the same keys", async () => {
  await start(keyed("aesgcm", "one"));
  await createSecret("a");
  const file = join(stage.folder.path, "a.backup");
  const dataDir = join(stage.folder.path, "restored");
  const store = {
    dataDir,
    isServerNamed: true,
    etcd: undefined,
    keyPrefix: "/registry",
    vocabulary: "orch" as const,
  };
  const writing = { ...store, action: "write" as const, file, overwrite: false, includeKeys: false };
  await stage.run((context) => runBackup(writing, context));
  const verify = (): Promise<Ran> =>
    stage.run((context) => runBackup({ action: "verify", file, encryptionConfig: path }, context));
  expect(await verify()).toMatchObject({ code: 0, out: expect.stringMatching(/^aesgcm, key one: 1 objects$/m) });
  configure(keyed("aesgcm", "two"));
  expect(await verify()).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^\/registry\/secrets\/default\/a: no matching key was found .* \(aesgcm, key one\)$/m),
  });
  configure(keyed("aesgcm", "one"));
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, "cluster.json"), '{"format":1,"vocabulary":"orch","uid":"u","hasStore":false}');
  const restoring = { file, dataDir, etcd: undefined, keyPrefix: "/registry", force: false } as const;
  const rest = { otherCluster: true, revisionMargin: undefined, dryRun: false } as const;
  await stage.run((context) => runRestore({ ...restoring, ...rest }, context));
  await using restored: Engine = await openLmdbEngine({
    path: join(dataDir, "store"),
    identity: { vocabulary: "orch" },
  });
  const stored = await restored.get("/registry/secrets/default/a");
  expect(Buffer.from(stored?.value ?? []).toString("latin1")).toMatch(/^k8s:enc:aesgcm:v1:one:/);
  await using copy = await CommandStage.open({ engine: restored, flags: [`--encryption-provider-config=${path}`] });
  const answer = await copy.server.request("/api/v1/namespaces/default/secrets/a");
  expect(await answer.json()).toMatchObject({ data: { password: "aGlkZGVu" } });
});
