/** Requests that act as other users, over TLS, as users with roles. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { ClientAuthority } from "../support/client-authority.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { WireClient, type WireResponse } from "../support/wire-client.ts";
import { RoleAdministrator } from "./rbac-writes.ts";

type Headers = Readonly<Record<string, string | string[]>>;

const authentication = "authentication.orch.io";
const reviewPath = `/apis/${authentication}/v1/selfsubjectreviews`;

let authority: ClientAuthority;
let running: TestServer;
let administrator: RoleAdministrator;

beforeAll(async () => {
  authority = await ClientAuthority.create();
  running = await startTestServer({ flags: authority.flags, bootstrap: true });
  administrator = new RoleAdministrator(running.server);
});

afterAll(async () => {
  await running[Symbol.asyncDispose]();
  authority[Symbol.dispose]();
});

/** Returns a client whose user has these rights in the whole cluster. */
async function clientWith(user: string, rules: readonly object[]): Promise<WireClient> {
  if (rules.length > 0) await administrator.grant("", user, user, rules);
  const { url, caCertificate: ca } = running.server;
  return new WireClient({ url, ca, ...(await authority.issue({ name: user })) });
}

async function review(client: WireClient, headers: Headers): Promise<WireResponse> {
  return await client.request(reviewPath, { body: {}, headers });
}

/** Returns the user that an administrator with these headers acts as. */
async function reviewedUser(headers: Headers): Promise<unknown> {
  const { status, text, json } = await review(running.client, headers);
  expect(status, text).toBe(201);
  return json.status.userInfo;
}

function impersonateRule(resources: readonly string[], resourceNames: readonly string[] = []): object {
  return { apiGroups: ["", authentication], resources, verbs: ["impersonate"], resourceNames };
}

test("[IMP-01][IMP-10][REV-02] Impersonate-User names the user as whom the request acts", async () => {
  expect(await reviewedUser({ "impersonate-user": "jane" })).toEqual({
    username: "jane",
    groups: ["system:authenticated"],
  });
  expect(await reviewedUser({ "impersonate-user": "system:serviceaccount:shop:web" })).toEqual({
    username: "system:serviceaccount:shop:web",
    groups: ["system:serviceaccounts", "system:serviceaccounts:shop", "system:authenticated"],
  });
});

test("[IMP-02][IMP-03][IMP-04] groups, extra properties and a uid belong to the user", async () => {
  expect(
    await reviewedUser({
      "Impersonate-User": "jane",
      "Impersonate-Group": ["devs", "a,b"],
      "Impersonate-Uid": "some text",
      "Impersonate-Extra-acme.com%2Fproject": "one",
      "Impersonate-Extra-Scopes": ["view", "edit"],
    }),
  ).toEqual({
    username: "jane",
    uid: "some text",
    groups: ["devs", "a,b", "system:authenticated"],
    extra: { "acme.com/project": ["one"], scopes: ["view", "edit"] },
  });
});

test.each([
  [{ "impersonate-group": "devs" }, "{Group  devs    }"],
  [{ "impersonate-extra-scopes": "a" }, "{UserExtra  a  authentication.orch.io/v1  scopes}"],
  [{ "impersonate-uid": "7" }, "{UID  7  authentication.orch.io/v1  }"],
])("[IMP-02][IMP-03][IMP-04] the headers %j without a user are an error", async (headers, printed) => {
  const response = await running.client.request("/version", { headers });
  expect([response.status, response.text]).toEqual([
    500,
    `Internal Server Error: "/version": requested [${printed}] without impersonating a user\n`,
  ]);
  expect(response.headers["content-type"]).toBe("text/plain; charset=utf-8");
});

test.each<readonly [string, Headers, string]>([
  [
    "users",
    { "impersonate-user": "bob" },
    'users "bob" is forbidden: User "lacks-users" cannot impersonate resource "users" in API group "" at the cluster scope',
  ],
  [
    "serviceaccounts",
    { "impersonate-user": "system:serviceaccount:shop:web" },
    'serviceaccounts "web" is forbidden: User "lacks-serviceaccounts" cannot impersonate resource "serviceaccounts" in API group "" in the namespace "shop"',
  ],
  [
    "groups",
    { "impersonate-user": "bob", "impersonate-group": "devs" },
    'groups "devs" is forbidden: User "lacks-groups" cannot impersonate resource "groups" in API group "" at the cluster scope',
  ],
  [
    "uids",
    { "impersonate-user": "bob", "impersonate-uid": "7" },
    'uids.authentication.orch.io "7" is forbidden: User "lacks-uids" cannot impersonate resource "uids" in API group "authentication.orch.io" at the cluster scope',
  ],
  [
    "userextras/scopes",
    { "impersonate-user": "bob", "impersonate-extra-scopes": "view" },
    'userextras.authentication.orch.io "view" is forbidden: User "lacks-userextras-scopes" cannot impersonate resource "userextras/scopes" in API group "authentication.orch.io" at the cluster scope',
  ],
])("[IMP-06][IMP-07] impersonation needs the permission on %s", async (resource, headers, message) => {
  const all = ["users", "groups", "serviceaccounts", "uids", "userextras/scopes"];
  const suffix = resource.replace("/", "-");
  await using lacking = await clientWith(`lacks-${suffix}`, [impersonateRule(all.filter((one) => one !== resource))]);
  const denied = await review(lacking, headers);
  expect([denied.status, denied.json.message]).toEqual([403, message]);
  await using able = await clientWith(`has-${suffix}`, [impersonateRule(all)]);
  expect((await review(able, headers)).status).toBe(201);
});

test("[IMP-05] the request is authorized as the impersonated user", async () => {
  await using client = await clientWith("speaker", [impersonateRule(["users"])]);
  const message = (user: string): string =>
    `nodes is forbidden: User "${user}" cannot list resource "nodes" in API group "" at the cluster scope`;
  const own = await client.request("/api/v1/nodes");
  expect([own.status, own.json.message]).toEqual([403, message("speaker")]);
  const others = await client.request("/api/v1/nodes", { headers: { "impersonate-user": "bob" } });
  expect([others.status, others.json.message]).toEqual([403, message("bob")]);
  await administrator.grant("", "lister", "lister", [{ apiGroups: [""], resources: ["nodes"], verbs: ["list"] }]);
  const allowed = await client.request("/api/v1/nodes", { headers: { "impersonate-user": "lister" } });
  expect(allowed.status).toBe(200);
});

test("[IMP-08] resourceNames restrict the values that a user may impersonate", async () => {
  await using client = await clientWith("restricted", [
    impersonateRule(["users", "groups", "userextras/scopes"], ["bob", "devs", "view"]),
  ]);
  const statusOf = async (user: string, group: string, scope: string): Promise<number> =>
    (await review(client, { "impersonate-user": user, "impersonate-group": group, "impersonate-extra-scopes": scope }))
      .status;
  expect(await statusOf("bob", "devs", "view")).toBe(201);
  expect(await statusOf("eve", "devs", "view")).toBe(403);
  expect(await statusOf("bob", "system:masters", "view")).toBe(403);
  expect(await statusOf("bob", "devs", "edit")).toBe(403);
  expect(await statusOf("Bob", "devs", "view")).toBe(403);
});

test("[IMP-09] a RoleBinding grants impersonation only of service accounts in its namespace", async () => {
  await administrator.createNamespaces("shop");
  const rule = impersonateRule(["users", "serviceaccounts"]);
  await administrator.grant("shop", "local", "local", [rule]);
  await using client = await clientWith("local", []);
  const statusOf = async (user: string): Promise<number> => (await review(client, { "impersonate-user": user })).status;
  expect(await statusOf("bob")).toBe(403);
  expect(await statusOf("system:serviceaccount:shop:web")).toBe(201);
  expect(await statusOf("system:serviceaccount:other:web")).toBe(403);
});

test("an impersonated user may not impersonate again, because the headers are removed", async () => {
  await using client = await clientWith("chained", [impersonateRule(["users"], ["bob"])]);
  const response = await review(client, { "impersonate-user": ["bob", "root"], "x-impersonate-user": "root" });
  expect(response.json.status.userInfo.username).toBe("bob");
});

test("names that are not ASCII are read as UTF-8", async () => {
  const utf8 = (text: string): string => Buffer.from(text, "utf8").toString("latin1");
  expect(
    await reviewedUser({ "impersonate-user": utf8("renée"), "impersonate-extra-%C3%A9": utf8("œ") }),
  ).toMatchObject({
    username: "renée",
    extra: { é: ["œ"] },
  });
});

test("in-process clients impersonate with the same headers", async () => {
  const response = await running.server.request(reviewPath, {
    body: {},
    headers: { "Impersonate-User": "renée", "Impersonate-Group": ["a", "b"] },
  });
  expect((await response.json<{ status: unknown }>()).status).toEqual({
    userInfo: { username: "renée", groups: ["a", "b", "system:authenticated"] },
  });
  const denied = await running.server.request("/version", {
    headers: { "Impersonate-User": "root" },
    user: { name: "nobody", groups: [] },
  });
  expect(denied.status).toBe(403);
});

test("many impersonation headers are checked without delaying other clients", async () => {
  const values = Array.from({ length: 200 }, (_, index) => `group-${index}`);
  const { status, json } = await review(running.client, { "impersonate-user": "jane", "impersonate-group": values });
  expect(status).toBe(201);
  expect(json.status.userInfo.groups).toHaveLength(201);
});

test("the number of groups and extra properties is limited by that of a request's headers", async () => {
  const groups = (count: number): string[] => Array.from({ length: count }, (_, index) => `g${index}`);
  const { groups: accepted } = (await reviewedUser({
    "impersonate-user": "bob",
    "impersonate-group": groups(240),
  })) as {
    readonly groups: readonly string[];
  };
  expect(accepted).toEqual([...groups(240), "system:authenticated"]);
  const extras = Object.fromEntries(groups(256).map((name) => [`impersonate-extra-${name}`, "a"]));
  for (const headers of [{ "impersonate-group": groups(256) }, extras]) {
    const { status } = await review(running.client, { "impersonate-user": "bob", ...headers });
    expect(status).toBe(431);
  }
});
