/** Permissions of the users and groups of default roles. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getObject } from "../support/writes.ts";
import { CertifiedUsers, rbac } from "./certified-users.ts";

const reviews = "/apis/authorization.orch.io/v1";

let users: CertifiedUsers;

beforeAll(async () => {
  users = await CertifiedUsers.start();
  await users.create("/api/v1/namespaces", { metadata: { name: "shop" } });
});

afterAll(async () => {
  await users[Symbol.asyncDispose]();
});

async function namesOf(path: string): Promise<readonly string[]> {
  const { items } = await getObject(users.admin, path);
  return items.map(({ metadata }: { metadata: { name: string } }) => metadata.name);
}

async function statusOf(user: string, target: string, body?: object): Promise<number> {
  return (await (await users.as(user)).request(target, body ? { body } : {})).status;
}

describe("the objects of a fresh server", () => {
  test("[RBAC-15] all default roles and bindings carry the label of default objects", async () => {
    const selector = "?labelSelector=orch.io/bootstrapping%3Drbac-defaults";
    const counts = await Promise.all(
      ["clusterroles", "clusterrolebindings", "roles", "rolebindings"].map(
        async (kind) => (await namesOf(`${rbac}/${kind}${selector}`)).length,
      ),
    );
    // As in the reference 1.32.13 with its default feature gates.
    expect(counts).toEqual([64, 45, 7, 7]);
  });

  test("[RBAC-23] default roles other than cluster-admin, admin, edit and view have the prefix system:", async () => {
    const others = (await namesOf(`${rbac}/clusterroles`)).filter((name) => !name.startsWith("system:"));
    expect(others).toEqual(["admin", "cluster-admin", "edit", "view"]);
  });

  test("[RBAC-36] the roles of the control plane are bound to its users", async () => {
    const subjectOf = async (name: string): Promise<unknown> => {
      const { roleRef, subjects } = await getObject(users.admin, `${rbac}/clusterrolebindings/${name}`);
      return [roleRef.name, subjects.map((one: { kind: string; name: string }) => `${one.kind} ${one.name}`)];
    };
    expect(await subjectOf("system:kube-scheduler")).toEqual(["system:kube-scheduler", ["User system:kube-scheduler"]]);
    expect(await subjectOf("system:volume-scheduler")).toEqual([
      "system:volume-scheduler",
      ["User system:kube-scheduler"],
    ]);
    expect(await subjectOf("system:kube-controller-manager")).toEqual([
      "system:kube-controller-manager",
      ["User system:kube-controller-manager"],
    ]);
    expect(await subjectOf("system:node-proxier")).toEqual(["system:node-proxier", ["User system:kube-proxy"]]);
  });

  test("[RBAC-37] the binding of system:node has no subjects", async () => {
    const binding = await getObject(users.admin, `${rbac}/clusterrolebindings/system:node`);
    expect([binding.roleRef.name, binding.subjects]).toEqual(["system:node", undefined]);
  });

  test("[RBAC-41] there are roles for DNS, aggregation, problem detection, volumes and the API of node agents", async () => {
    expect(await namesOf(`${rbac}/clusterroles`)).toEqual(
      expect.arrayContaining([
        "system:kube-dns",
        "system:kube-aggregator",
        "system:node-problem-detector",
        "system:persistent-volume-provisioner",
        "system:kubelet-api-admin",
      ]),
    );
  });

  test("[RBAC-42] each controller has a role, which is bound to its ServiceAccount", async () => {
    for (const name of ["deployment-controller", "job-controller", "namespace-controller"]) {
      const { roleRef, subjects } = await getObject(
        users.admin,
        `${rbac}/clusterrolebindings/system:controller:${name}`,
      );
      expect(roleRef.name).toBe(`system:controller:${name}`);
      expect(subjects).toEqual([{ kind: "ServiceAccount", name, namespace: "orch-system" }]);
      expect((await users.admin.request(`${rbac}/clusterroles/system:controller:${name}`)).status).toBe(200);
    }
  });
});

describe("roles of all users", () => {
  const ownReview = { spec: { nonResourceAttributes: { path: "/", verb: "get" } } };

  test("[RBAC-27][REV-03] a user without other grants may review the own permissions and identity", async () => {
    expect(await statusOf("plain", `${reviews}/selfsubjectaccessreviews`, ownReview)).toBe(201);
    expect(await statusOf("plain", `${reviews}/selfsubjectrulesreviews`, { spec: { namespace: "shop" } })).toBe(201);
    expect(await statusOf("plain", "/apis/authentication.orch.io/v1/selfsubjectreviews", {})).toBe(201);
    expect(
      (await users.running.anonymous.request(`${reviews}/selfsubjectaccessreviews`, { body: ownReview })).status,
    ).toBe(403);
  });

  test("[REV-13] reviews about other users need the permission to create them", async () => {
    const spec = { ...ownReview.spec, user: "joe" };
    expect(await statusOf("plain", `${reviews}/subjectaccessreviews`, { spec })).toBe(403);
    expect(await statusOf("plain", `${reviews}/namespaces/shop/localsubjectaccessreviews`, { spec })).toBe(403);
    await users.grant("reviewer", "", [
      { apiGroups: ["authorization.orch.io"], resources: ["subjectaccessreviews"], verbs: ["create"] },
    ]);
    expect(await statusOf("reviewer", `${reviews}/subjectaccessreviews`, { spec })).toBe(201);
  });

  test("[RBAC-28] authenticated users may read discovery, anonymous clients may not", async () => {
    for (const path of ["/api", "/api/v1", "/apis", "/apis/apps/v1", "/openapi/v2", "/version"]) {
      expect(await statusOf("plain", path), path).toBe(200);
    }
    for (const path of ["/api", "/apis", "/openapi/v2"]) {
      expect((await users.running.anonymous.request(path)).status, path).toBe(403);
    }
  });

  test("[RBAC-29][RBAC-24] all clients may read the version and health, but not the single checks", async () => {
    for (const path of ["/version", "/version/", "/healthz", "/livez", "/readyz"]) {
      expect((await users.running.anonymous.request(path)).status, path).toBe(200);
    }
    expect((await users.running.anonymous.request("/healthz/ping")).status).toBe(403);
  });

  test("[RBAC-40] members of system:monitoring may read health, its checks, and metrics", async () => {
    const monitor = await users.as("monitor", ["system:monitoring"]);
    for (const path of ["/healthz", "/healthz/ping", "/livez/ping", "/readyz", "/readyz/ping", "/metrics"]) {
      expect((await monitor.request(path)).status, path).toBe(200);
    }
    expect(await statusOf("plain", "/metrics")).toBe(403);
  });
});

describe("roles for administrators to bind", () => {
  const maps = "/api/v1/namespaces/shop/configmaps";

  test("[RBAC-30] cluster-admin allows everything, in the cluster or in the namespace of the binding", async () => {
    await users.bind("root", "", "ClusterRole/cluster-admin");
    expect(await statusOf("root", "/api/v1/nodes")).toBe(200);
    expect(await statusOf("root", "/logs-of-nobody")).toBe(404);
    await users.bind("landlord", "shop", "ClusterRole/cluster-admin");
    expect(await statusOf("landlord", maps)).toBe(200);
    expect(await statusOf("landlord", "/api/v1/namespaces/default/configmaps")).toBe(403);
    const landlord = await users.as("landlord");
    const labels = { method: "PATCH", headers: { "content-type": "application/merge-patch+json" } };
    const answer = await landlord.request("/api/v1/namespaces/shop", {
      ...labels,
      body: { metadata: { labels: { a: "b" } } },
    });
    expect(answer.status).toBe(200);
  });

  test("[RBAC-38] system:auth-delegator allows reviews of tokens and access", async () => {
    await users.bind("gate", "", "ClusterRole/system:auth-delegator");
    expect(await statusOf("gate", "/apis/authentication.orch.io/v1/tokenreviews", { spec: { token: "x" } })).toBe(201);
    const spec = { user: "joe", nonResourceAttributes: { path: "/", verb: "get" } };
    expect(await statusOf("gate", `${reviews}/subjectaccessreviews`, { spec })).toBe(201);
    expect(await statusOf("gate", maps)).toBe(403);
  });

  test("[RBAC-39] system:node-bootstrapper allows certificate requests", async () => {
    await users.bind("fresh-node", "", "ClusterRole/system:node-bootstrapper");
    const path = "/apis/certificates.orch.io/v1/certificatesigningrequests";
    expect(await statusOf("fresh-node", path)).toBe(200);
    // An empty object is authorized, and then rejected by validation.
    expect(await statusOf("fresh-node", path, { metadata: { name: "x" } })).toBe(422);
    expect(await statusOf("plain", path, { metadata: { name: "x" } })).toBe(403);
  });
});

describe("single verbs", () => {
  const maps = "/api/v1/namespaces/shop/configmaps";
  const rule = (verbs: readonly string[]) => ({ apiGroups: [""], resources: ["configmaps"], verbs });
  const apply = async (user: string, name: string): Promise<number> => {
    const body = { apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data: { of: user } };
    const headers = { "content-type": "application/apply-patch+yaml" };
    const target = `${maps}/${name}?fieldManager=${user}&force=true`;
    return (await (await users.as(user)).request(target, { method: "PATCH", headers, body: JSON.stringify(body) }))
      .status;
  };

  test("[PATCH-04][SSA-13] apply needs the verb patch, and the verb create to create the object", async () => {
    await users.create(maps, { metadata: { name: "present" } });
    await users.grant("patcher", "shop", [rule(["patch"])]);
    expect([await apply("patcher", "present"), await apply("patcher", "missing")]).toEqual([200, 403]);
    await users.grant("creator", "shop", [rule(["create"])]);
    expect([await apply("creator", "present"), await apply("creator", "missing")]).toEqual([403, 403]);
    await users.grant("applier", "shop", [rule(["patch", "create"])]);
    expect([await apply("applier", "present"), await apply("applier", "missing")]).toEqual([200, 201]);
  });

  test("[SA-08] a user who may create tokens of an account can act as the account", async () => {
    await users.create("/api/v1/namespaces/shop/serviceaccounts", { metadata: { name: "robot" } });
    await users.create(`${rbac}/namespaces/shop/rolebindings`, {
      metadata: { name: "robot" },
      roleRef: { kind: "ClusterRole", name: "cluster-admin" },
      subjects: [{ kind: "ServiceAccount", name: "robot" }],
    });
    await users.grant("borrower", "shop", [
      { apiGroups: [""], resources: ["serviceaccounts/token"], verbs: ["create"] },
    ]);
    const borrower = await users.as("borrower");
    const answer = await borrower.request("/api/v1/namespaces/shop/serviceaccounts/robot/token", { body: {} });
    expect(answer.status).toBe(201);
    expect((await borrower.request(maps)).status).toBe(403);
    const headers = { authorization: `Bearer ${answer.json.status.token}` };
    expect((await users.running.anonymous.request(maps, { headers })).status).toBe(200);
  });
});
