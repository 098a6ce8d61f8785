import { describe, expect, test } from "vitest";
import { createMap, createNamespace } from "../support/config-maps.ts";
import { startTestServer } from "../support/test-server.ts";
import { createObject, deleteObject, getObject, isGone, patch, put } from "../support/writes.ts";

const namespaces = "/api/v1/namespaces";
const shop = `${namespaces}/shop`;
const shopMaps = `${shop}/configmaps`;

test("a deleted Namespace is terminating until its content and its finalizer are removed", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const made = await createObject(client, namespaces, { metadata: { name: "shop" } });
  expect(made).toMatchObject({ spec: { finalizers: ["orch"] }, status: { phase: "Active" } });
  await using events = await client.watch(
    `${namespaces}?watch=1&fieldSelector=metadata.name%3Dshop&resourceVersion=${made.metadata.resourceVersion}`,
  );
  const marked = await deleteObject(client, shop);
  expect(marked.status).toBe(200);
  expect(marked.json).toMatchObject({
    kind: "Namespace",
    metadata: { name: "shop", deletionTimestamp: "2025-01-01T00:00:00Z" },
    spec: { finalizers: ["orch"] },
    status: { phase: "Terminating" },
  });
  expect(await getObject(client, shop)).toEqual(marked.json);
  expect((await deleteObject(client, shop)).json).toEqual(marked.json);

  const finalized = await put(client, `${shop}/finalize`, { ...marked.json, spec: { finalizers: [] } });
  expect(finalized.status).toBe(200);
  expect(await isGone(client, shop)).toBe(true);
  const seen = await events.take(2);
  expect(seen.map(({ type, object }) => `${type} ${object.status.phase}`)).toEqual([
    "MODIFIED Terminating",
    "DELETED Terminating",
  ]);
  await createObject(client, namespaces, { metadata: { name: "shop" } });
});

describe("requests in a terminating Namespace", () => {
  test("a create in a terminating Namespace is rejected", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createNamespace(client, "shop");
    await deleteObject(client, shop);
    const refused = await client.request(shopMaps, { body: { metadata: { name: "late" } } });
    expect(refused.status).toBe(403);
    expect(refused.json).toMatchObject({
      reason: "Forbidden",
      message:
        'configmaps "late" is forbidden: unable to create new content in namespace shop because it is being terminated',
      details: {
        name: "late",
        kind: "configmaps",
        causes: [
          {
            reason: "NamespaceTerminating",
            message: "namespace shop is being terminated",
            field: "metadata.namespace",
          },
        ],
      },
    });
    const generated = await client.request(shopMaps, { body: { metadata: { generateName: "late-" } } });
    expect(generated.status).toBe(403);
    const leases = "/apis/coordination.orch.io/v1/namespaces/shop/leases";
    expect((await put(client, `${leases}/late`, { metadata: { name: "late" }, spec: {} })).status).toBe(403);
    expect((await getObject(client, shopMaps)).items).toEqual([]);
    expect((await getObject(client, leases)).items).toEqual([]);
  });

  test("existing objects of a terminating Namespace can be read, changed and deleted", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createNamespace(client, "shop");
    await createMap(client, "a", { namespace: "shop" });
    await deleteObject(client, shop);
    expect((await patch(client, `${shopMaps}/a`, "merge", { data: { x: "1" } })).status).toBe(200);
    expect((await getObject(client, `${shopMaps}/a`)).data).toEqual({ x: "1" });
    expect((await deleteObject(client, shopMaps)).status).toBe(200);
    expect((await getObject(client, shopMaps)).items).toEqual([]);
  });
});

test("a terminating Namespace waits for metadata.finalizers and spec.finalizers, in either order", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const finalizers = ["example.com/wait"];
  for (const name of ["shop", "mall"]) await createObject(client, namespaces, { metadata: { name, finalizers } });
  const finalize = async (name: string): Promise<number> => {
    const now = await getObject(client, `${namespaces}/${name}`);
    return (await put(client, `${namespaces}/${name}/finalize`, { ...now, spec: {} })).status;
  };
  const free = async (name: string): Promise<number> =>
    (await patch(client, `${namespaces}/${name}`, "merge", { metadata: { finalizers: null } })).status;

  for (const name of ["shop", "mall"]) await deleteObject(client, `${namespaces}/${name}`);
  expect(await finalize("shop")).toBe(200);
  expect((await getObject(client, shop)).metadata.finalizers).toEqual(finalizers);
  expect(await free("shop")).toBe(200);
  expect(await isGone(client, shop)).toBe(true);

  expect(await free("mall")).toBe(200);
  expect((await getObject(client, `${namespaces}/mall`)).spec.finalizers).toEqual(["orch"]);
  expect(await finalize("mall")).toBe(200);
  expect(await isGone(client, `${namespaces}/mall`)).toBe(true);
});

test("only the finalize subresource changes spec.finalizers, and a second deletion removes a Namespace without any", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const made = await createObject(client, namespaces, { metadata: { name: "shop" } });
  await patch(client, shop, "merge", { spec: { finalizers: [] } });
  await put(client, shop, { metadata: { name: "shop" }, spec: { finalizers: ["example.com/other"] } });
  // The server ignores the sent finalizers, but records the field manager. Nothing else is written.
  const asked = await getObject(client, shop);
  expect([asked.spec, asked.status]).toEqual([made.spec, made.status]);
  const finalized = await put(client, `${shop}/finalize`, { ...asked, spec: {} });
  expect(finalized.json).toMatchObject({ spec: {}, status: { phase: "Active" } });
  expect(await getObject(client, shop)).toEqual(finalized.json);
  expect((await put(client, `${shop}/finalize`, asked)).status).toBe(409);
  // As in the reference, the first deletion only marks the Namespace.
  expect((await deleteObject(client, shop)).json.status).toEqual({ phase: "Terminating" });
  expect(await isGone(client, shop)).toBe(false);
  expect((await deleteObject(client, shop)).status).toBe(200);
  expect(await isGone(client, shop)).toBe(true);
});

test("a dry run of a deletion does not terminate a Namespace", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const made = await createObject(client, namespaces, { metadata: { name: "shop" } });
  const dry = await deleteObject(client, shop, { dryRun: ["All"] });
  expect(dry.json.status).toEqual({ phase: "Terminating" });
  expect(await getObject(client, shop)).toEqual(made);
  await createMap(client, "a", { namespace: "shop" });
});

test.each(["default", "orch-system", "orch-public"])("a deletion of the Namespace %s is rejected", async (name) => {
  await using running = await startTestServer();
  const refused = await deleteObject(running.client, `${namespaces}/${name}`);
  expect(refused.status).toBe(403);
  expect(refused.json).toMatchObject({
    reason: "Forbidden",
    message: `namespaces "${name}" is forbidden: this namespace may not be deleted`,
  });
  expect(await getObject(running.client, `${namespaces}/${name}`)).toMatchObject({ status: { phase: "Active" } });
});
