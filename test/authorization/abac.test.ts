import { afterEach, expect, test } from "vitest";
import { systemClock } from "../../src/base/clock.ts";
import { createLogger } from "../../src/base/logger.ts";
import { UsersServer, type UsersServerOptions } from "./users-server.ts";

const policyVersion = "abac.authorization.orch.io/v1beta1";
const maps = "/api/v1/namespaces/shop/configmaps";

function line(spec: object): string {
  return JSON.stringify({ apiVersion: policyVersion, kind: "Policy", spec });
}

let running: UsersServer | undefined;

/** Starts a server whose policy file has these lines. */
async function start(
  lines: readonly string[],
  { mode = "ABAC", ...options }: UsersServerOptions & { readonly mode?: string } = {},
): Promise<UsersServer> {
  const flags = [`--authorization-mode=${mode}`, "--authorization-policy-file={policies}"];
  running = await UsersServer.start({ flags, files: { policies: `${lines.join("\n")}\n` }, ...options });
  const namespace = { metadata: { name: "shop" } };
  expect(await running.statusFor("master", "/api/v1/namespaces", { body: namespace })).toBe(201);
  return running;
}

afterEach(async () => {
  await running?.[Symbol.asyncDispose]();
  running = undefined;
});

test("a request that a policy grants passes, and others get 403 [ABAC-01] [AUTHZ-15] [ABAC-05]", async () => {
  const server = await start([line({ user: "alice", namespace: "shop", resource: "configmaps" })]);
  expect(await server.statusFor("alice", maps)).toBe(200);
  expect(await server.statusFor("alice", maps, { body: { metadata: { name: "a" } } })).toBe(201);
  const { status, json } = await server.request("bob", maps);
  expect([status, json.message]).toEqual([
    403,
    'configmaps is forbidden: User "bob" cannot list resource "configmaps" in API group "" in the namespace "shop": No policy matched.',
  ]);
  for (const target of [
    "/api/v1/namespaces/default/configmaps",
    "/api/v1/configmaps",
    "/api/v1/namespaces/shop/pods",
    "/apis/apps/v1/namespaces/shop/deployments",
    "/version",
  ]) {
    expect(await server.statusFor("alice", target), target).toBe(403);
  }
});

test("blank lines and comments of a policy file are skipped [ABAC-03]", async () => {
  const server = await start([
    "# policies",
    "",
    "   ",
    "  # more",
    line({ user: "alice", nonResourcePath: "/version" }),
  ]);
  expect(await server.statusFor("alice", "/version")).toBe(200);
});

test("a malformed line stops the start, with its number [ABAC-03]", async () => {
  await expect(start(["# policies", line({ user: "alice" }), '{"apiVersion'])).rejects.toThrow(
    /policies, line 3: couldn't get version\/kind; json parse error: unexpected end of JSON input$/,
  );
});

const everything = { namespace: "*", resource: "*", apiGroup: "*" };

test.each([
  ["a user", { user: "alice" }, [true, false, false]],
  ["a group", { group: "ops" }, [false, true, true]],
  ["a user and a group of others", { user: "alice", group: "ops" }, [false, false, false]],
  ["a user and one of its groups", { user: "carol", group: "ops" }, [false, false, true]],
  ["all users", { user: "*" }, [true, true, true]],
  ["all groups", { group: "*" }, [true, true, true]],
  ["nobody", {}, [false, false, false]],
])("the policy of %s applies to the right users [ABAC-04]", async (_, subject, expected) => {
  const server = await start([line({ ...subject, ...everything })]);
  const statuses = await Promise.all(["alice", "bob", "carol"].map((user) => server.statusFor(user, maps)));
  expect(statuses).toEqual(expected.map((isAllowed) => (isAllowed ? 200 : 403)));
  expect(await server.statusFor("anonymous", maps)).toBe(403);
});

test.each([
  ["everything", everything, [200, 200, 200, 200]],
  ["one namespace", { ...everything, namespace: "shop" }, [200, 403, 200, 403]],
  ["one resource", { ...everything, resource: "configmaps" }, [200, 200, 403, 403]],
  ["the core group", { ...everything, apiGroup: "" }, [200, 200, 403, 200]],
  ["another group", { ...everything, apiGroup: "apps" }, [403, 403, 200, 403]],
  ["objects outside namespaces", { ...everything, namespace: "" }, [403, 200, 403, 200]],
  ["no resource", { ...everything, resource: "" }, [403, 403, 403, 403]],
])("a policy for %s allows only these requests [ABAC-05]", async (_, spec, expected) => {
  const server = await start([line({ user: "alice", ...spec })]);
  const targets = [maps, "/api/v1/configmaps", "/apis/apps/v1/namespaces/shop/deployments", "/api/v1/nodes"];
  expect(await Promise.all(targets.map((target) => server.statusFor("alice", target)))).toEqual(expected);
});

test.each([
  ["/healthz", [200, 403, 403, 403]],
  ["*", [200, 200, 200, 200]],
  ["/livez", [403, 200, 403, 403]],
  ["/livez/*", [403, 403, 200, 403]],
  ["/livez*", [403, 200, 200, 403]],
  ["/version/", [403, 403, 403, 403]],
  ["", [403, 403, 403, 403]],
])("the path %j of a policy matches only these paths [ABAC-06]", async (nonResourcePath, expected) => {
  const server = await start([line({ user: "alice", nonResourcePath })]);
  const targets = ["/healthz", "/livez", "/livez/ping", "/version"];
  expect(await Promise.all(targets.map((target) => server.statusFor("alice", target)))).toEqual(expected);
});

test("a policy that is readonly allows get, list and watch, and no writes [ABAC-07]", async () => {
  const server = await start([line({ user: "alice", readonly: true, ...everything, nonResourcePath: "*" })]);
  await server.request("master", maps, { body: { metadata: { name: "a" } } });
  const read = async (target: string): Promise<number> => await server.statusFor("alice", target);
  expect([await read(maps), await read(`${maps}/a`), await read("/version")]).toEqual([200, 200, 200]);
  const credentials = { authorization: "Bearer alice-token" };
  const watch = await server.server.anonymous.open(`${maps}?watch=true`, { headers: credentials });
  expect(watch.status).toBe(200);
  watch.close();
  const body = { metadata: { name: "b" } };
  expect(await server.statusFor("alice", maps, { body })).toBe(403);
  for (const method of ["PUT", "PATCH", "DELETE"]) {
    expect(await server.statusFor("alice", `${maps}/a`, { method, body }), method).toBe(403);
  }
  expect(await server.statusFor("alice", "/version", { method: "POST", body: {} })).toBe(403);
});

test("a change of the policy file has no effect before a restart [ABAC-08]", async () => {
  const server = await start([line({ user: "alice", ...everything })]);
  server.write("policies", `${line({ user: "bob", ...everything })}\n`);
  await server.server.clock.advance(120_000);
  expect([await server.statusFor("alice", maps), await server.statusFor("bob", maps)]).toEqual([200, 403]);
});

test("with RBAC before ABAC, a request that roles do not grant passes if a policy grants it [ABAC-02] [AUTHZ-16]", async () => {
  const server = await start([line({ group: "ops", ...everything })], { mode: "RBAC,ABAC" });
  expect([await server.statusFor("bob", maps), await server.statusFor("alice", maps)]).toEqual([200, 403]);
  expect((await server.request("alice", maps)).json.message).toMatch(/No policy matched\.$/);
  const decisions = "apiserver_authorization_decisions_total";
  expect(await server.metric(`${decisions}{type="ABAC",name="abac",decision="allowed"}`)).toBe(1);
});

test("RBAC and ABAC need explicit grants to anonymous users [ANON-07]", async () => {
  const policies = [
    line({ user: "*", ...everything }),
    line({ group: "system:unauthenticated", nonResourcePath: "/version" }),
    line({ user: "system:anonymous", namespace: "shop", resource: "configmaps", readonly: true }),
  ];
  const server = await start(policies);
  const read = async (target: string): Promise<number> => await server.statusFor("anonymous", target);
  expect([await read("/version"), await read(maps)]).toEqual([200, 200]);
  expect([await read("/healthz"), await read("/api/v1/namespaces/shop/pods")]).toEqual([403, 403]);
});

test("a SelfSubjectRulesReview lists the policies of the user in a namespace", async () => {
  const server = await start([
    line({ user: "*", ...everything, apiGroup: "authorization.orch.io" }),
    line({ user: "alice", namespace: "shop", resource: "configmaps", readonly: true }),
    line({ user: "alice", namespace: "default", resource: "secrets" }),
    line({ user: "bob", ...everything }),
    line({ group: "dev", namespace: "*", nonResourcePath: "/openapi/*" }),
    line({ group: "dev", nonResourcePath: "/hidden" }),
  ]);
  const path = "/apis/authorization.orch.io/v1/selfsubjectrulesreviews";
  const { json } = await server.request("alice", path, { body: { spec: { namespace: "shop" } } });
  expect(json.status).toEqual({
    resourceRules: [
      { verbs: ["*"], apiGroups: ["authorization.orch.io"], resources: ["*"] },
      { verbs: ["get", "list", "watch"], apiGroups: [""], resources: ["configmaps"] },
    ],
    nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["/openapi/*"] }],
    incomplete: false,
  });
});

test("policies without version still work, and the server warns of them at the start", async () => {
  const lines: string[] = [];
  const logger = createLogger({ format: "text", clock: systemClock, write: (text) => lines.push(text) });
  const server = await start(['{"user":"alice","resource":"configmaps"}'], { logger });
  expect([await server.statusFor("alice", maps), await server.statusFor("bob", maps)]).toEqual([200, 403]);
  expect(lines.join("")).toContain("the policy file contains policies without apiVersion and kind");
});
