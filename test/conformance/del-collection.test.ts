import { describe, expect, test } from "vitest";
import { createMap, createNamespace, mapsPath, namesOf } from "../support/config-maps.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { createObject, deleteObject, getObject } from "../support/writes.ts";

const pods = "/api/v1/namespaces/default/pods";

async function namesIn({ client }: TestServer, collection: string): Promise<string[]> {
  return namesOf(await client.request(collection));
}

async function withColours({ client }: TestServer): Promise<void> {
  await createMap(client, "a", { labels: { colour: "red", size: "1" } });
  await createMap(client, "b", { labels: { colour: "blue" } });
  await createMap(client, "c", { labels: { colour: "red" } });
  await createMap(client, "d");
}

describe("the objects that a deletion of a collection selects", () => {
  test.each([
    ["all objects", "", []],
    ["objects selected by a label value", "labelSelector=colour%3Dred", ["b", "d"]],
    ["objects selected by other label values", "labelSelector=colour!%3Dred", ["a", "c"]],
    ["objects selected by a set of label values", "labelSelector=colour+in+(red,blue),!size", ["a", "d"]],
    ["objects selected by name", "fieldSelector=metadata.name%3Dc", ["a", "b", "d"]],
    [
      "objects selected by name and label",
      "fieldSelector=metadata.name!%3Da&labelSelector=colour%3Dred",
      ["a", "b", "d"],
    ],
    ["no objects if none matches", "labelSelector=colour%3Dgreen", ["a", "b", "c", "d"]],
    ["the first objects up to a limit", "limit=3", ["d"]],
    ["the first selected objects up to a limit", "limit=1&labelSelector=colour%3Dred", ["b", "c", "d"]],
  ])("a deletion of a collection removes %s", async (_title, query, left) => {
    await using running = await startTestServer();
    await withColours(running);
    const wanted = ["a", "b", "c", "d"].filter((name) => !left.includes(name));
    const answer = await deleteObject(running.client, `${mapsPath}?${query}`);
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ kind: "ConfigMapList", apiVersion: "v1" });
    expect(namesOf(answer)).toEqual(wanted);
    expect(await namesIn(running, mapsPath)).toEqual(left);
  });

  test("a deletion of a collection with a continue token continues where the last one ended", async () => {
    await using running = await startTestServer();
    await withColours(running);
    const first = await deleteObject(running.client, `${mapsPath}?limit=2`);
    const token = encodeURIComponent(first.json.metadata.continue);
    expect(namesOf(await deleteObject(running.client, `${mapsPath}?limit=2&continue=${token}`))).toEqual(["c", "d"]);
    expect(await namesIn(running, mapsPath)).toEqual([]);
  });

  test("a deletion of a collection deletes only objects of its namespace and kind", async () => {
    await using running = await startTestServer();
    await withColours(running);
    await createNamespace(running.client, "other");
    await createMap(running.client, "a", { namespace: "other" });
    await createObject(running.client, "/api/v1/namespaces/default/secrets", { metadata: { name: "a" } });
    expect((await deleteObject(running.client, "/api/v1/configmaps")).status).toBe(405);
    expect((await deleteObject(running.client, mapsPath)).status).toBe(200);
    expect(await namesIn(running, "/api/v1/namespaces/other/configmaps")).toEqual(["a"]);
    expect(await namesIn(running, "/api/v1/namespaces/default/secrets")).toEqual(["a"]);
  });

  test("a deletion of a collection works for cluster-scoped kinds", async () => {
    await using running = await startTestServer();
    const nodes = "/api/v1/nodes";
    await createObject(running.client, nodes, { metadata: { name: "a", labels: { zone: "x" } } });
    await createObject(running.client, nodes, { metadata: { name: "b" } });
    await deleteObject(running.client, `${nodes}?labelSelector=zone`);
    expect(await namesIn(running, nodes)).toEqual(["b"]);
  });

  test("a deletion of a collection with an invalid selector deletes nothing", async () => {
    await using running = await startTestServer();
    await withColours(running);
    for (const query of ["labelSelector=%3D", "fieldSelector=data.x%3D1", "limit=x", "continue=x"]) {
      expect((await deleteObject(running.client, `${mapsPath}?${query}`)).status, query).toBe(400);
    }
    expect(await namesIn(running, mapsPath)).toEqual(["a", "b", "c", "d"]);
  });
});

describe("a deletion of a collection deletes each object as a single deletion would", () => {
  test("a deletion of a collection only marks objects that have finalizers", async () => {
    await using running = await startTestServer();
    await createMap(running.client, "a");
    await createObject(running.client, mapsPath, { metadata: { name: "b", finalizers: ["example.com/wait"] } });
    const answer = await deleteObject(running.client, mapsPath);
    expect(namesOf(answer)).toEqual(["a", "b"]);
    expect(answer.json.items[1].metadata).not.toHaveProperty("deletionTimestamp");
    expect(await namesIn(running, mapsPath)).toEqual(["b"]);
    expect((await getObject(running.client, `${mapsPath}/b`)).metadata.deletionTimestamp).toBe("2025-01-01T00:00:00Z");
  });

  test("a deletion of a collection adds the finalizer of its propagation policy to each object", async () => {
    await using running = await startTestServer();
    await withColours(running);
    await deleteObject(running.client, `${mapsPath}?labelSelector=colour%3Dred`, { propagationPolicy: "Foreground" });
    const { items } = await getObject(running.client, mapsPath);
    const finalizers = items.map(({ metadata }: { metadata: object }) => Reflect.get(metadata, "finalizers"));
    expect(finalizers).toEqual([["foregroundDeletion"], undefined, ["foregroundDeletion"], undefined]);
  });

  test("a deletion of a collection grants each Pod its own grace period", async () => {
    await using running = await startTestServer();
    const containers = [{ name: "c", image: "image" }];
    const specs = {
      none: { containers },
      short: { containers, nodeName: "node", terminationGracePeriodSeconds: 5 },
      usual: { containers, nodeName: "node" },
    };
    for (const [name, spec] of Object.entries(specs))
      await createObject(running.client, pods, { metadata: { name }, spec });
    await deleteObject(running.client, pods);
    const { items } = await getObject(running.client, pods);
    const left = items.map(
      ({ metadata }: { metadata: { name: string; deletionGracePeriodSeconds: number } }) =>
        `${metadata.name} ${metadata.deletionGracePeriodSeconds}`,
    );
    expect(left).toEqual(["short 5", "usual 30"]);
    await deleteObject(running.client, pods, { gracePeriodSeconds: 0 });
    expect(await namesIn(running, pods)).toEqual([]);
  });

  test("a dry run of a deletion of a collection deletes nothing", async () => {
    await using running = await startTestServer();
    await withColours(running);
    const before = await getObject(running.client, mapsPath);
    expect(namesOf(await deleteObject(running.client, mapsPath, { dryRun: ["All"] }))).toEqual(["a", "b", "c", "d"]);
    expect(namesOf(await deleteObject(running.client, `${mapsPath}?dryRun=All`))).toEqual(["a", "b", "c", "d"]);
    expect(await getObject(running.client, mapsPath)).toEqual(before);
  });

  test("a deletion of a collection reports a precondition that one object does not meet, and keeps that object", async () => {
    await using running = await startTestServer();
    await createMap(running.client, "a");
    const { uid } = (await createMap(running.client, "b")).json.metadata;
    const refused = await deleteObject(running.client, mapsPath, { preconditions: { uid } });
    expect(refused.status).toBe(409);
    expect(refused.json.reason).toBe("Conflict");
    expect(await namesIn(running, mapsPath)).toContain("a");
  });

  test("a deletion of a collection with invalid options deletes nothing", async () => {
    await using running = await startTestServer();
    await withColours(running);
    const refused = await deleteObject(running.client, mapsPath, { propagationPolicy: "Perhaps" });
    expect(refused.status).toBe(422);
    expect(await namesIn(running, mapsPath)).toEqual(["a", "b", "c", "d"]);
  });
});

test("a large collection is deleted during other deletions, and watches receive one event per object", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const names = Array.from({ length: 120 }, (_, index) => `m-${String(index).padStart(3, "0")}`);
  await Promise.all(names.map((name) => createMap(client, name)));
  const { resourceVersion } = (await getObject(client, mapsPath)).metadata;
  await using events = await client.watch(`${mapsPath}?watch=1&resourceVersion=${resourceVersion}`);
  const others = names
    .filter((_, index) => index % 10 === 0)
    .map((name) => deleteObject(client, `${mapsPath}/${name}`));
  const [answer, again, ...singles] = await Promise.all([
    deleteObject(client, mapsPath),
    deleteObject(client, mapsPath),
    ...others,
  ]);
  expect([answer.status, again.status]).toEqual([200, 200]);
  for (const { status } of singles) expect([200, 404]).toContain(status);
  const seen = await events.take(names.length);
  expect(new Set(seen.map(({ type }) => type))).toEqual(new Set(["DELETED"]));
  expect(new Set(seen.map(({ object }) => object.metadata.name))).toEqual(new Set(names));
  expect(await namesIn(running, mapsPath)).toEqual([]);
});

test("a deletion of a collection with a resourceVersion and no match rule deletes the objects of exactly that version", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const first = await createMap(client, "a");
  const version = first.json.metadata.resourceVersion;
  await createMap(client, "b");
  const answer = await deleteObject(client, `${mapsPath}?resourceVersion=${Number(version) - 1}`);
  expect([answer.status, namesOf(answer)]).toEqual([200, []]);
  expect(answer.json.metadata.resourceVersion).toBe(String(Number(version) - 1));
  expect(await namesIn(running, mapsPath)).toEqual(["a", "b"]);
});
