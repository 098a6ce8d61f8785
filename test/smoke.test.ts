import { expect, test } from "vitest";
import { startTestServer } from "./support/test-server.ts";

test.each(["h1", "h2"] as const)("a client watches, creates, patches and deletes an object (%s)", async (protocol) => {
  await using running = await startTestServer({ protocol });
  const { client } = running;
  const maps = "/api/v1/namespaces/default/configmaps";
  await using events = await client.watch(`${maps}?watch=1`);

  const created = await client.request(maps, { body: { metadata: { name: "a" }, data: { x: "1" } } });
  expect(created.status).toBe(201);
  expect(created.json).toMatchObject({ kind: "ConfigMap", apiVersion: "v1", data: { x: "1" } });

  const patched = await client.request(`${maps}/a`, {
    method: "PATCH",
    headers: { "content-type": "application/merge-patch+json" },
    body: { data: { y: "2" } },
  });
  expect(patched.json.data).toEqual({ x: "1", y: "2" });

  const deleted = await client.request(`${maps}/a`, { method: "DELETE" });
  expect(deleted.json).toMatchObject({ kind: "Status", status: "Success" });

  const receivedEvents = await events.take(3);
  expect(receivedEvents.map(({ type }) => type)).toEqual(["ADDED", "MODIFIED", "DELETED"]);
  expect((await client.request(`${maps}/a`)).status).toBe(404);
});
