import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { secret } from "../../src/api/index.ts";
import { runStorageRewrite } from "../../src/app/offline/run-storage-rewrite.ts";
import type { FaultCode } from "../../src/app/server.ts";
import { rewriteStored } from "../../src/cli/index.ts";
import { CommandStage, type Ran } from "../../src/cli/testing/command-stage.ts";
import { type MemoryEngine, openMemoryEngine } from "../../src/storage/index.ts";
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

const widgetDefinition = {
  metadata: { name: "widgets.example.com" },
  spec: {
    group: "example.com",
    scope: "Namespaced",
    names: { plural: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList" },
    versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
  },
};

/** Writes a configuration that encrypts Secrets and Widgets with the first key. `identity` stands for the provider that does not encrypt. */
function configure(...keys: readonly string[]): void {
  const providers = keys.map((name) =>
    name === "identity"
      ? { identity: {} }
      : { aesgcm: { keys: [{ name, secret: Buffer.alloc(32, name).toString("base64") }] } },
  );
  const resources = [{ resources: ["secrets", "widgets.example.com"], providers }];
  writeFileSync(
    path,
    JSON.stringify({ apiVersion: "apiserver.config.orch.io/v1", kind: "EncryptionConfiguration", resources }),
  );
}

/** Starts a server that encrypts with these keys, on the store of the earlier one. */
async function startWith(...keys: readonly string[]): Promise<void> {
  configure(...keys);
  stage = await CommandStage.open({ engine, flags: [`--encryption-provider-config=${path}`] });
}

async function restartWith(...keys: readonly string[]): Promise<void> {
  await stage[Symbol.asyncDispose]();
  await startWith(...keys);
}

async function keysOfSecrets(): Promise<readonly string[]> {
  const { entries } = await engine.range("/registry/secrets/");
  return entries.map(({ value }) => /^k8s:enc:aesgcm:v1:(\w+):/.exec(Buffer.from(value).toString("latin1"))?.[1] ?? "");
}

function rewrite(...words: readonly string[]): Promise<Ran> {
  return stage.run((context) => rewriteStored({ words, isChosen: () => true }, context));
}

async function createSecrets(count: number, namespace = "default"): Promise<void> {
  for (let index = 0; index < count; index++) {
    await stage.create("secrets", {
      metadata: { name: `s${index}`, namespace },
      stringData: { password: `p${index}` },
    });
  }
}

test("after a rewrite with a new key, all objects are readable without the old key", async () => {
  await startWith("one");
  await stage.create("namespaces", { metadata: { name: "shop" } });
  await createSecrets(3);
  await createSecrets(2, "shop");
  await stage.create("configmaps", { metadata: { name: "plain" }, data: { a: "b" } });
  await restartWith("two", "one");
  const changed = await stage.client.api(secret, "shop").patch("s1", "merge", { stringData: { password: "new" } });
  expect(await keysOfSecrets()).toEqual(["one", "one", "one", "one", "two"]);

  const { code, out, progress } = await rewrite();
  expect(code).toBe(0);
  expect(out).toContain("secret: 4 rewritten, 1 already in the present form\n");
  expect(out).toMatch(/^configmap: 0 rewritten, \d+ already in the present form$/m);
  expect(out).toMatch(/\ntotal: 4 rewritten, \d+ already in the present form\n$/);
  expect(progress).toContain("secret: 5 of 5");
  expect(await keysOfSecrets()).toEqual(["two", "two", "two", "two", "two"]);
  expect((await rewrite("secrets")).out).toBe(
    "secret: 0 rewritten, 5 already in the present form\ntotal: 0 rewritten, 5 already in the present form\n",
  );
  expect((await stage.client.api(secret, "shop").get("s1")).metadata.resourceVersion).toBe(
    changed.metadata.resourceVersion,
  );

  await restartWith("two");
  const { items } = await stage.client.api(secret).list();
  expect(items.map(({ metadata, data }) => [metadata.namespace, metadata.name, data?.["password"]])).toEqual([
    ["default", "s0", "cDA="],
    ["default", "s1", "cDE="],
    ["default", "s2", "cDI="],
    ["shop", "s0", "cDA="],
    ["shop", "s1", "bmV3"],
  ]);
});

test("with a configuration of encryption, only objects of its types are rewritten", async () => {
  await startWith("one");
  await stage.server.define(widgetDefinition);
  await createSecrets(1);
  await stage.create(
    "widgets",
    { apiVersion: "example.com/v1", kind: "Widget", metadata: { name: "w" } },
    "example.com/v1",
  );
  await restartWith("two", "one");
  const options = { words: [], encryptionConfig: path };
  const { code, out } = await stage.run((context) => runStorageRewrite(options, context));
  expect([code, out]).toEqual([
    0,
    "secret: 1 rewritten, 0 already in the present form\n" +
      "widget.example.com: 1 rewritten, 0 already in the present form\n" +
      "total: 2 rewritten, 0 already in the present form\n",
  ]);
  await restartWith("two");
  const widgets = await stage.server.request("/apis/example.com/v1/widgets");
  expect(await widgets.json()).toMatchObject({ items: [{ metadata: { name: "w" } }] });
});

test("a configuration in the names of the other vocabulary is read without a flag", async () => {
  await startWith("one");
  await createSecrets(1);
  await restartWith("two", "one");
  const other = readFileSync(path, "utf8").replace("apiserver.config.orch.io", "apiserver.config.k8s.io");
  writeFileSync(path, other);
  const options = { words: [], encryptionConfig: path };
  const { code, out } = await stage.run((context) => runStorageRewrite(options, context));
  expect([code, out.split("\n")[0]]).toEqual([0, "secret: 1 rewritten, 0 already in the present form"]);
});

test("a configuration that cannot be used is an error", async () => {
  await startWith("one");
  writeFileSync(path, "kind: x");
  const run = stage.run((context) => runStorageRewrite({ words: [], encryptionConfig: path }, context));
  await expect(run).rejects.toThrow(`--encryption-provider-config: error while parsing file: error decoding`);
});

test("objects can be decrypted for good, if identity is the first provider", async () => {
  await startWith("one");
  await createSecrets(2);
  await restartWith("identity", "one");
  expect((await rewrite("secrets")).code).toBe(0);
  expect(await keysOfSecrets()).toEqual(["", ""]);
});

function fail(error: FaultCode, name: string, times = 1000): void {
  stage.server.faults.add({ verb: "patch", resource: "secrets", name, error, times });
}

test("conflicts are repeated, deletions in between are counted, and failures do not stop the command", async () => {
  await startWith("one");
  await createSecrets(5);
  await restartWith("two", "one");
  fail(409, "s0", 4);
  fail(409, "s1", 5);
  fail(404, "s2");
  fail(403, "s3");
  const { code, out, error } = await rewrite("secrets");
  expect(code).toBe(1);
  expect(out).toContain("secret: 2 rewritten, 0 already in the present form, 1 deleted meanwhile, 2 failures\n");
  expect(error).toMatch(/^error: secret\/s1 in namespace default: .*the object has been modified/m);
  expect(error).toMatch(/^error: secret\/s3 in namespace default: .*forbidden/m);
  expect(await keysOfSecrets()).toEqual(["two", "one", "one", "one", "two"]);
});

test("at most 20 failures of a type are printed", async () => {
  await startWith("one");
  await createSecrets(23);
  stage.server.faults.add({ verb: "patch", resource: "secrets", error: 403 });
  const { out, error } = await rewrite("secrets");
  expect(error.match(/^error: /gm)).toHaveLength(20);
  expect(error).toContain("secret: 3 other failures are not shown\n");
  expect(out).toContain("23 failures\n");
});

test("an unreadable object is a failure of its namespace, and objects of other namespaces are rewritten", async () => {
  await startWith("one");
  await stage.create("namespaces", { metadata: { name: "shop" } });
  await createSecrets(1);
  await createSecrets(1, "shop");
  const key = "/registry/secrets/shop/s0";
  await engine.put(key, Buffer.from("k8s:enc:aesgcm:v1:lost:x"), (await engine.get(key))?.revision ?? 0);
  await restartWith("two", "one");
  const { code, out, error } = await rewrite("secrets");
  expect(code).toBe(1);
  expect(out).toContain("secret: 1 rewritten, 0 already in the present form, 1 failure\n");
  expect(error).toContain("error: secret in namespace shop: failed to read one or more secrets from the storage");
});

test("an interrupted rewrite can be repeated", async () => {
  await startWith("one");
  await createSecrets(40);
  await restartWith("two", "one");
  const interrupt = new AbortController();
  const interrupted = stage.run(
    (context) => {
      const progress = (text: string): void => {
        if (text === "secret: 5 of 40") interrupt.abort(new Error("interrupted"));
      };
      return rewriteStored(
        { words: ["secrets"], isChosen: () => true },
        { ...context, terminal: { ...context.terminal, progress } },
      );
    },
    { signal: interrupt.signal },
  );
  await expect(interrupted).rejects.toThrow("interrupted");
  const { code, out } = await rewrite("secrets");
  expect(code).toBe(0);
  const [, rewritten = "", current = ""] = /^secret: (\d+) rewritten, (\d+) already/.exec(out) ?? [];
  expect(Number(rewritten) + Number(current)).toBe(40);
  expect(Number(current)).toBeGreaterThanOrEqual(5);
  expect(new Set(await keysOfSecrets())).toEqual(new Set(["two"]));
});

test("Events, which two groups serve, are counted once", async () => {
  await startWith("one");
  const reference = { kind: "Pod", name: "p", namespace: "default" };
  await stage.create("events", { metadata: { name: "e" }, involvedObject: reference, reason: "R", message: "m" });
  const { out } = await rewrite();
  expect(out.match(/^event.*$/gm)).toEqual(["event: 0 rewritten, 1 already in the present form"]);
});

test.each([
  ["secrets/a", "secrets/a names an object; rewrite takes only types"],
  ["componentstatuses", "componentstatus is not stored, or cannot be listed and patched"],
  ["secretz", 'the server has no type "secretz"; did you mean secrets?'],
])("orch storage rewrite %s is rejected", async (word, message) => {
  await startWith("one");
  await expect(rewrite(word)).rejects.toThrow(message);
});
