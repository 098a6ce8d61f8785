/** Permissions of users in process: `clientAs`, `permissionDifferences` and the option `authorization`. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { configMap, namespace, selfSubjectReview, serviceAccount } from "../../src/api/index.ts";
import { type RunningServer, startServer } from "../../src/app/server.ts";
import { eventually } from "../support/until.ts";

const rbac = "/apis/rbac.authorization.orch.io/v1";
const web = "system:serviceaccount:shop:web";
let server: RunningServer;

beforeAll(async () => {
  server = await startServer({ authorization: "RBAC" });
  const create = async (path: string, body: object): Promise<void> => {
    expect((await server.request(path, { body })).status).toBe(201);
  };
  await create("/api/v1/namespaces", { metadata: { name: "shop" } });
  await create("/api/v1/namespaces/shop/configmaps", { metadata: { name: "settings" } });
  await create(`${rbac}/namespaces/shop/roles`, {
    metadata: { name: "reader" },
    rules: [
      { verbs: ["get"], apiGroups: [""], resources: ["configmaps"], resourceNames: ["settings"] },
      { verbs: ["update"], apiGroups: ["apps"], resources: ["deployments/scale"] },
    ],
  });
  await create(`${rbac}/namespaces/shop/rolebindings`, {
    metadata: { name: "readers" },
    roleRef: { kind: "Role", name: "reader" },
    subjects: [
      { kind: "ServiceAccount", name: "web" },
      { kind: "Group", name: "dev" },
    ],
  });
});
afterAll(() => server.close());

describe("clientAs()", () => {
  test("its requests are authorized as those of the user", async () => {
    const client = server.clientAs(web);
    expect((await client.api(configMap, "shop").get("settings")).metadata.name).toBe("settings");
    await expect(client.api(configMap, "shop").list()).rejects.toThrow(
      `User "${web}" cannot list resource "configmaps" in API group "" in the namespace "shop"`,
    );
  });

  test("the user has the groups that authentication adds, and those of the options", async () => {
    // This user may ask who it is, whatever roles the server has.
    const options = { groups: ["system:masters", "dev"], uid: "u-1", extra: { team: ["a", "b"] } };
    const review = await server.clientAs(web, options).api(selfSubjectReview).create({ metadata: {} });
    expect(review.status?.userInfo).toEqual({
      username: web,
      uid: "u-1",
      groups: [
        "system:masters",
        "dev",
        "system:serviceaccounts",
        "system:serviceaccounts:shop",
        "system:authenticated",
      ],
      extra: { team: ["a", "b"] },
    });
  });

  test("a user without a name is rejected, also in tables and requests", async () => {
    const rejection = new TypeError("the name of a user is empty");
    expect(() => server.clientAs("")).toThrow(rejection);
    const table = { users: { nobody: "" }, allowed: { "get pods": [] } };
    await expect(server.permissionDifferences(table)).rejects.toThrow(rejection);
    await expect(server.request("/version", { user: { name: "", groups: [] } })).rejects.toThrow(rejection);
  });

  test("an anonymous user is not authenticated", async () => {
    const groups = ["system:masters"];
    const review = await server
      .clientAs("system:anonymous", { groups })
      .api(selfSubjectReview)
      .create({ metadata: {} });
    expect(review.status?.userInfo?.groups).toEqual(["system:masters", "system:unauthenticated"]);
  });

  test("a group of the options grants its roles", async () => {
    const maps = server.clientAs("ann", { groups: ["dev"] }).api(configMap, "shop");
    expect((await maps.get("settings")).metadata.name).toBe("settings");
    await expect(server.clientAs("ann").api(configMap, "shop").get("settings")).rejects.toThrow("cannot get resource");
  });

  test("close() of the server ends its requests", async () => {
    const other = await startServer();
    const client = other.clientAs("admin", { groups: ["system:masters"] });
    const watch = client.api(serviceAccount, "").watch()[Symbol.asyncIterator]();
    const next = watch.next();
    await other.close();
    await expect(next).rejects.toThrow();
  });
});

const users = { web, ann: { name: "ann", groups: ["dev"] }, bob: "bob" };

describe("permissionDifferences()", () => {
  test("it returns no differences if the table describes the roles", async () => {
    const differences = await server.permissionDifferences({
      users,
      namespace: "shop",
      allowed: {
        "get configmaps settings": ["web", "ann"],
        "get configmaps": [],
        "get configmaps settings -n default": [],
        "get configmaps settings -A": [],
        "update deployments.apps/scale": ["web", "ann"],
        "update deployments/scale web": ["web", "ann"],
        "update deployments": [],
        "list nodes": [],
        "get /metrics": [],
        "impersonate users bob": [],
      },
    });
    expect(differences).toEqual([]);
  });

  test("it asks about a Namespace in this namespace, where the server authorizes requests for it", async () => {
    const roleRef = { kind: "ClusterRole", name: "view" };
    const subjects = [{ kind: "User", name: "bob" }];
    const body = { metadata: { name: "viewers" }, roleRef, subjects };
    expect((await server.request(`${rbac}/namespaces/shop/rolebindings`, { body })).status).toBe(201);
    expect((await server.clientAs("bob").api(namespace).get("shop")).metadata.name).toBe("shop");
    const differences = await server.permissionDifferences({
      users,
      allowed: {
        "get namespaces shop": ["bob"],
        "get namespaces shop -n other": ["bob"],
        "get namespaces other": [],
        "get namespaces": [],
        "list namespaces shop": [],
        "delete namespaces shop": [],
      },
    });
    expect(differences).toEqual([]);
    const undo = await server.request(`${rbac}/namespaces/shop/rolebindings/viewers`, { method: "DELETE" });
    expect(undo.status).toBe(200);
  });

  test("it asks about resources that only rules contain in the whole cluster", async () => {
    const name = "approvers";
    const rules = [
      { verbs: ["approve"], apiGroups: ["certificates.orch.io"], resources: ["signers"], resourceNames: ["a.io/b"] },
    ];
    const roleRef = { kind: "ClusterRole", name };
    const subjects = [{ kind: "User", name: "bob" }];
    await server.request(`${rbac}/clusterroles`, { body: { metadata: { name }, rules } });
    await server.request(`${rbac}/clusterrolebindings`, { body: { metadata: { name }, roleRef, subjects } });
    const allowed = { "approve signers a.io/b": ["bob"], "approve signers.certificates.orch.io a.io/c": [] };
    expect(await server.permissionDifferences({ users, allowed })).toEqual([]);
  });

  test("it returns a sentence for each user who may do more or less", async () => {
    const differences = await server.permissionDifferences({
      users,
      namespace: "shop",
      allowed: { "get configmaps settings": ["bob", "ann"], "get /metrics": ["bob"], "list nodes": ["bob"] },
    });
    expect(differences).toEqual([
      "web may get configmaps settings in the namespace shop, but must not (RBAC: allowed by RoleBinding " +
        '"readers/shop" of Role "reader" to ServiceAccount "web/shop")',
      "bob may not get configmaps settings in the namespace shop, but must be allowed to",
      "bob may not get /metrics, but must be allowed to",
      "bob may not list nodes, but must be allowed to",
    ]);
  });

  test.each([
    [
      { "get configmapz": [] },
      'the action "get configmapz" names "configmapz", which the server does not serve; did you mean configmaps?',
    ],
    [
      { "get configmaps": ["wep"] },
      'the row "get configmaps" names "wep", which is no user of the table; did you mean web?',
    ],
    [{ get: [] }, 'the action "get" is not VERB RESOURCE [NAME] [-n NAMESPACE | -A], or VERB /PATH'],
    [{ "get pods a b": [] }, 'the action "get pods a b" is not VERB RESOURCE'],
  ])("it rejects the table %j", async (allowed, message) => {
    await expect(server.permissionDifferences({ users, allowed })).rejects.toThrow(message);
    await expect(server.permissionDifferences({ users, allowed })).rejects.toBeInstanceOf(TypeError);
  });
});

describe("the option authorization", () => {
  const users = { ann: "ann" };

  /** Binds the default roles for users of namespaces to the users `of-view`, `of-edit` and `of-admin`. */
  async function bindDefaultRoles(other: RunningServer): Promise<void> {
    for (const name of ["view", "edit", "admin"]) {
      const roleRef = { kind: "ClusterRole", name };
      const subjects = [{ kind: "User", name: `of-${name}` }];
      const body = { metadata: { name }, roleRef, subjects };
      expect((await other.request(`${rbac}/namespaces/default/rolebindings`, { body })).status).toBe(201);
    }
  }

  const defaultUsers = { view: "of-view", edit: "of-edit", admin: "of-admin" };
  const defaultTable = {
    users: defaultUsers,
    allowed: {
      "list pods": ["view", "edit", "admin"],
      "create configmaps": ["edit", "admin"],
      "get secrets": ["edit", "admin"],
      "create roles.rbac.authorization.orch.io": ["admin"],
      "list pods -n other": [],
    },
  };

  test("with RBAC, bindings of a test can name the default roles view, edit and admin", async () => {
    await using other = await startServer({ authorization: "RBAC" });
    await bindDefaultRoles(other);
    expect(await other.permissionDifferences(defaultTable)).toEqual([]);
    await using fork = await other.fork();
    expect(await fork.permissionDifferences(defaultTable)).toEqual([]);
  });

  test("with RBAC, the default roles have the rules that they aggregate, also without controllers", async () => {
    await using other = await startServer({ authorization: "RBAC", controllers: [] });
    const rulesOf = async (name: string): Promise<readonly object[]> =>
      (await (await other.request(`${rbac}/clusterroles/${name}`)).json<{ rules: object[] }>()).rules;
    const [toView = [], toEdit = [], toAdmin = []] = await Promise.all(
      ["view", "edit", "admin"].map((name) => rulesOf(`system:aggregate-to-${name}`)),
    );
    expect(await rulesOf("view")).toEqual(toView);
    expect(await rulesOf("edit")).toEqual([...toEdit, ...toView]);
    const admin = await rulesOf("admin");
    expect(admin).toEqual([...toEdit, ...toView, ...toAdmin]);
    // As in the reference 1.32.13.
    expect(admin).toHaveLength(25);
  });

  test("with RBAC, a role of a test with an aggregation label changes the default role", async () => {
    await using other = await startServer({ authorization: "RBAC" });
    await bindDefaultRoles(other);
    const name = "secret-viewer";
    const labels = { "rbac.authorization.orch.io/aggregate-to-view": "true" };
    const rules = [{ apiGroups: [""], resources: ["secrets"], verbs: ["get"] }];
    const created = await other.request(`${rbac}/clusterroles`, { body: { metadata: { name, labels }, rules } });
    expect(created.status).toBe(201);
    const table = { users: defaultUsers, allowed: { "get secrets": ["view", "edit", "admin"] } };
    await eventually(async () => (await other.permissionDifferences(table)).length === 0, "view has the rule");
    await using fork = await other.fork();
    expect(await fork.permissionDifferences(table)).toEqual([]);
    const deleted = await fork.request(`${rbac}/clusterroles/${name}`, { method: "DELETE" });
    expect(deleted.status).toBe(200);
    await eventually(async () => (await fork.permissionDifferences(defaultTable)).length === 0, "view loses the rule");
  });

  test("by default, a user without roles may do nothing with objects", async () => {
    await using other = await startServer();
    expect(await other.permissionDifferences({ users, allowed: { "get pods": [], "create /": [] } })).toEqual([]);
  });

  test("AlwaysAllow allows everything to all users, and AlwaysDeny nothing", async () => {
    await using open = await startServer({ authorization: "AlwaysAllow" });
    expect(await open.permissionDifferences({ users, allowed: { "get pods": ["ann"] } })).toEqual([]);
    await using closed = await startServer({ authorization: "AlwaysDeny" });
    expect(await closed.permissionDifferences({ users, allowed: { "get /version": [] } })).toEqual([]);
  });
});
