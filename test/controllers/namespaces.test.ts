/** Tests of the deletion of namespaces, on a server with controllers. */
import { describe, expect, test } from "vitest";
import { createMap, createNamespace } from "../support/config-maps.ts";
import { oneOfEach } from "../support/one-of-each.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { KeptStore } from "../support/test-store.ts";
import { eventually } from "../support/until.ts";
import { createObject, deleteObject, getObject, isGone, patch } from "../support/writes.ts";

const shop = "/api/v1/namespaces/shop";
const start = (flags: readonly string[] = []): Promise<TestServer> =>
  startTestServer({ controllers: ["namespace-controller"], flags });
const pod = { metadata: { name: "worker" }, spec: { nodeName: "n", containers: [{ name: "c", image: "i" }] } };

/** Returns the messages of the conditions that are true, by type. */
async function complaints({ client }: TestServer, path = shop): Promise<Record<string, string>> {
  const { json } = await client.request(path);
  const conditions: { type: string; status: string; message: string }[] = json.status?.conditions ?? [];
  const found = conditions.filter(({ status }) => status === "True").map(({ type, message }) => [type, message]);
  return Object.fromEntries(found);
}

test("[OBJ-05] deleting a namespace deletes all objects in it, and no others", async () => {
  await using running = await start();
  const { client } = running;
  await createNamespace(client, "shop");
  const samples = oneOfEach.filter(
    ({ collection, kind }) => collection.includes("/namespaces/default/") && kind !== "Event",
  );
  const paths: string[] = [];
  for (const { collection, body } of samples) {
    const { name } = body.metadata;
    const there = collection.replace("/namespaces/default/", "/namespaces/shop/");
    const text = JSON.stringify(body).replaceAll('"namespace":"default"', '"namespace":"shop"');
    await createObject(client, there, JSON.parse(text));
    paths.push(`${there}/${name}`);
  }
  expect(paths.length).toBeGreaterThan(20);
  await createMap(client, "stays");
  await deleteObject(client, shop);
  await eventually(() => isGone(client, shop), "the namespace is gone");
  for (const path of paths) expect([path, await isGone(client, path)]).toEqual([path, true]);
  expect(await isGone(client, "/api/v1/namespaces/default/configmaps/stays")).toBe(false);
  // A new namespace with the same name does not contain the deleted objects.
  await createNamespace(client, "shop");
  for (const path of paths) expect([path, await isGone(client, path)]).toEqual([path, true]);
});

describe("content and finalizers of a namespace", () => {
  test("the conditions report what keeps a namespace, which is removed as soon as the last object was deleted", async () => {
    await using running = await start();
    const { client } = running;
    await createNamespace(client, "shop");
    await createMap(client, "plain", { namespace: "shop" });
    const withFinalizer = { metadata: { name: "held", finalizers: ["example.com/slow"] } };
    await createObject(client, `${shop}/configmaps`, withFinalizer);
    await createObject(client, `${shop}/secrets`, withFinalizer);
    await deleteObject(client, shop);
    const expected = {
      NamespaceContentRemaining:
        "Some resources are remaining: configmaps. has 1 resource instances, secrets. has 1 resource instances",
      NamespaceFinalizersRemaining:
        "Some content in the namespace has finalizers remaining: example.com/slow in 2 resource instances",
    };
    await eventually(async () => Object.keys(await complaints(running)).length === 2, "conditions");
    expect(await complaints(running)).toEqual(expected);
    expect(await isGone(client, `${shop}/configmaps/plain`)).toBe(true);
    const { json } = await client.request(shop);
    expect(
      json.status.conditions.map(({ type, status, reason }: Record<string, string>) => [type, status, reason]),
    ).toEqual([
      ["NamespaceDeletionDiscoveryFailure", "False", "ResourcesDiscovered"],
      ["NamespaceDeletionGroupVersionParsingFailure", "False", "ParsedGroupVersions"],
      ["NamespaceDeletionContentFailure", "False", "ContentDeleted"],
      ["NamespaceContentRemaining", "True", "SomeResourcesRemain"],
      ["NamespaceFinalizersRemaining", "True", "SomeFinalizersRemain"],
    ]);
    await patch(client, `${shop}/secrets/held`, "merge", { metadata: { finalizers: null } });
    // While objects are left, the controller checks again after half of the estimated time of finalizers.
    await running.clock.advance(8000);
    await eventually(async () => !JSON.stringify(await complaints(running)).includes("secrets"), "one is left");
    await patch(client, `${shop}/configmaps/held`, "merge", { metadata: { finalizers: null } });
    // The clock does not advance: the deletion itself triggers the check.
    await eventually(() => isGone(client, shop), "the namespace is gone");
  });

  test("a finalizer of the namespace itself does not delay the deletion of its content", async () => {
    await using running = await start();
    const { client } = running;
    await createObject(client, "/api/v1/namespaces", { metadata: { name: "shop", finalizers: ["example.com/own"] } });
    await createMap(client, "a", { namespace: "shop" });
    await deleteObject(client, shop);
    await eventually(async () => (await getObject(client, shop)).spec.finalizers === undefined, "it is finalized");
    expect(await isGone(client, `${shop}/configmaps/a`)).toBe(true);
    await patch(client, shop, "merge", { metadata: { finalizers: null } });
    expect(await isGone(client, shop)).toBe(true);
  });
});

test("a Pod that does not end keeps the namespace, but not the other objects in it", async () => {
  await using running = await start();
  const { client } = running;
  await createNamespace(client, "shop");
  await createObject(client, `${shop}/pods`, pod);
  await createMap(client, "a", { namespace: "shop" });
  await deleteObject(client, shop);
  await eventually(async () => Object.keys(await complaints(running)).length > 0, "conditions");
  expect(await complaints(running)).toEqual({
    NamespaceContentRemaining: "Some resources are remaining: pods. has 1 resource instances",
  });
  const finalizers = (await getObject(client, shop)).status.conditions.at(-1);
  expect(finalizers).toMatchObject({
    type: "NamespaceFinalizersRemaining",
    status: "False",
    reason: "ContentHasNoFinalizers",
    message: "All content-preserving finalizers finished",
  });
  const { metadata } = await getObject(client, `${shop}/pods/worker`);
  expect(metadata).toMatchObject({ deletionGracePeriodSeconds: 30, deletionTimestamp: "2025-01-01T00:00:30Z" });
  expect(await isGone(client, `${shop}/configmaps/a`)).toBe(true);
});

test("with the feature gate OrderedNamespaceDeletion, Pods end before other objects are deleted", async () => {
  await using running = await start(["--feature-gates=OrderedNamespaceDeletion=true"]);
  const { client } = running;
  await createNamespace(client, "shop");
  await createObject(client, `${shop}/pods`, pod);
  await createMap(client, "needed", { namespace: "shop" });
  await deleteObject(client, shop);
  await eventually(async () => Object.keys(await complaints(running)).length > 0, "conditions");
  expect(await complaints(running)).toEqual({
    NamespaceContentRemaining: "Some resources are remaining: pods. has 1 resource instances",
  });
  const { metadata } = await getObject(client, `${shop}/pods/worker`);
  expect(metadata).toMatchObject({ deletionGracePeriodSeconds: 30, deletionTimestamp: "2025-01-01T00:00:30Z" });
  expect(await isGone(client, `${shop}/configmaps/needed`)).toBe(false);
  await deleteObject(client, `${shop}/pods/worker`, { gracePeriodSeconds: 0 });
  await eventually(() => isGone(client, shop), "the namespace is gone");
});

describe("failures of the namespace controller", () => {
  test("a type that cannot be deleted is reported, and the objects of other types are deleted", async () => {
    await using running = await start();
    const { client, server, clock } = running;
    await createNamespace(client, "shop");
    await createMap(client, "a", { namespace: "shop" });
    await createObject(client, `${shop}/secrets`, { metadata: { name: "b" } });
    const fault = server.faults.add({ verb: "deletecollection", resource: "secrets", error: 500, controllers: true });
    await deleteObject(client, shop);
    await eventually(async () => "NamespaceDeletionContentFailure" in (await complaints(running)), "a complaint");
    expect(await complaints(running)).toEqual({
      NamespaceDeletionContentFailure: expect.stringMatching(
        /^Failed to delete all resource types, 1 remaining: Internal error occurred: .*fault injected by a test/,
      ),
    });
    expect(await isGone(client, `${shop}/configmaps/a`)).toBe(true);
    fault.remove();
    await eventually(async () => {
      await clock.advance(1000);
      return await isGone(client, shop);
    }, "the namespace is gone");
  });

  test("the controller recovers from conflicts, rejected lists and lost watches", async () => {
    await using running = await start();
    const { client, server, clock } = running;
    await createNamespace(client, "shop");
    for (let i = 0; i < 20; i++) await createMap(client, `m${i}`, { namespace: "shop" });
    const controllers = true;
    server.faults.add({ verb: "update", resource: "namespaces/status", error: 409, times: 3, controllers });
    server.faults.add({ verb: "update", resource: "namespaces/finalize", error: 409, times: 3, controllers });
    server.faults.add({ verb: "list", resource: "configmaps", error: 503, times: 3, controllers });
    server.faults.add({ verb: "watch", resource: "*", dropWatch: true, times: 30, controllers });
    await deleteObject(client, shop);
    await eventually(async () => {
      await clock.advance(1000);
      return await isGone(client, shop);
    }, "the namespace is gone");
  });

  test("controllers delete the content of a namespace whose deletion began before they started", async () => {
    await using store = new KeptStore();
    {
      await using first = await startTestServer({ store });
      await createNamespace(first.client, "shop");
      await createMap(first.client, "a", { namespace: "shop" });
      await deleteObject(first.client, shop);
    }
    await using second = await startTestServer({ controllers: ["namespace-controller"], store });
    expect(await isGone(second.client, `${shop}/configmaps/a`)).toBe(false);
    // The controllers start after the first write.
    await createMap(second.client, "begin");
    await eventually(() => isGone(second.client, shop), "the namespace is gone");
  });
});

test("a hundred namespaces are deleted at once", { timeout: 60_000 }, async () => {
  await using running = await start();
  const { client } = running;
  const names = Array.from({ length: 100 }, (_, index) => `n${index}`);
  for (const name of names) {
    await createNamespace(client, name);
    await createMap(client, "a", { namespace: name });
  }
  await Promise.all(names.map((name) => deleteObject(client, `/api/v1/namespaces/${name}`)));
  const countObjects = async (): Promise<number> => {
    const { json } = await client.request("/api/v1/namespaces");
    return json.items.filter(({ metadata }: { metadata: { name: string } }) => names.includes(metadata.name)).length;
  };
  await eventually(async () => (await countObjects()) === 0, "all are gone");
  const { json } = await client.request("/api/v1/configmaps");
  expect(json.items).toEqual([]);
});
