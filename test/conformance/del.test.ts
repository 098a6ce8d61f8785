import { describe, expect, test } from "vitest";
import { mapsPath } from "../support/config-maps.ts";
import { startTestServer } from "../support/test-server.ts";
import { createObject, deleteObject, getObject, isGone, patch, put, withoutManagedFields } from "../support/writes.ts";

const services = "/api/v1/namespaces/default/services";
const finalizers = ["example.com/first", "example.com/second"];

test("[DEL-01] the first deletion of an object with finalizers sets its deletionTimestamp to the current time", async () => {
  await using running = await startTestServer();
  const { client, clock } = running;
  const made = await createObject(client, mapsPath, { metadata: { name: "a", finalizers }, data: { x: "1" } });
  await using events = await client.watch(`${mapsPath}?watch=1&resourceVersion=${made.metadata.resourceVersion}`);
  await clock.advance(90_000);
  const marked = await deleteObject(client, `${mapsPath}/a`);
  expect(marked.status).toBe(200);
  const { resourceVersion } = marked.json.metadata;
  expect(marked.json).toEqual({
    ...made,
    metadata: {
      ...made.metadata,
      resourceVersion,
      deletionTimestamp: "2025-01-01T00:01:30Z",
      deletionGracePeriodSeconds: 0,
    },
  });
  expect(resourceVersion).not.toBe(made.metadata.resourceVersion);
  expect(await getObject(client, `${mapsPath}/a`)).toEqual(marked.json);

  await clock.advance(60_000);
  const again = await deleteObject(client, `${mapsPath}/a`);
  expect(again.status).toBe(200);
  expect(again.json).toEqual(marked.json);
  await patch(client, `${mapsPath}/a`, "merge", { metadata: { finalizers: null } });
  const seen = await events.take(2);
  expect(seen.map(({ type }) => type)).toEqual(["MODIFIED", "DELETED"]);
  expect(seen[0]?.object).toEqual(marked.json);
});

describe("[DEL-01, DEL-02] finalizers can be removed in any order", () => {
  test.each([[finalizers], [finalizers.toReversed()]])(
    "an object is deleted when its finalizers are removed in the order %s",
    async (order) => {
      await using running = await startTestServer();
      const { client } = running;
      await createObject(client, mapsPath, { metadata: { name: "a", finalizers } });
      await deleteObject(client, `${mapsPath}/a`);
      const [first, last] = order;
      const left = await patch(client, `${mapsPath}/a`, "merge", { metadata: { finalizers: [last] } });
      expect(left.status, `${first} is removed`).toBe(200);
      expect((await getObject(client, `${mapsPath}/a`)).metadata).toMatchObject({
        finalizers: [last],
        deletionTimestamp: "2025-01-01T00:00:00Z",
      });
      expect((await patch(client, `${mapsPath}/a`, "merge", { metadata: { finalizers: [] } })).status).toBe(200);
      expect(await isGone(client, `${mapsPath}/a`)).toBe(true);
    },
  );
});

describe("[DEL-02] removing the last finalizer removes the object", () => {
  const path = `${mapsPath}/a`;
  type Write = (client: Parameters<typeof getObject>[0]) => ReturnType<typeof patch>;
  const writes: [string, Write][] = [
    ["a merge patch", (client) => patch(client, path, "merge", { metadata: { finalizers: null } })],
    ["a JSON patch", (client) => patch(client, path, "json", [{ op: "remove", path: "/metadata/finalizers/0" }])],
    [
      "a strategic merge patch",
      (client) =>
        patch(client, path, "strategic", {
          metadata: { "$deleteFromPrimitiveList/finalizers": ["example.com/only"] },
        }),
    ],
    [
      "a PUT",
      async (client) => {
        const { finalizers: _, ...metadata } = (await getObject(client, path)).metadata;
        return await put(client, path, { metadata, data: { last: "words" } });
      },
    ],
  ];
  test.each(writes)(
    "removing the last finalizer of a terminating object by %s deletes the object",
    async (_by, write) => {
      await using running = await startTestServer();
      const { client } = running;
      await createObject(client, mapsPath, { metadata: { name: "a", finalizers: ["example.com/only"] } });
      // Removing the last finalizer of an object that is not being deleted does not delete it.
      expect((await write(client)).json.metadata).not.toHaveProperty("finalizers");
      expect(await isGone(client, path)).toBe(false);
      await patch(client, path, "merge", { metadata: { finalizers: ["example.com/only"] } });

      await deleteObject(client, path);
      await using events = await client.watch(`${mapsPath}?watch=1`);
      expect((await events.next())?.type).toBe("ADDED");
      const last = await write(client);
      expect(last.status).toBe(200);
      expect(last.json).toMatchObject({ kind: "ConfigMap", metadata: { name: "a" } });
      expect(last.json.metadata).not.toHaveProperty("finalizers");
      expect(await isGone(client, path)).toBe(true);
      expect(await events.next()).toMatchObject({ type: "DELETED", object: { metadata: { name: "a" } } });
    },
  );

  test("removing the last finalizer in a dry run does not delete the object", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createObject(client, mapsPath, { metadata: { name: "a", finalizers: ["example.com/only"] } });
    const marked = (await deleteObject(client, path)).json;
    const dry = await patch(client, `${path}?dryRun=All`, "merge", { metadata: { finalizers: null } });
    expect(dry.status).toBe(200);
    expect(await getObject(client, path)).toEqual(marked);
  });
});

test("a terminating object can be changed and its finalizers reordered, but none can be added", async () => {
  await using running = await startTestServer();
  const { client } = running;
  await createObject(client, mapsPath, { metadata: { name: "a", finalizers } });
  await deleteObject(client, `${mapsPath}/a`);
  const reordered = { metadata: { finalizers: finalizers.toReversed() }, data: { note: "on its way" } };
  expect((await patch(client, `${mapsPath}/a`, "merge", reordered)).status).toBe(200);
  const before = await getObject(client, `${mapsPath}/a`);
  expect(before).toMatchObject(reordered);
  const added = [...finalizers, "example.com/third"];
  const refused = await patch(client, `${mapsPath}/a`, "merge", { metadata: { finalizers: added } });
  expect(refused.status).toBe(422);
  const cause = {
    reason: "FieldValueForbidden",
    message:
      'Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"example.com/third"}',
    field: "metadata.finalizers",
  };
  // The reference checks the metadata of a ConfigMap twice.
  expect(refused.json.details.causes).toEqual([cause, cause]);
  const revived = await patch(client, `${mapsPath}/a`, "merge", { metadata: { deletionTimestamp: null } });
  expect(revived.json.metadata.deletionTimestamp).toBe("2025-01-01T00:00:00Z");
  const delayed = await patch(client, `${mapsPath}/a`, "merge", {
    metadata: { deletionTimestamp: "2030-01-01T00:00:00Z" },
  });
  expect(delayed.json.metadata.deletionTimestamp).toBe("2025-01-01T00:00:00Z");
  const { resourceVersion: _, ...metadata } = withoutManagedFields(await getObject(client, `${mapsPath}/a`)).metadata;
  expect(withoutManagedFields(before).metadata).toMatchObject(metadata);
});

test("[DEL-03] the name of a deleted object can be used for a new object", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const first = await createObject(client, mapsPath, { metadata: { name: "a", finalizers: ["example.com/only"] } });
  await deleteObject(client, `${mapsPath}/a`);
  const taken = await client.request(mapsPath, { body: { metadata: { name: "a" } } });
  expect(taken.status).toBe(409);
  expect(taken.json).toMatchObject({
    reason: "AlreadyExists",
    message: 'object is being deleted: configmaps "a" already exists',
  });
  await patch(client, `${mapsPath}/a`, "merge", { metadata: { finalizers: null } });
  const second = await createObject(client, mapsPath, { metadata: { name: "a" } });
  expect(second.metadata.uid).not.toBe(first.metadata.uid);
  expect(second.metadata).not.toHaveProperty("deletionTimestamp");
  expect(await getObject(client, `${mapsPath}/a`)).toEqual(second);
});

describe("[DEL-04] an object without finalizers is removed at once", () => {
  test("a deletion of an object without finalizers returns a Status that describes it", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const { metadata } = await createObject(client, mapsPath, { metadata: { name: "a" } });
    const removed = await deleteObject(client, `${mapsPath}/a`);
    expect(removed.status).toBe(200);
    expect(removed.json).toEqual({
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Success",
      details: { name: "a", kind: "configmaps", uid: metadata.uid },
    });
    expect(await isGone(client, `${mapsPath}/a`)).toBe(true);
    const again = await deleteObject(client, `${mapsPath}/a`);
    expect(again.status).toBe(404);
    expect(again.json).toMatchObject({ reason: "NotFound", message: 'configmaps "a" not found' });
  });

  test("the Status of a deletion names the group of its kind", async () => {
    await using running = await startTestServer();
    const leases = "/apis/coordination.orch.io/v1/namespaces/default/leases";
    const { metadata } = await createObject(running.client, leases, { metadata: { name: "a" }, spec: {} });
    const removed = await deleteObject(running.client, `${leases}/a`);
    expect(removed.json.details).toEqual({
      name: "a",
      group: "coordination.orch.io",
      kind: "leases",
      uid: metadata.uid,
    });
  });

  test("a deletion of some kinds returns the last state of the object instead of a Status", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await createObject(client, services, { metadata: { name: "a" }, spec: { ports: [{ port: 80 }] } });
    const removed = await deleteObject(client, `${services}/a`);
    expect(removed.status).toBe(200);
    const { resourceVersion: _, ...metadata } = made.metadata;
    expect(removed.json).toMatchObject({ ...made, metadata });
    expect(await isGone(client, `${services}/a`)).toBe(true);
  });

  test("a grace period has no effect on kinds without graceful deletion", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createObject(client, mapsPath, { metadata: { name: "a" } });
    expect((await deleteObject(client, `${mapsPath}/a`, { gracePeriodSeconds: 60 })).json.status).toBe("Success");
    expect(await isGone(client, `${mapsPath}/a`)).toBe(true);
  });
});

test("one of several concurrent deletions of an object succeeds, and the others return 404", async () => {
  await using running = await startTestServer();
  const { client } = running;
  await createObject(client, mapsPath, { metadata: { name: "a" } });
  const answers = await Promise.all(Array.from({ length: 8 }, () => deleteObject(client, `${mapsPath}/a`)));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 404)).toHaveLength(7);
});
