import { afterEach, describe, expect, test } from "vitest";
import { serverConfig } from "../../src/app/config/server-config.ts";
import { UsageError } from "../../src/app/flags/usage-error.ts";
import { UsersServer, type UsersServerOptions } from "./users-server.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const rbac = "/apis/rbac.authorization.orch.io/v1";
const users = ["alice", "bob", "anonymous"];

let running: UsersServer | undefined;

async function start(options: UsersServerOptions): Promise<UsersServer> {
  running = await UsersServer.start(options);
  return running;
}

afterEach(async () => {
  await running?.[Symbol.asyncDispose]();
  running = undefined;
});

/** Lets alice read ConfigMaps by a role. */
async function grantMaps(server: UsersServer): Promise<void> {
  const rules = [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get", "list"] }];
  const subjects = [{ kind: "User", name: "alice" }];
  const roleRef = { kind: "ClusterRole", name: "maps" };
  const objects = [
    ["clusterroles", { metadata: { name: "maps" }, rules }],
    ["clusterrolebindings", { metadata: { name: "maps" }, roleRef, subjects }],
  ] as const;
  for (const [resource, body] of objects) {
    expect(await server.statusFor("master", `${rbac}/${resource}`, { body })).toBe(201);
  }
}

test("a user without grants gets 403 in the default modes, and one with a role does not [AUTHZ-01] [AUTHZ-02] [AUTHZ-15] [RBAC-01]", async () => {
  const server = await start({});
  await grantMaps(server);
  expect(await server.statusFor("alice", maps)).toBe(200);
  const { status, json } = await server.request("bob", maps);
  expect(status).toBe(403);
  expect(json).toMatchObject({
    kind: "Status",
    reason: "Forbidden",
    code: 403,
    message:
      'configmaps is forbidden: User "bob" cannot list resource "configmaps" in API group "" in the namespace "default"',
  });
});

test("anonymous users get 403 for paths that nothing grants to them [ANON-07]", async () => {
  const server = await start({});
  const { status, json } = await server.request("anonymous", maps);
  expect([status, json.message]).toEqual([
    403,
    'configmaps is forbidden: User "system:anonymous" cannot list resource "configmaps" in API group "" in the namespace "default"',
  ]);
  expect(await server.statusFor("anonymous", "/metrics")).toBe(403);
});

test("a ClusterRoleBinding of a group grants to anonymous users, and to users by their groups [ANON-07] [AUTHZ-03]", async () => {
  const server = await start({});
  await grantMaps(server);
  const bind = async (name: string): Promise<void> => {
    const subjects = [{ kind: "Group", name }];
    const body = {
      metadata: { name: name.replace(":", "-") },
      roleRef: { kind: "ClusterRole", name: "maps" },
      subjects,
    };
    expect(await server.statusFor("master", `${rbac}/clusterrolebindings`, { body })).toBe(201);
  };
  expect([await server.statusFor("anonymous", maps), await server.statusFor("bob", maps)]).toEqual([403, 403]);
  await bind("system:unauthenticated");
  await bind("ops");
  expect([await server.statusFor("anonymous", maps), await server.statusFor("bob", maps)]).toEqual([200, 200]);
});

test.each(["Node,RBAC", "RBAC,Node", "RBAC"])(
  "the modes %s allow what roles grant, and nothing else [AUTHZ-15] [AUTHZ-16]",
  async (modes) => {
    const server = await start({ flags: [`--authorization-mode=${modes}`] });
    await grantMaps(server);
    expect([await server.statusFor("alice", maps), await server.statusFor("bob", maps)]).toEqual([200, 403]);
    expect(await server.statusFor("alice", maps, { body: { metadata: { name: "a" } } })).toBe(403);
  },
);

test.each(["AlwaysAllow", "AlwaysAllow,RBAC", "RBAC,AlwaysAllow", "AlwaysDeny,AlwaysAllow"])(
  "the modes %s allow everything [AUTHZ-13]",
  async (modes) => {
    const server = await start({ flags: [`--authorization-mode=${modes}`] });
    for (const user of ["alice", "bob"]) {
      expect(await server.statusFor(user, maps)).toBe(200);
      expect(await server.statusFor(user, "/api/v1/namespaces", { body: { metadata: { name: user } } })).toBe(201);
      expect(await server.statusFor(user, "/metrics")).toBe(200);
    }
  },
);

test("the mode AlwaysDeny rejects every request with its reason [AUTHZ-14]", async () => {
  const server = await start({ flags: ["--authorization-mode=AlwaysDeny"] });
  for (const user of users) {
    for (const target of [maps, "/version", "/healthz", "/apis", "/api/v1/nodes"]) {
      const { status, json } = await server.request(user, target);
      expect(status).toBe(403);
      expect(json.message).toMatch(/: Everything is forbidden\.$/);
    }
  }
});

test("an authorizer after AlwaysDeny still allows requests, and the reason of AlwaysDeny remains otherwise [AUTHZ-14]", async () => {
  const server = await start({ flags: ["--authorization-mode=AlwaysDeny,RBAC"] });
  await grantMaps(server);
  expect(await server.statusFor("alice", maps)).toBe(200);
  expect((await server.request("bob", maps)).json.message).toMatch(/"default": Everything is forbidden\.$/);
});

test("members of system:masters may do everything, whatever the modes say [AUTHZ-18]", async () => {
  const server = await start({ flags: ["--authorization-mode=AlwaysDeny"] });
  expect(await server.statusFor("master", "/api/v1/namespaces", { body: { metadata: { name: "shop" } } })).toBe(201);
  expect(await server.statusFor("master", "/metrics")).toBe(200);
});

describe("requests without credentials in the mode AlwaysAllow", () => {
  test.each([
    ["--authorization-mode=AlwaysAllow", []],
    ["--authorization-mode=RBAC,AlwaysAllow", ["--anonymous-auth=true"]],
  ])("get 401 with %s %j [ANON-03]", async (mode, others) => {
    const server = await start({ flags: [mode, ...others] });
    expect(await server.statusFor("anonymous", "/version")).toBe(401);
    expect(await server.statusFor("alice", "/version")).toBe(200);
  });

  test("cause a warning at the start, unless --anonymous-auth excludes them [ANON-03]", () => {
    const mode = "--authorization-mode=AlwaysAllow";
    const warningsOf = (...flags: string[]): readonly string[] =>
      serverConfig("apiserver", flags, { cwd: "/" }).warnings;
    expect(warningsOf(mode)).toEqual([
      "AnonymousAuth is not allowed with the AlwaysAllow authorizer. Resetting AnonymousAuth to false. You should use a " +
        "different authorizer",
    ]);
    expect(warningsOf(mode, "--anonymous-auth=false")).toEqual([]);
    expect(warningsOf("--authorization-mode=RBAC")).toEqual([]);
  });

  test("are served in the mode RBAC, as far as roles allow them [ANON-03]", async () => {
    const server = await start({ flags: ["--authorization-mode=RBAC"] });
    expect(await server.statusFor("anonymous", "/version")).toBe(200);
  });
});

test.each([
  [["--authorization-mode=RBAC,Magic"], ['authorization-mode "Magic" is not a valid mode']],
  [["--authorization-mode=rbac"], ['authorization-mode "rbac" is not a valid mode']],
  [
    ["--authorization-mode=RBAC,Node,RBAC"],
    ['authorization-mode ["RBAC" "Node" "RBAC"] has mode specified more than once'],
  ],
  [
    ["--authorization-mode=RBAC", "--authorization-mode=RBAC"],
    ['authorization-mode ["RBAC" "RBAC"] has mode specified more than once'],
  ],
  [["--authorization-mode="], ["at least one authorization-mode must be passed"]],
  [["--authorization-mode=ABAC"], ["authorization-mode ABAC's authorization policy file not passed"]],
  [["--authorization-mode=Webhook"], ["authorization-mode Webhook's authorization config file not passed"]],
  [["--authorization-policy-file=/p"], ["cannot specify --authorization-policy-file without mode ABAC"]],
  [
    ["--authorization-webhook-config-file=/w"],
    ["cannot specify --authorization-webhook-config-file without mode Webhook"],
  ],
  [
    ["--authorization-mode=Magic,ABAC,Webhook,Magic"],
    [
      'authorization-mode "Magic" is not a valid mode',
      "authorization-mode ABAC's authorization policy file not passed",
      "authorization-mode Webhook's authorization config file not passed",
      'authorization-mode "Magic" is not a valid mode',
      'authorization-mode ["Magic" "ABAC" "Webhook" "Magic"] has mode specified more than once',
    ],
  ],
])("a server does not start with %j", async (flags, problems) => {
  const error = await start({ flags }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UsageError);
  expect((error as UsageError).problems).toEqual(problems);
});

test.each([
  "--authorization-mode=RBAC",
  "--authorization-mode=Node,RBAC",
  "--authorization-webhook-config-file=/w",
  "--authorization-webhook-version=v1",
  "--authorization-webhook-cache-authorized-ttl=1m",
  "--authorization-webhook-cache-unauthorized-ttl=0s",
])("a server does not start with a configuration file and %s [AUTHZ-17]", async (flag) => {
  const error = await start({ flags: ["--authorization-config=/c", flag] }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UsageError);
  expect((error as UsageError).problems).toEqual([
    "--authorization-config can not be specified when --authorization-mode or --authorization-webhook-* flags are defined",
  ]);
});

test("the decisions of each authorizer are counted, and those for system:masters are not", async () => {
  const server = await start({ flags: ["--authorization-mode=AlwaysDeny,RBAC"] });
  await grantMaps(server);
  for (const user of ["alice", "alice", "bob"]) await server.request(user, maps);
  const name = "apiserver_authorization_decisions_total";
  expect(await server.metric(`${name}{type="RBAC",name="rbac",decision="allowed"}`)).toBe(2);
  expect(await server.metric(`${name}{type="RBAC",name="rbac",decision="denied"}`)).toBeUndefined();
});
