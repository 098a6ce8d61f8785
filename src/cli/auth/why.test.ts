import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Client } from "../../client/index.ts";
import { parseYaml } from "../../codec/index.ts";
import type { ClientContext } from "../context.ts";
import { CommandStage } from "../testing/command-stage.ts";
import { canI } from "./can-i.ts";
import type { ActionWords } from "./read-action.ts";
import { whoCan } from "./who-can.ts";
import { why } from "./why.ts";

const rbac = "rbac.authorization.orch.io/v1";
let stage: CommandStage;
beforeAll(async () => {
  stage = await CommandStage.open();
  const bind = async (name: string, kind: string, roleName: string, subjects: object[]): Promise<void> => {
    const metadata = { name, namespace: "shop" };
    await stage.create("rolebindings", { metadata, roleRef: { kind, name: roleName }, subjects }, rbac);
  };
  await stage.create("namespaces", { metadata: { name: "shop" } });
  await stage.create(
    "roles",
    {
      metadata: { name: "reader", namespace: "shop" },
      rules: [{ verbs: ["get", "list"], apiGroups: [""], resources: ["pods"] }],
    },
    rbac,
  );
  await bind("readers", "Role", "reader", [
    { kind: "User", name: "ann" },
    { kind: "Group", name: "dev" },
    { kind: "ServiceAccount", name: "web" },
  ]);
  await stage.create(
    "roles",
    {
      metadata: { name: "role-maker", namespace: "shop" },
      rules: [
        { verbs: ["create"], apiGroups: ["rbac.authorization.orch.io"], resources: ["roles", "rolebindings"] },
        { verbs: ["escalate", "bind"], apiGroups: ["rbac.authorization.orch.io"], resources: ["roles"] },
      ],
    },
    rbac,
  );
  await stage.server.request(`/apis/${rbac}/clusterroles`, {
    body: { metadata: { name: "place-reader" }, rules: [{ verbs: ["*"], apiGroups: [""], resources: ["namespaces"] }] },
  });
  await bind("place-readers", "ClusterRole", "place-reader", [{ kind: "User", name: "dan" }]);
  await bind("role-makers", "Role", "role-maker", [{ kind: "User", name: "carl" }]);
  const reviewRule = { verbs: ["create"], apiGroups: ["authorization.orch.io"], resources: ["subjectaccessreviews"] };
  await stage.server.request(`/apis/${rbac}/clusterroles`, {
    body: { metadata: { name: "reviewer" }, rules: [reviewRule] },
  });
  await stage.server.request(`/apis/${rbac}/clusterrolebindings`, {
    body: {
      metadata: { name: "reviewers" },
      roleRef: { kind: "ClusterRole", name: "reviewer" },
      subjects: [{ kind: "Group", name: "reviewers" }],
    },
  });
});
afterAll(() => stage[Symbol.asyncDispose]());

function words(verb: string, target: string, more: Partial<ActionWords> = {}): ActionWords {
  return { verb, target, name: undefined, subresource: undefined, allNamespaces: false, ...more };
}

/** Asks about the actions of a user, as an administrator or another caller. */
async function ask(question: ActionWords, user: string, caller = "") {
  return await stage.run(
    (context) =>
      why(
        { words: question },
        {
          ...context,
          client: stage.server.clientAs(user),
          caller: caller === "" ? context.caller : stage.server.clientAs(caller),
        },
      ),
    { namespace: "shop" },
  );
}

describe("orch auth why", () => {
  test("it prints the binding, the role and the rule that allow an action", async () => {
    const { code, out, error } = await ask(words("list", "pods"), "ann");
    expect({ code, error }).toEqual({ code: 0, error: "" });
    expect(out).toBe(`yes: "ann" may list pods in the namespace "shop"
  authorizer  RBAC
  binding     RoleBinding "readers" in the namespace "shop"
  subject     User "ann"
  role        Role "reader" in the namespace "shop"
  rule        get, list on pods (API group "")
`);
  });

  test("it names the group or the service account of the binding", async () => {
    const { out } = await ask(words("get", "pod/db"), "system:serviceaccount:shop:web");
    expect(out).toContain('yes: "system:serviceaccount:shop:web" may get pods "db" in the namespace "shop"\n');
    expect(out).toContain('  subject     ServiceAccount "web"\n');
  });

  test("it prints what an administrator's group allows", async () => {
    const { code, out } = await stage.run((context) => why({ words: words("get", "/metrics") }, context));
    expect(code).toBe(0);
    expect(out).toBe(`yes: "in-process-admin" may get the path /metrics
  authorizer  none is asked: members of the group system:masters may do everything
`);
  });

  test("it prints what is missing, and a role and a binding that allow exactly the action", async () => {
    const { code, out, error } = await ask(words("delete", "pods", { name: "web" }), "ann");
    expect({ code, error }).toEqual({ code: 1, error: "" });
    const [explanation = "", manifest = ""] = out.split("The smallest role that allows it, and its binding:\n\n");
    expect(explanation).toContain('no: "ann" may not delete pods "web" in the namespace "shop"\n');
    expect(explanation).toContain(
      '  allowed     get, list on pods (API group ""), by RoleBinding "readers" in the namespace "shop"\n',
    );
    expect(explanation).toContain('  grantors    Group "system:masters"\n');
    expect(explanation).toContain('User "carl", by RoleBinding "role-makers" in the namespace "shop"\n');
    const documents = manifest.split("---\n").map(async (text) => (await parseYaml(Buffer.from(text))).value);
    expect(await Promise.all(documents)).toEqual([
      {
        apiVersion: rbac,
        kind: "Role",
        metadata: { name: "delete-pods-web", namespace: "shop" },
        rules: [{ apiGroups: [""], resources: ["pods"], resourceNames: ["web"], verbs: ["delete"] }],
      },
      {
        apiVersion: rbac,
        kind: "RoleBinding",
        metadata: { name: "delete-pods-web", namespace: "shop" },
        subjects: [{ kind: "User", name: "ann", apiGroup: "rbac.authorization.orch.io" }],
        roleRef: { kind: "Role", name: "delete-pods-web", apiGroup: "rbac.authorization.orch.io" },
      },
    ]);
  });

  test("it shows a caller who may not read roles none of them, and says so", async () => {
    const { code, out, error } = await ask(words("delete", "pods"), "ann", "ann");
    expect(code).toBe(1);
    expect(out).not.toMatch(/readers|carl|role-maker/);
    expect(out).toContain("verbs:\n  - delete\n");
    expect(error).toContain(
      'warning: you may not list clusterroles, clusterrolebindings, roles in the namespace "shop", ' +
        'rolebindings in the namespace "shop", so the answer may be incomplete\n',
    );
  });

  test("it asks about a Namespace in this namespace, where the server authorizes requests for it", async () => {
    // The path of the Namespace `shop` is /api/v1/namespaces/shop. The server decides in the namespace `shop`.
    expect((await stage.server.request("/api/v1/namespaces/shop", { user: { name: "dan", groups: [] } })).status).toBe(
      200,
    );
    const { code, out } = await ask(words("get", "namespaces", { name: "shop" }), "dan");
    expect(code).toBe(0);
    expect(out).toContain('yes: "dan" may get namespaces "shop" in the namespace "shop"\n');
    expect(out).toContain('  binding     RoleBinding "place-readers" in the namespace "shop"\n');
    expect((await ask(words("get", "ns/other"), "dan")).out).toContain(
      'no: "dan" may not get namespaces "other" in the namespace "other"\n',
    );
  });

  test.each([
    words("get", "namespaces"),
    words("list", "namespaces", { name: "shop" }),
    words("create", "namespaces", { name: "shop" }),
    words("get", "namespaces", { name: "shop", allNamespaces: true }),
  ])("it asks about Namespaces in the whole cluster: %j", async (question) => {
    expect((await ask(question, "dan")).out).toMatch(/^no: .* in the whole cluster\n/);
  });

  test.each([
    [words("impersonate", "users", { name: "bob" }), "", "users"],
    [words("impersonate", "groups", { name: "dev" }), "", "groups"],
    [words("impersonate", "uids", { name: "u-1" }), "authentication.orch.io", "uids"],
    [
      words("impersonate", "userextras.authentication.orch.io", { name: "dev", subresource: "scopes" }),
      "authentication.orch.io",
      "userextras/scopes",
    ],
    [words("approve", "signers", { name: "orch.io/kubelet-serving" }), "certificates.orch.io", "signers"],
  ])("a resource that only rules contain belongs to the cluster: %j", async (question, group, resource) => {
    const { code, out, error } = await ask(question, "ann");
    expect({ code, error }).toEqual({ code: 1, error: "" });
    expect(out).toContain("in the whole cluster\n");
    const manifest = out.split("and its binding:\n\n")[1] ?? "";
    const [role, binding] = await Promise.all(
      manifest.split("---\n").map(async (text) => (await parseYaml(Buffer.from(text))).value),
    );
    expect(role).toMatchObject({
      kind: "ClusterRole",
      rules: [{ apiGroups: [group], resources: [resource], resourceNames: [question.name], verbs: [question.verb] }],
    });
    expect(binding).toMatchObject({ kind: "ClusterRoleBinding" });
  });

  /** Asks about a user of `--as` who may not create reviews of access. */
  async function askAs(name: string, groups: readonly string[], caller = "") {
    const impersonated = { user: name, groups, extra: {} };
    const callerClient = caller === "" ? {} : { caller: stage.server.clientAs(caller) };
    return await stage.run(
      (context) =>
        why(
          { words: words("get", "namespaces", { name: "shop" }) },
          { ...context, client: stage.server.clientAs(name, { groups }), impersonated, ...callerClient },
        ),
      { namespace: "shop" },
    );
  }

  test.each([
    ["system:anonymous", []],
    ["carl", ["system:unauthenticated"]],
  ])("it asks with the caller's permissions about %s, who may not ask about itself", async (name, groups) => {
    const denied = await askAs(name, groups);
    expect(denied).toMatchObject({ code: 1, error: "" });
    expect(denied.out).toContain(`no: "${name}" may not get namespaces "shop" in the namespace "shop"\n`);
    const subjects = [{ kind: "Group", name: "system:unauthenticated" }];
    const roleRef = { kind: "ClusterRole", name: "place-reader" };
    const path = `/apis/${rbac}/namespaces/shop/rolebindings`;
    const body = { metadata: { name: "unknown" }, roleRef, subjects };
    expect((await stage.server.request(path, { body })).status).toBe(201);
    const allowed = await askAs(name, groups);
    expect(allowed).toMatchObject({ code: 0, error: "" });
    expect(allowed.out).toContain('  subject     Group "system:unauthenticated"\n');
    expect((await stage.server.request(`${path}/unknown`, { method: "DELETE" })).status).toBe(200);
  });

  test("it says what to do if neither the user of --as nor the caller may ask", async () => {
    await expect(askAs("system:anonymous", [], "ann")).rejects.toThrow(
      '"system:anonymous" may not ask about its own permissions, and you may not create SubjectAccessReviews; ' +
        "an administrator can run this command",
    );
    await expect(askAs("system:anonymous", [], "ann")).rejects.toMatchObject({
      cause: { message: expect.stringContaining('User "system:anonymous" cannot create resource "selfsubject') },
    });
  });

  test.each(["ann", "reviewer"])("it reports that the caller %s may not impersonate the user of --as", async (name) => {
    // The reviewer could find out the answer with a SubjectAccessReview, but that would hide the error of --as.
    const caller = stage.server.clientAs(name, { groups: name === "reviewer" ? ["reviewers"] : [] });
    const client = new Client({
      transport: {
        close: async () => undefined,
        send: (request) =>
          caller.transport.send({ ...request, headers: { ...request.headers, "impersonate-user": "bob" } }),
      },
    });
    const impersonated = { user: "bob", groups: [], extra: {} };
    const question = words("get", "pods");
    const forbidden = `users "bob" is forbidden: User "${name}" cannot impersonate resource "users" in API group "" at the cluster scope`;
    const run = (command: (context: ClientContext) => Promise<number>) =>
      stage.run((context) => command({ ...context, client, caller, impersonated }), { namespace: "shop" });
    await expect(run((context) => canI({ words: question, isQuiet: false }, context))).rejects.toThrow(forbidden);
    await expect(run((context) => why({ words: question }, context))).rejects.toThrow(forbidden);
  });

  test("it ignores the namespace for a type of the cluster", async () => {
    const { out } = await ask(words("get", "nodes"), "ann");
    expect(out).toContain('no: "ann" may not get nodes in the whole cluster\n');
    expect(out).toContain("kind: ClusterRoleBinding\n");
  });
});

async function list(question: ActionWords, options: Partial<Parameters<typeof whoCan>[0]> = {}, caller = "") {
  return await stage.run(
    (context) =>
      whoCan(
        { words: question, hasHeaders: true, output: undefined, ...options },
        { ...context, caller: caller === "" ? context.caller : stage.server.clientAs(caller) },
      ),
    { namespace: "shop" },
  );
}

describe("orch auth who-can", () => {
  test("it lists the subjects with their binding and role", async () => {
    const { code, out, error } = await list(words("get", "pods"));
    expect({ code, error }).toEqual({ code: 0, error: "" });
    expect(out.split("\n").map((line) => line.split(/ {3,}/))).toEqual(
      expect.arrayContaining([
        ["SUBJECT", "NAMESPACE", "NAME", "BINDING", "ROLE"],
        ["User", "ann", "RoleBinding/readers", "Role/reader"],
        ["Group", "dev", "RoleBinding/readers", "Role/reader"],
        ["ServiceAccount", "shop", "web", "RoleBinding/readers", "Role/reader"],
      ]),
    );
  });

  test("it lists subjects that may read a Namespace by a binding in it", async () => {
    const { out } = await list(words("get", "namespaces", { name: "shop" }), { hasHeaders: false });
    expect(out).toMatch(/^User +dan +RoleBinding\/place-readers +ClusterRole\/place-reader$/m);
    expect((await list(words("get", "namespaces"))).out).not.toContain("dan");
  });

  test("it prints the same as JSON", async () => {
    const { out } = await list(words("create", "roles"), { output: "json" });
    const { subjects } = JSON.parse(out);
    expect(subjects).toContainEqual({
      kind: "User",
      name: "carl",
      binding: { kind: "RoleBinding", namespace: "shop", name: "role-makers" },
      role: { kind: "Role", namespace: "shop", name: "role-maker" },
    });
  });

  test("with custom columns, each subject is a row", async () => {
    const output = { name: "custom-columns", value: "N:.name,B:.binding.name" } as const;
    const { out } = await list(words("create", "roles"), { output });
    expect(out.split("\n").map((line) => line.split(/ +/))).toEqual([["N", "B"], ["carl", "role-makers"], [""]]);
  });

  test("it lists nothing that the caller may not read", async () => {
    const { code, out, error } = await list(words("get", "pods"), {}, "ann");
    expect({ code, out }).toEqual({ code: 0, out: "" });
    expect(error).toContain('no role allows anyone to get pods in the namespace "shop"\nwarning: you may not list');
  });
});
