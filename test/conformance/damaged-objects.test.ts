/** Responses for objects whose stored value is damaged. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startServer } from "../../src/app/server.ts";
import { openLmdbEngine } from "../../src/storage/lmdb/index.ts";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { createMap, createNamespace } from "../support/config-maps.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { eventually } from "../support/until.ts";
import { deleteObject, isGone } from "../support/writes.ts";

const maps = "/api/v1/namespaces/shop/configmaps";
const key = "/registry/configmaps/shop/bad";
const identity = { vocabulary: "orch" };

let directory: TemporaryDirectory;
beforeEach(() => {
  directory = new TemporaryDirectory();
});
afterEach(() => directory[Symbol.dispose]());

const start = (controllers: readonly string[] = []): Promise<TestServer> =>
  startTestServer({ engine: { lmdb: directory.path }, controllers });

async function writeObjects(): Promise<void> {
  await using running = await start();
  await createNamespace(running.client, "shop");
  for (const name of ["bad", "good"])
    await createMap(running.client, name, { namespace: "shop", data: { mark: `mark of ${name}` } });
  await createMap(running.client, "elsewhere");
}

/** Changes the object's value in the file without updating its checksum. */
async function breakChecksum(): Promise<void> {
  const file = join(directory.path, "data.mdb");
  const bytes = readFileSync(file);
  for (let at = bytes.indexOf("mark of bad"); at >= 0; at = bytes.indexOf("mark of bad", at + 1)) bytes.write("M", at);
  writeFileSync(file, bytes);
}

/** Returns a function that stores a value with a valid checksum that is not an object. */
function storeInstead(value: string): () => Promise<void> {
  return async () => {
    await using engine = await openLmdbEngine({ path: directory.path, identity });
    const entry = await engine.get(key);
    await engine.put(key, Buffer.from(value), entry?.revision ?? 0);
  };
}

async function removeDamaged(): Promise<void> {
  await using engine = await openLmdbEngine({ path: directory.path, identity, mustExist: true });
  await engine.removeDamaged(key);
}

describe.each([
  ["a wrong checksum", breakChecksum],
  ["a value that is no JSON", storeInstead("garbage")],
  ["a value that is cut off", storeInstead('{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"bad"')],
  ["a value that is no object", storeInstead("[]")],
])("an object with %s", (_, damage) => {
  test("a damaged object is reported, and the server stays ready and can read all other objects", async () => {
    await writeObjects();
    await damage();
    await using running = await start();
    const { client } = running;
    const list = await client.request(maps);
    expect(list.json).toMatchObject({
      code: 500,
      reason: "StorageReadError",
      message: "failed to read one or more configmaps from the storage",
      details: { name: "list", kind: "configmaps", causes: [{ reason: "UnexpectedServerResponse", field: key }] },
    });
    expect((await client.request("/api/v1/configmaps")).json.reason).toBe("StorageReadError");
    expect(await client.request("/readyz")).toMatchObject({ status: 200, text: "ok" });
    const verbose = await client.request("/readyz?verbose");
    expect(verbose.status).toBe(200);
    expect(verbose.text).toContain("[!]stored-objects failed");
    expect((await client.request("/readyz/stored-objects")).status).toBe(500);
    const metrics = (await client.request("/metrics")).text;
    expect(metrics).toContain('apiserver_storage_damaged_objects{prefix="/registry/configmaps"} 1');
    expect((await client.request(`${maps}/good`)).json.data).toEqual({ mark: "mark of good" });
    expect((await client.request("/api/v1/namespaces/default/configmaps")).json.items).toHaveLength(1);
    expect((await client.request("/api/v1/namespaces")).status).toBe(200);
  });

  test("a damaged object cannot be read, changed or deleted, not even with the option of the disabled feature", async () => {
    await writeObjects();
    await damage();
    await using running = await start();
    const { client } = running;
    const path = `${maps}/bad`;
    const unsafe = "?ignoreStoreReadErrorWithClusterBreakingPotential=true";
    const body = { kind: "ConfigMap", apiVersion: "v1", metadata: { name: "bad" } };
    expect((await client.request(path)).status).toBe(500);
    expect((await client.request(path, { method: "PUT", body })).status).toBe(500);
    expect((await client.request(path, { method: "DELETE" })).status).toBe(500);
    expect((await client.request(path + unsafe, { method: "DELETE" })).status).toBe(500);
    expect((await client.request(maps, { method: "DELETE" })).status).toBe(500);
    expect((await client.request(maps, { body })).json).toMatchObject({ code: 409, reason: "AlreadyExists" });
    // As in the reference, the option has no effect on an object that can be read.
    expect((await client.request(`${maps}/good${unsafe}`, { method: "DELETE" })).status).toBe(200);
  });
});

test("a terminating namespace with a damaged object is deleted once the object is removed from the store", async () => {
  await writeObjects();
  await breakChecksum();
  {
    await using running = await start(["namespace-controller"]);
    await deleteObject(running.client, "/api/v1/namespaces/shop");
    const isStuck = async (): Promise<boolean> => {
      const { status } = (await running.client.request("/api/v1/namespaces/shop")).json;
      expect(status.phase).toBe("Terminating");
      return status.conditions?.some(
        (condition: { readonly type: string; readonly status: string }) =>
          condition.type === "NamespaceDeletionContentFailure" && condition.status === "True",
      );
    };
    await eventually(isStuck, "the namespace reports that its content could not be deleted");
  }
  await removeDamaged();
  await using running = await start(["namespace-controller"]);
  await createNamespace(running.client, "other");
  await eventually(() => isGone(running.client, "/api/v1/namespaces/shop"), "the namespace is gone");
  expect((await running.client.request("/readyz?verbose")).text).toContain("[+]stored-objects ok");
});

test("a server does not start if the data file of its store is missing", async () => {
  await writeObjects();
  rmSync(join(directory.path, "data.mdb"));
  await expect(startServer({ engine: { lmdb: directory.path } })).rejects.toThrow("data.mdb is missing, although");
});
