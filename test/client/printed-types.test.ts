/** The typed client with types that `orch types` has printed, on a server that serves the custom type. */
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { customResourceDefinition } from "../../src/api/index.ts";
import { startServer } from "../../src/app/server.ts";
import { types } from "../../src/cli/definitions/index.ts";
import { hasCode, type KindNames } from "../../src/client/index.ts";
import type { ApiObject } from "../../src/meta/object-meta.ts";
import { vocabularies } from "../../src/meta/vocabulary.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const definitionFile = join(root, "test/support/definitions/database-cluster.yaml");
const folder = join(root, ".cache/printed-client-types");

beforeAll(() => mkdir(folder, { recursive: true }));
afterAll(() => rm(folder, { recursive: true, force: true }));

interface DatabaseCluster extends ApiObject {
  spec: { engine: string; storage: { size: number | string }; instances?: number };
  status?: { phase?: string };
}

/** Returns the constant of the printed module. `types.test.ts` checks its types, so this test needs only a part of them. */
async function printedKind(): Promise<KindNames<DatabaseCluster>> {
  const file = join(folder, "database.ts");
  const options = { recursive: false, version: undefined, outputFile: file, vocabulary: vocabularies.kubernetes };
  const terminal = { cwd: root, input: noInput(), out: () => undefined, error: () => undefined };
  expect(await types({ ...options, files: [definitionFile] }, terminal)).toBe(0);
  const printed = (await import(pathToFileURL(file).href)) as { databaseCluster: KindNames<DatabaseCluster> };
  return printed.databaseCluster;
}

async function* noInput(): AsyncGenerator<Buffer> {}

test("a program creates, changes, watches and deletes custom objects with the printed constant", async () => {
  const databaseCluster = await printedKind();
  await using server = await startServer({ vocabulary: "kubernetes" });
  const { client } = server;
  const answer = await server.request("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
    headers: { "content-type": "application/yaml" },
    body: await readFile(definitionFile),
  });
  expect(answer.status).toBe(201);
  await answer.text();
  for await (const { object } of client.api(customResourceDefinition).watch()) {
    if (object.status?.conditions?.some(({ type, status }) => type === "Established" && status === "True")) break;
  }

  const clusters = client.api(databaseCluster, "default");
  const spec = { engine: "postgres", storage: { size: "10Gi" } };
  const created = await clusters.create({ metadata: { name: "shop" }, spec });
  expect(created).toMatchObject({ kind: "DatabaseCluster", apiVersion: "db.example.com/v1", spec: { instances: 1 } });
  const updated = await clusters.update({ ...created, spec: { ...created.spec, instances: 3 } });
  await clusters.updateStatus({ ...updated, status: { phase: "Ready" } });
  const applied = await clusters.apply("other", { spec }, { fieldManager: "me" });
  expect(applied.metadata.name).toBe("other");
  const { items } = await clusters.list();
  expect(items.map(({ metadata, status }) => [metadata.name, status?.phase])).toEqual([
    ["other", undefined],
    ["shop", "Ready"],
  ]);
  for await (const { type, object } of clusters.watch({ fieldSelector: "metadata.name=shop" })) {
    expect([type, object.spec.instances]).toEqual(["ADDED", 3]);
    break;
  }
  await clusters.delete("shop");
  await expect(clusters.get("shop")).rejects.toSatisfy((error) => hasCode(error, 404));
});
