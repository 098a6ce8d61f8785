import { describe, expect, test } from "vitest";
import { lease } from "../../api/coordination/v1/lease.ts";
import { configMap } from "../../api/core/v1/config-map.ts";
import type { VocabularyName } from "../../meta/vocabulary.ts";
import type { KindDeclaration } from "../../schema/index.ts";
import { installDiscovery } from "./install.ts";
import { ServedBuiltin } from "./testing/served-builtin.ts";
import type { ApiResource, ApiResourceList } from "./types.ts";

function serveDiscovery(name: VocabularyName = "kubernetes", kinds?: readonly KindDeclaration[]): ServedBuiltin {
  const served = new ServedBuiltin(name, kinds);
  installDiscovery(served.paths, {
    resources: served.resources,
    vocabulary: served.vocabulary,
    serverAddress: () => "10.0.0.1:6443",
  });
  return served;
}

const allVerbs = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];
const getAndChange = ["get", "patch", "update"];

async function resourcesAt(served: ServedBuiltin, path: string): Promise<readonly ApiResource[]> {
  return (await served.get(path)).json<ApiResourceList>().resources;
}

test("/api lists the versions of the core group and the server's address", async () => {
  await using served = serveDiscovery();
  for (const path of ["/api", "/api/"]) {
    expect((await served.get(path)).json()).toEqual({
      kind: "APIVersions",
      versions: ["v1"],
      serverAddressByClientCIDRs: [{ clientCIDR: "0.0.0.0/0", serverAddress: "10.0.0.1:6443" }],
    });
  }
});

test.each([
  ["kubernetes", "coordination.k8s.io"],
  ["orch", "coordination.orch.io"],
] as const)("/apis lists the groups in order, in the vocabulary %s", async (name, coordination) => {
  await using served = serveDiscovery(name);
  const group = (groupName: string): object => ({
    name: groupName,
    versions: [{ groupVersion: `${groupName}/v1`, version: "v1" }],
    preferredVersion: { groupVersion: `${groupName}/v1`, version: "v1" },
  });
  for (const path of ["/apis", "/apis/"]) {
    const { groups, ...otherFields } = (await served.get(path)).json<{ groups: readonly { name: string }[] }>();
    expect(otherFields).toEqual({ kind: "APIGroupList", apiVersion: "v1" });
    const expectedNames = new Set(["apps", "batch", coordination]);
    expect(groups.filter((one) => expectedNames.has(one.name))).toEqual([
      group("apps"),
      group("batch"),
      group(coordination),
    ]);
    expect(groups.map((one) => one.name)).not.toContain("");
  }
});

test("/apis/batch describes the group batch", async () => {
  await using served = serveDiscovery();
  for (const path of ["/apis/batch", "/apis/batch/"]) {
    expect((await served.get(path)).json()).toEqual({
      kind: "APIGroup",
      apiVersion: "v1",
      name: "batch",
      versions: [{ groupVersion: "batch/v1", version: "v1" }],
      preferredVersion: { groupVersion: "batch/v1", version: "v1" },
    });
  }
});

test("[OBJ-04] the core group lists resources and subresources by name, with their scope", async () => {
  await using served = serveDiscovery();
  for (const path of ["/api/v1", "/api/v1/"]) {
    const { resources, ...otherFields } = (await served.get(path)).json<ApiResourceList>();
    expect(otherFields).toEqual({ kind: "APIResourceList", groupVersion: "v1" });
    const names = resources.map(({ name }) => name);
    expect(names).toEqual([...names].sort());
    expect(resources).toEqual(
      expect.arrayContaining([
        {
          name: "configmaps",
          singularName: "configmap",
          namespaced: true,
          kind: "ConfigMap",
          verbs: allVerbs,
          shortNames: ["cm"],
          storageVersionHash: "qFsyl6wFWjQ=",
        },
        {
          name: "namespaces",
          singularName: "namespace",
          namespaced: false,
          kind: "Namespace",
          verbs: allVerbs.filter((verb) => verb !== "deletecollection"),
          shortNames: ["ns"],
          storageVersionHash: "Q3oi5N2YM8M=",
        },
        { name: "namespaces/finalize", singularName: "", namespaced: false, kind: "Namespace", verbs: ["update"] },
        { name: "namespaces/status", singularName: "", namespaced: false, kind: "Namespace", verbs: getAndChange },
        {
          name: "pods",
          singularName: "pod",
          namespaced: true,
          kind: "Pod",
          verbs: allVerbs,
          shortNames: ["po"],
          categories: ["all"],
          storageVersionHash: "xPOwRZ+Yhw8=",
        },
        {
          name: "replicationcontrollers/scale",
          singularName: "",
          namespaced: true,
          group: "autoscaling",
          version: "v1",
          kind: "Scale",
          verbs: getAndChange,
        },
      ]),
    );
  }
});

test("a named group lists its resources with an apiVersion", async () => {
  await using served = serveDiscovery();
  const { resources, ...otherFields } = (await served.get("/apis/apps/v1")).json<ApiResourceList>();
  expect(otherFields).toEqual({ kind: "APIResourceList", apiVersion: "v1", groupVersion: "apps/v1" });
  expect(resources.find(({ name }) => name === "deployments")).toEqual({
    name: "deployments",
    singularName: "deployment",
    namespaced: true,
    kind: "Deployment",
    verbs: allVerbs,
    shortNames: ["deploy"],
    categories: ["all"],
    storageVersionHash: "8aSe+NMegvE=",
  });
  expect(resources.filter(({ name }) => name.startsWith("daemonsets")).map(({ name }) => name)).toEqual([
    "daemonsets",
    "daemonsets/status",
  ]);
});

test("discovery with the vocabulary orch has other group names and storage version hashes", async () => {
  await using served = serveDiscovery("orch");
  const resources = await resourcesAt(served, "/apis/coordination.orch.io/v1");
  const leases = resources.find(({ name }) => name === "leases");
  expect(leases?.kind).toBe("Lease");
  // The first eight bytes of the SHA-256 of "coordination.orch.io/v1/Lease", as sha256sum and base64 print them.
  expect(leases?.storageVersionHash).toBe("50gSGww9N+o=");
  expect((await served.get("/apis/coordination.k8s.io/v1")).status).toBe(404);
});

test.each(["/apis/nosuch", "/apis/nosuch/v1", "/apis//v1"])("discovery responds 404 to %s", async (path) => {
  await using served = serveDiscovery();
  const { status, headers, body } = await served.get(path);
  expect(status).toBe(404);
  expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
  expect(body.toString()).toBe("404 page not found\n");
});

test.each(["application/json", "application/vnd.kubernetes.protobuf"])(
  "aggregated discovery in %s has the same ETag as version v2beta1, and needs a path without a trailing slash",
  async (type) => {
    await using served = serveDiscovery();
    const accept = `${type};g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList`;
    const { status, headers } = await served.get("/apis", { accept });
    expect([status, headers["content-type"]]).toEqual([200, accept]);
    const { headers: older } = await served.get("/apis", {
      accept: "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList",
    });
    expect(headers["etag"]).toBe(older["etag"]);
    expect((await served.get("/apis/", { accept })).status).toBe(406);
  },
);

test("a path in a group version that is not a resource gets a Status", async () => {
  await using served = serveDiscovery();
  const { status, json } = await served.get("/apis/apps/v1/namespaces//deployments");
  expect(status).toBe(404);
  expect(json()).toMatchObject({ kind: "Status", reason: "NotFound" });
});

test("discovery supports YAML, and responds 406 for unknown formats", async () => {
  await using served = serveDiscovery();
  const yaml = await served.get("/apis/batch", { accept: "application/yaml" });
  expect(yaml.headers["content-type"]).toBe("application/yaml");
  expect(yaml.body.toString()).toContain("preferredVersion:\n  groupVersion: batch/v1\n");
  expect((await served.get("/apis/batch", { accept: "text/html" })).status).toBe(406);
});

test("discovery shows kinds that are added later", async () => {
  await using served = serveDiscovery("kubernetes", [configMap]);
  const aggregated = { accept: "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList" };
  const before = await served.get("/apis", aggregated);
  expect(before.json()).toMatchObject({ items: [] });
  expect((await served.get("/apis/coordination.k8s.io/v1")).status).toBe(404);
  served.add(lease);
  expect((await resourcesAt(served, "/apis/coordination.k8s.io/v1")).map(({ name }) => name)).toEqual(["leases"]);
  const after = await served.get("/apis", aggregated);
  expect(after.json()).toMatchObject({ items: [{ metadata: { name: "coordination.k8s.io" } }] });
  expect(after.headers["etag"]).not.toBe(before.headers["etag"]);
});

test("/ lists the paths that are not resources", async () => {
  await using served = serveDiscovery("kubernetes", [configMap, lease]);
  served.paths.add("/healthz", async (call) => call.respondText(200, "ok"));
  for (const path of ["/", "/index.html"]) {
    expect((await served.get(path)).body.toString()).toBe(`{
  "paths": [
    "/api",
    "/api/v1",
    "/apis",
    "/apis/",
    "/apis/coordination.k8s.io",
    "/apis/coordination.k8s.io/v1",
    "/healthz"
  ]
}`);
  }
});

describe("aggregated discovery", () => {
  const form = (version: string, group = "apidiscovery.k8s.io"): string =>
    `application/json;g=${group};v=${version};as=APIGroupDiscoveryList`;
  const acceptOfClients = `${form("v2")},${form("v2beta1")},application/json`;

  test("aggregated /apis contains every group except the core group", async () => {
    await using served = serveDiscovery("kubernetes", [configMap, lease]);
    const { status, headers, json } = await served.get("/apis", { accept: acceptOfClients });
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe(form("v2"));
    expect(json()).toEqual({
      kind: "APIGroupDiscoveryList",
      apiVersion: "apidiscovery.k8s.io/v2",
      metadata: {},
      items: [
        {
          metadata: { name: "coordination.k8s.io", creationTimestamp: null },
          versions: [
            {
              version: "v1",
              resources: [
                {
                  resource: "leases",
                  responseKind: { group: "", version: "", kind: "Lease" },
                  scope: "Namespaced",
                  singularResource: "lease",
                  verbs: allVerbs,
                },
              ],
              freshness: "Current",
            },
          ],
        },
      ],
    });
  });

  test("aggregated /api contains the core group, without a name", async () => {
    await using served = serveDiscovery();
    const { json } = await served.get("/api", { accept: acceptOfClients });
    const { items } = json<{ items: { metadata: object; versions: { resources: { resource: string }[] }[] }[] }>();
    expect(items.map(({ metadata }) => metadata)).toEqual([{ creationTimestamp: null }]);
    const resources = items[0]?.versions[0]?.resources ?? [];
    expect(resources.find(({ resource }) => resource === "replicationcontrollers")).toEqual({
      resource: "replicationcontrollers",
      responseKind: { group: "", version: "", kind: "ReplicationController" },
      scope: "Namespaced",
      singularResource: "replicationcontroller",
      verbs: allVerbs,
      shortNames: ["rc"],
      categories: ["all"],
      subresources: [
        {
          subresource: "scale",
          responseKind: { group: "autoscaling", version: "v1", kind: "Scale" },
          verbs: getAndChange,
        },
        {
          subresource: "status",
          responseKind: { group: "", version: "", kind: "ReplicationController" },
          verbs: getAndChange,
        },
      ],
    });
    expect(resources.find(({ resource }) => resource === "nodes")).toMatchObject({ scope: "Cluster" });
  });

  test.each([
    [form("v2"), form("v2"), "apidiscovery.k8s.io/v2"],
    [form("v2beta1"), form("v2beta1"), "apidiscovery.k8s.io/v2beta1"],
    [form("v2", "apidiscovery.orch.io"), form("v2", "apidiscovery.orch.io"), "apidiscovery.orch.io/v2"],
    [`${form("v2")};q=0.5,${form("v2beta1")}`, form("v2beta1"), "apidiscovery.k8s.io/v2beta1"],
    [`${form("v3")},${form("v2beta1")}`, form("v2beta1"), "apidiscovery.k8s.io/v2beta1"],
  ])("aggregated discovery for Accept %s has the preferred format", async (accept, contentType, apiVersion) => {
    await using served = serveDiscovery("orch");
    const { headers, json } = await served.get("/apis", { accept });
    expect(headers["content-type"]).toBe(contentType);
    expect(json()).toMatchObject({ kind: "APIGroupDiscoveryList", apiVersion });
  });

  test.each([`application/json,${form("v2")}`, `${form("v2")};q=0.1,application/json`])(
    "Accept %s gets the aggregated list, even if a plain list has a higher quality",
    async (accept) => {
      await using served = serveDiscovery();
      const { headers, json } = await served.get("/apis", { accept });
      expect(headers["content-type"]).toBe(form("v2"));
      expect(json()).toMatchObject({ kind: "APIGroupDiscoveryList" });
    },
  );

  test.each([
    `${form("v2", "apidiscovery.example.com")},application/json`,
    `${form("v2").replace("APIGroupDiscoveryList", "Table")},application/json`,
  ])("Accept %s gets the plain list", async (accept) => {
    await using served = serveDiscovery();
    const { headers, json } = await served.get("/apis", { accept });
    expect(headers["content-type"]).toBe("application/json");
    expect(json()).toMatchObject({ kind: "APIGroupList" });
  });

  test("aggregated discovery responds 406 for an unknown version", async () => {
    await using served = serveDiscovery();
    expect((await served.get("/apis", { accept: form("v3") })).status).toBe(406);
  });

  test("aggregated discovery responds 304 if the client has the current ETag", async () => {
    await using served = serveDiscovery();
    const first = await served.get("/apis", { accept: form("v2") });
    const etag = String(first.headers["etag"]);
    expect(etag).toMatch(/^"[0-9A-F]{128}"$/);
    expect(first.headers).toMatchObject({ "cache-control": "public", vary: expect.stringMatching(/^Accept\b/) });
    for (const accept of [form("v2"), form("v2beta1")]) {
      const again = await served.get("/apis", { accept, "if-none-match": etag });
      expect(again.status).toBe(304);
      expect(again.headers["etag"]).toBe(etag);
      expect(again.headers).not.toHaveProperty("content-type");
      expect(again.body).toHaveLength(0);
    }
    for (const tags of ['"other"', "*", `W/${etag}`, `"other", ${etag}`]) {
      expect((await served.get("/apis", { accept: form("v2"), "if-none-match": tags })).status, tags).toBe(200);
    }
  });
});
