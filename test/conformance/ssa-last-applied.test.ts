/** Migration from client-side apply, which uses an annotation, to server-side apply. */
import { expect, test } from "vitest";
import { apply, applyObject, conflictCauses } from "../support/apply.ts";
import { mapsPath } from "../support/config-maps.ts";
import { startTestServer } from "../support/test-server.ts";
import type { WireClient } from "../support/wire-client.ts";
import { createObject, patch } from "../support/writes.ts";

const path = `${mapsPath}/a`;
const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";

function map(data: Readonly<Record<string, string>>): object {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data };
}

/** Creates an object as a client-side apply does. */
async function createClientSideApplied(client: WireClient): Promise<void> {
  const annotations = { [lastApplied]: JSON.stringify(map({ x: "1", y: "1" })) };
  const body = { metadata: { name: "a", annotations }, data: { x: "1", y: "1" } };
  await createObject(client, `${mapsPath}?fieldManager=kubectl-client-side-apply`, body);
}

test("kubectl's first server-side apply takes over its client-side applied fields and updates the annotation", async () => {
  await using running = await startTestServer();
  const { client } = running;
  await createClientSideApplied(client);
  const changed = await applyObject(client, path, "kubectl", map({ x: "2", y: "1" }));
  expect(changed.data).toEqual({ x: "2", y: "1" });
  expect(changed.metadata.annotations[lastApplied]).toBe(
    '{"apiVersion":"v1","data":{"x":"2","y":"1"},"kind":"ConfigMap","metadata":{"name":"a"}}\n',
  );
});

test("kubectl's first server-side apply conflicts with a field that another manager has changed", async () => {
  await using running = await startTestServer();
  const { client } = running;
  await createClientSideApplied(client);
  await patch(client, `${path}?fieldManager=hand`, "merge", { data: { x: "5" } });
  const refused = await apply(client, path, "kubectl", map({ x: "2", y: "2" }));
  expect([refused.status, refused.json.details.causes]).toEqual([409, conflictCauses('"hand" using v1', ".data.x")]);
});

test("an apply by another manager conflicts with the client-side applied fields and keeps the annotation", async () => {
  await using running = await startTestServer();
  const { client } = running;
  await createClientSideApplied(client);
  const refused = await apply(client, path, "robot", map({ x: "2", y: "1" }));
  expect([refused.status, refused.json.details.causes]).toEqual([
    409,
    conflictCauses('"kubectl-client-side-apply" using v1', ".data.x"),
  ]);
  const forced = await applyObject(client, path, "robot", map({ x: "2" }), { force: true });
  expect(forced.metadata.annotations[lastApplied]).toBe(JSON.stringify(map({ x: "1", y: "1" })));
});

test("a malformed last-applied annotation has no effect", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const annotations = { [lastApplied]: "{" };
  await createObject(client, `${mapsPath}?fieldManager=hand`, {
    metadata: { name: "a", annotations },
    data: { x: "1" },
  });
  expect((await apply(client, path, "kubectl", map({ x: "2" }))).status).toBe(409);
});
