/** Requests that need the permission for a verb other than their method suggests, and the moment of the check. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { ClientAuthority } from "../support/client-authority.ts";
import { RawConnection } from "../support/raw-connection.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { WireClient } from "../support/wire-client.ts";
import { RoleAdministrator } from "./rbac-writes.ts";

const maps = "/api/v1/namespaces/shop/configmaps";
const leases = "/apis/coordination.orch.io/v1/namespaces/shop/leases";

let authority: ClientAuthority;
let running: TestServer;
let administrator: RoleAdministrator;

beforeAll(async () => {
  authority = await ClientAuthority.create();
  running = await startTestServer({ flags: authority.flags });
  administrator = new RoleAdministrator(running.server);
  await administrator.createNamespaces("shop");
});

afterAll(async () => {
  await running[Symbol.asyncDispose]();
  authority[Symbol.dispose]();
});

async function credentialsOf(
  user: string,
): Promise<{ readonly ca: string; readonly cert: string; readonly key: string }> {
  return { ca: running.credentials.ca, ...(await authority.issue({ name: user })) };
}

/** Returns a client of a user with these verbs on ConfigMaps and Leases in the namespace. */
async function clientWith(user: string, verbs: readonly string[]): Promise<WireClient> {
  const rule = { apiGroups: ["", "coordination.orch.io"], resources: ["configmaps", "leases"], verbs };
  await administrator.grant("shop", user, user, [rule]);
  return new WireClient({ url: running.server.url, ...(await credentialsOf(user)) });
}

const applied = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name} }\n`;

async function statusesOf(client: WireClient, name: string): Promise<readonly number[]> {
  const headers = { "content-type": "application/apply-patch+yaml" };
  const send = async (map: string): Promise<number> =>
    (await client.request(`${maps}/${map}?fieldManager=test`, { method: "PATCH", headers, body: applied(map) })).status;
  return [await send(`new-${name}`), await send("existing")];
}

test("[PATCH-04][SSA-13] an apply needs patch, and also create if the object is missing", async () => {
  await running.client.request(maps, { body: { metadata: { name: "existing" } } });
  await using patcher = await clientWith("patcher", ["patch"]);
  await using creator = await clientWith("creator", ["create"]);
  await using both = await clientWith("both", ["create", "patch"]);
  expect(await statusesOf(patcher, "patcher")).toEqual([403, 200]);
  expect(await statusesOf(creator, "creator")).toEqual([403, 403]);
  expect(await statusesOf(both, "both")).toEqual([201, 200]);
  const denied = await patcher.request(`${maps}/missing?fieldManager=test`, {
    method: "PATCH",
    headers: { "content-type": "application/apply-patch+yaml" },
    body: applied("missing"),
  });
  expect(denied.json.message).toBe(
    'configmaps "missing" is forbidden: User "patcher" cannot create resource "configmaps" in API group "" in the namespace "shop"',
  );
});

test("[PATCH-03] every form of patch is authorized as patch", async () => {
  await running.client.request(maps, { body: { metadata: { name: "patched" } } });
  const forms = [
    ["application/json-patch+json", []],
    ["application/merge-patch+json", {}],
    ["application/strategic-merge-patch+json", {}],
    ["application/apply-patch+yaml", applied("patched")],
  ] as const;
  await using only = await clientWith("only-patch", ["patch"]);
  await using others = await clientWith("no-patch", ["get", "update", "create", "delete"]);
  for (const [type, body] of forms) {
    const request = { method: "PATCH", headers: { "content-type": type }, body };
    const target = `${maps}/patched?fieldManager=test`;
    expect([(await only.request(target, request)).status, type]).toEqual([200, type]);
    const denied = await others.request(target, request);
    expect([denied.status, denied.json.message]).toEqual([
      403,
      'configmaps "patched" is forbidden: User "no-patch" cannot patch resource "configmaps" in API group "" in the namespace "shop"',
    ]);
  }
});

test("a PUT that creates its object needs update and create", async () => {
  const put = async (client: WireClient, name: string): Promise<number> =>
    (await client.request(`${leases}/${name}`, { method: "PUT", body: { metadata: { name } } })).status;
  await using updater = await clientWith("updater", ["update"]);
  await using both = await clientWith("put-both", ["update", "create"]);
  expect(await put(updater, "one")).toBe(403);
  expect(await put(both, "two")).toBe(201);
  // The permission suffices. The update lacks a resourceVersion.
  expect(await put(updater, "two")).toBe(422);
});

test("a list with a field selector for a name needs list, and a role may restrict it to the name", async () => {
  const rule = { apiGroups: [""], resources: ["configmaps"], resourceNames: ["existing"], verbs: ["list", "watch"] };
  await administrator.grant("shop", "named", "named", [rule]);
  await using client = new WireClient({ url: running.server.url, ...(await credentialsOf("named")) });
  const statusOf = async (query: string): Promise<number> => (await client.request(`${maps}?${query}`)).status;
  expect(await statusOf("fieldSelector=metadata.name=existing")).toBe(200);
  expect(await statusOf("fieldSelector=metadata.name=existing&watch=1&timeoutSeconds=-1")).toBe(200);
  expect(await statusOf("fieldSelector=metadata.name=other")).toBe(403);
  expect(await statusOf("fieldSelector=metadata.name!=existing")).toBe(403);
  expect(await statusOf("fieldSelector=metadata.name=existing&limit=x")).toBe(403);
  expect(await statusOf("fieldSelector=metadata.name=other&fieldSelector=metadata.name=existing")).toBe(403);
  expect(await statusOf("")).toBe(403);
});

test("a request is rejected before its body arrives", async () => {
  const server = { server: running.server, credentials: await credentialsOf("nobody") };
  for (const [method, target] of [
    ["POST", maps],
    ["PUT", `${maps}/existing`],
    ["PATCH", `${maps}/existing`],
    ["DELETE", `${maps}/existing`],
  ] as const) {
    await using connection = await RawConnection.open(server);
    const type = "Content-Type: application/json";
    connection.send(
      [`${method} ${target} HTTP/1.1`, "Host: localhost", type, "Content-Length: 1000", "", ""].join("\r\n"),
    );
    const { status } = await connection.nextResponse();
    expect([method, status]).toEqual([method, 403]);
  }
});

test("a watch continues after its user has lost the permission, and no new one begins", async () => {
  await using watcher = await clientWith("watcher", ["watch"]);
  await using events = await watcher.watch(`${maps}?watch=1&fieldSelector=metadata.name=seen-later`);
  await administrator.delete("namespaces/shop/roles/watcher");
  expect((await watcher.request(`${maps}?watch=1`)).status).toBe(403);
  await running.client.request(maps, { body: { metadata: { name: "seen-later" } } });
  const event = await events.next();
  expect(event).toMatchObject({ type: "ADDED", object: { metadata: { name: "seen-later" } } });
});
