import { describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { createObject, deleteObject, getObject, isGone, patch } from "../support/writes.ts";

const pods = "/api/v1/namespaces/default/pods";
const path = `${pods}/p`;

interface PodFields {
  readonly finalizers?: readonly string[];
  readonly spec?: object;
}

/** Creates a Pod that is bound to a node, unless `spec` overrides that. */
async function createPod({ client }: TestServer, { finalizers = [], spec = {} }: PodFields = {}): Promise<void> {
  const containers = [{ name: "c", image: "image" }];
  await createObject(client, pods, {
    metadata: { name: "p", finalizers },
    spec: { nodeName: "node", containers, ...spec },
  });
}

describe("[DEL-06] a Pod on a node", () => {
  test("a deleted Pod on a node gets 30 seconds and stays until its node confirms the end", async () => {
    await using running = await startTestServer();
    const { client, clock } = running;
    await createPod(running);
    await clock.advance(5000);
    const marked = await deleteObject(client, path);
    expect(marked.status).toBe(200);
    expect(marked.json).toMatchObject({
      kind: "Pod",
      metadata: { deletionTimestamp: "2025-01-01T00:00:35Z", deletionGracePeriodSeconds: 30 },
    });
    expect(await getObject(client, path)).toEqual(marked.json);
    await clock.advance(120_000);
    expect(await getObject(client, path)).toEqual(marked.json);
    const { uid } = marked.json.metadata;
    const confirmed = await deleteObject(client, path, { gracePeriodSeconds: 0, preconditions: { uid } });
    expect(confirmed.status).toBe(200);
    expect(await isGone(client, path)).toBe(true);
  });

  test("a Pod on a node is removed at once with a grace period of 0, and watches see its deletion", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createPod(running);
    await using events = await client.watch(`${pods}?watch=1`);
    expect((await events.next())?.type).toBe("ADDED");
    const removed = await deleteObject(client, path, { gracePeriodSeconds: 0 });
    expect(removed.status).toBe(200);
    expect(removed.json).toMatchObject({ kind: "Pod", metadata: { name: "p", deletionGracePeriodSeconds: 0 } });
    expect(await isGone(client, path)).toBe(true);
    const seen = await events.take(2);
    expect(seen.map(({ type }) => type)).toEqual(["MODIFIED", "DELETED"]);
    expect(seen[1]?.object.metadata).toMatchObject({ deletionTimestamp: "2025-01-01T00:00:00Z" });
  });

  test.each([
    ["one second", 1, 1, "2025-01-01T00:00:01Z"],
    ["an hour", 3600, 3600, "2025-01-01T01:00:00Z"],
    ["three thousand years, the maximum", 100_000_000_000, 100_000_000_000, "5193-11-16T09:46:40Z"],
    ["a negative one, which means one second", -7, 1, "2025-01-01T00:00:01Z"],
  ])("a deleted Pod on a node gets the grace period of the request: %s", async (_title, asked, given, end) => {
    await using running = await startTestServer();
    await createPod(running);
    const marked = await deleteObject(running.client, path, { gracePeriodSeconds: asked });
    expect(marked.json.metadata).toMatchObject({ deletionTimestamp: end, deletionGracePeriodSeconds: given });
    expect(await getObject(running.client, path)).toEqual(marked.json);
  });

  test.each([
    ["that of its spec", 300, 300, "2025-01-01T00:05:00Z"],
    ["a negative one, which means one second", -7, 1, "2025-01-01T00:00:01Z"],
    ["more than a time can represent", "9223372036854775807", 100_000_000_000, "5193-11-16T09:46:40Z"],
  ])(
    "a deleted Pod on a node gets the grace period of its spec if the request has none: %s",
    async (_title, own, given, end) => {
      await using running = await startTestServer();
      const containers = '[{ "name": "c", "image": "image" }]';
      const spec = `{ "nodeName": "node", "containers": ${containers}, "terminationGracePeriodSeconds": ${own} }`;
      const made = await running.client.request(pods, { body: `{ "metadata": { "name": "p" }, "spec": ${spec} }` });
      expect(made.status, made.text).toBe(201);
      const marked = await deleteObject(running.client, path);
      expect(marked.json.metadata).toMatchObject({ deletionTimestamp: end, deletionGracePeriodSeconds: given });
      expect((await running.client.request(path)).text).toBe(marked.text);
    },
  );

  test("a Pod on a node is removed at once if the grace period of its spec is 0", async () => {
    await using running = await startTestServer();
    await createPod(running, { spec: { terminationGracePeriodSeconds: 0 } });
    expect((await deleteObject(running.client, path)).status).toBe(200);
    expect(await isGone(running.client, path)).toBe(true);
  });

  test.each(["100000000001", "9223372036854775807"])(
    "a deletion of a Pod with a grace period of %s seconds is rejected",
    async (seconds) => {
      await using running = await startTestServer();
      const { client } = running;
      await createPod(running);
      const made = await getObject(client, path);
      const body = `{ "gracePeriodSeconds": ${seconds} }`;
      const refused = await client.request(path, { method: "DELETE", body });
      expect(refused.status).toBe(422);
      expect(refused.json.details.causes).toEqual([
        {
          reason: "FieldValueInvalid",
          message: `Invalid value: ${seconds}: must be less than or equal to 100000000000`,
          field: "gracePeriodSeconds",
        },
      ]);
      expect((await deleteObject(client, `${path}?gracePeriodSeconds=${seconds}`)).status).toBe(422);
      expect(await getObject(client, path)).toEqual(made);
    },
  );

  test.each(["9223372036854775808", "1.5", '"5"'])(
    "a deletion of a Pod with %s as its grace period is rejected",
    async (seconds) => {
      await using running = await startTestServer();
      await createPod(running);
      const body = `{ "gracePeriodSeconds": ${seconds} }`;
      expect((await running.client.request(path, { method: "DELETE", body })).status).toBe(400);
      const asked = encodeURIComponent(seconds);
      expect((await deleteObject(running.client, `${path}?gracePeriodSeconds=${asked}`)).status).toBe(400);
      expect((await getObject(running.client, path)).metadata).not.toHaveProperty("deletionTimestamp");
    },
  );
});

describe("a second deletion of a terminating Pod", () => {
  test("a second deletion can shorten the grace period of a Pod from the first deletion on, but not lengthen it", async () => {
    await using running = await startTestServer();
    const { client, clock } = running;
    await createPod(running);
    await deleteObject(client, path, { gracePeriodSeconds: 60 });
    await clock.advance(10_000);
    const shorter = await deleteObject(client, path, { gracePeriodSeconds: 20 });
    expect(shorter.json.metadata).toMatchObject({
      deletionTimestamp: "2025-01-01T00:00:20Z",
      deletionGracePeriodSeconds: 20,
    });
    for (const options of [{ gracePeriodSeconds: 20 }, { gracePeriodSeconds: 600 }, {}]) {
      expect((await deleteObject(client, path, options)).json).toEqual(shorter.json);
    }
    expect(await getObject(client, path)).toEqual(shorter.json);
    const least = await deleteObject(client, path, { gracePeriodSeconds: -1 });
    expect(least.json.metadata).toMatchObject({
      deletionTimestamp: "2025-01-01T00:00:01Z",
      deletionGracePeriodSeconds: 1,
    });
    await deleteObject(client, path, { gracePeriodSeconds: 0 });
    expect(await isGone(client, path)).toBe(true);
  });

  test("a second deletion cannot change the propagation policy of a terminating Pod", async () => {
    await using running = await startTestServer();
    await createPod(running);
    const marked = await deleteObject(running.client, path);
    const again = await deleteObject(running.client, path, { propagationPolicy: "Foreground" });
    expect(again.json).toEqual(marked.json);
  });
});

describe("Pods without a grace period", () => {
  test("a Pod without a node is removed at once", async () => {
    await using running = await startTestServer();
    await createPod(running, { spec: { nodeName: "" } });
    expect((await deleteObject(running.client, path, { gracePeriodSeconds: 60 })).status).toBe(200);
    expect(await isGone(running.client, path)).toBe(true);
  });

  test.each(["Succeeded", "Failed"])("a finished Pod is removed at once: %s", async (phase) => {
    await using running = await startTestServer();
    const { client } = running;
    await createPod(running);
    expect((await patch(client, `${path}/status`, "merge", { status: { phase } })).status).toBe(200);
    await deleteObject(client, path, { gracePeriodSeconds: 60 });
    expect(await isGone(client, path)).toBe(true);
  });
});

describe("a terminating Pod with finalizers", () => {
  const finalizers = ["example.com/wait"];

  test("a terminating Pod remains after its grace period until its last finalizer is removed", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createPod(running, { finalizers });
    expect((await deleteObject(client, path)).json.metadata.deletionGracePeriodSeconds).toBe(30);
    const ended = await deleteObject(client, path, { gracePeriodSeconds: 0 });
    expect(ended.json.metadata).toMatchObject({ finalizers, deletionGracePeriodSeconds: 0 });
    expect(await getObject(client, path)).toEqual(ended.json);
    await patch(client, path, "merge", { metadata: { finalizers: null } });
    expect(await isGone(client, path)).toBe(true);
  });

  test("a terminating Pod without finalizers remains until its grace period is over", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createPod(running, { finalizers });
    await deleteObject(client, path);
    await patch(client, path, "merge", { metadata: { finalizers: null } });
    const { metadata } = await getObject(client, path);
    expect(metadata.deletionGracePeriodSeconds).toBe(30);
    expect(metadata).not.toHaveProperty("finalizers");
    await deleteObject(client, path, { gracePeriodSeconds: 0 });
    expect(await isGone(client, path)).toBe(true);
  });
});
