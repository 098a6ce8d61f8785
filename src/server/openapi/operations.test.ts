import { isDeepStrictEqual } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { installDiscovery } from "../discovery/install.ts";
import type { ApiResourceList } from "../discovery/types.ts";
import {
  servedWithOpenApi,
  type V2Document,
  type V3Document,
  v2Document,
  v3Documents,
} from "./testing/served-documents.ts";

interface V3Parameter {
  readonly name: string;
  readonly in: string;
}

interface V3Operation {
  readonly operationId: string;
  readonly parameters?: readonly V3Parameter[];
}

let documents: ReadonlyMap<string, V3Document>;
let v2: V2Document;

beforeAll(async () => {
  documents = await v3Documents("kubernetes");
  v2 = await v2Document("kubernetes");
});

const deployments = "/apis/apps/v1/namespaces/{namespace}/deployments";
const schema = (name: string): object => ({ schema: { $ref: `#/components/schemas/io.k8s.${name}` } });

function operationAt(key: string, path: string, method: string): V3Operation & Readonly<Record<string, unknown>> {
  const operation = documents.get(key)?.paths[path]?.[method];
  expect(operation, `${method} ${path}`).toBeDefined();
  return operation as V3Operation & Record<string, unknown>;
}

/** Returns the sorted names of the parameters of an operation and of its path. */
function parametersAt(key: string, path: string, method: string): string[] {
  const shared = (documents.get(key)?.paths[path]?.["parameters"] ?? []) as readonly V3Parameter[];
  const own = operationAt(key, path, method).parameters ?? [];
  return [...shared, ...own].map(({ name }) => name).sort();
}

// The expected ids, tags, actions and parameters are copied by hand from the reference's documents.
describe("names of operations", () => {
  test.each([
    ["apis/apps/v1", deployments, "get", "listAppsV1NamespacedDeployment", "list"],
    ["apis/apps/v1", deployments, "post", "createAppsV1NamespacedDeployment", "post"],
    ["apis/apps/v1", deployments, "delete", "deleteAppsV1CollectionNamespacedDeployment", "deletecollection"],
    ["apis/apps/v1", "/apis/apps/v1/deployments", "get", "listAppsV1DeploymentForAllNamespaces", "list"],
    ["apis/apps/v1", `${deployments}/{name}`, "get", "readAppsV1NamespacedDeployment", "get"],
    ["apis/apps/v1", `${deployments}/{name}`, "put", "replaceAppsV1NamespacedDeployment", "put"],
    ["apis/apps/v1", `${deployments}/{name}`, "patch", "patchAppsV1NamespacedDeployment", "patch"],
    ["apis/apps/v1", `${deployments}/{name}`, "delete", "deleteAppsV1NamespacedDeployment", "delete"],
    ["apis/apps/v1", `${deployments}/{name}/status`, "patch", "patchAppsV1NamespacedDeploymentStatus", "patch"],
    ["apis/apps/v1", `${deployments}/{name}/scale`, "get", "readAppsV1NamespacedDeploymentScale", "get"],
    ["api/v1", "/api/v1/nodes", "get", "listCoreV1Node", "list"],
    ["api/v1", "/api/v1/nodes/{name}/status", "put", "replaceCoreV1NodeStatus", "put"],
    ["api/v1", "/api/v1/namespaces/{name}/finalize", "put", "replaceCoreV1NamespaceFinalize", "put"],
    ["api/v1", "/api/v1/endpoints", "get", "listCoreV1EndpointsForAllNamespaces", "list"],
    [
      "apis/coordination.k8s.io/v1",
      "/apis/coordination.k8s.io/v1/namespaces/{namespace}/leases",
      "post",
      "createCoordinationV1NamespacedLease",
      "post",
    ],
    ["api/v1", "/api/v1/componentstatuses", "get", "listCoreV1ComponentStatus", "list"],
    ["api/v1", "/api/v1/componentstatuses/{name}", "get", "readCoreV1ComponentStatus", "get"],
    [
      "apis/authentication.k8s.io/v1",
      "/apis/authentication.k8s.io/v1/tokenreviews",
      "post",
      "createAuthenticationV1TokenReview",
      "post",
    ],
    [
      "apis/authorization.k8s.io/v1",
      "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
      "post",
      "createAuthorizationV1SelfSubjectAccessReview",
      "post",
    ],
    [
      "apis/authorization.k8s.io/v1",
      "/apis/authorization.k8s.io/v1/namespaces/{namespace}/localsubjectaccessreviews",
      "post",
      "createAuthorizationV1NamespacedLocalSubjectAccessReview",
      "post",
    ],
  ])("document %s: %s %s has the operation id %s", (key, path, method, id, action) => {
    expect(operationAt(key, path, method)).toMatchObject({ operationId: id, "x-kubernetes-action": action });
  });

  test.each([
    ["api", "/api/", "getCoreAPIVersions", "core"],
    ["api/v1", "/api/v1/", "getCoreV1APIResources", "core_v1"],
    ["apis", "/apis/", "getAPIVersions", "apis"],
    ["apis/apps", "/apis/apps/", "getAppsAPIGroup", "apps"],
    ["apis/apps/v1", "/apis/apps/v1/", "getAppsV1APIResources", "apps_v1"],
    ["apis/coordination.k8s.io", "/apis/coordination.k8s.io/", "getCoordinationAPIGroup", "coordination"],
    ["version", "/version/", "getCodeVersion", "version"],
  ])("document %s: the operation of %s is %s", (key, path, id, tag) => {
    const operation = operationAt(key, path, "get");
    expect(operation).toMatchObject({ operationId: id, tags: [tag] });
    expect(operation).not.toHaveProperty("x-kubernetes-action");
  });

  test("operation ids omit the group's domain in the orch vocabulary too", async () => {
    const paths = (await v3Documents("orch")).get("apis/coordination.orch.io/v1")?.paths;
    expect(paths?.["/apis/coordination.orch.io/v1/namespaces/{namespace}/leases/{name}"]?.["get"]).toMatchObject({
      operationId: "readCoordinationV1NamespacedLease",
      tags: ["coordination_v1"],
      "x-orch-action": "get",
      "x-orch-group-version-kind": { group: "coordination.orch.io", version: "v1", kind: "Lease" },
    });
  });
});

describe("parameters of operations", () => {
  const listing = [
    "allowWatchBookmarks",
    "continue",
    "fieldSelector",
    "labelSelector",
    "limit",
    "namespace",
    "pretty",
    "resourceVersion",
    "resourceVersionMatch",
    "sendInitialEvents",
    "timeoutSeconds",
    "watch",
  ];
  const deleting = [
    "dryRun",
    "gracePeriodSeconds",
    "ignoreStoreReadErrorWithClusterBreakingPotential",
    "namespace",
    "orphanDependents",
    "pretty",
    "propagationPolicy",
  ];
  const writing = ["dryRun", "fieldManager", "fieldValidation", "namespace", "pretty"];
  const notForDeletion = new Set(["allowWatchBookmarks", "watch"]);

  test.each([
    ["get", deployments, listing],
    ["post", deployments, writing],
    ["delete", deployments, [...new Set([...listing, ...deleting])].filter((name) => !notForDeletion.has(name))],
    ["get", `${deployments}/{name}`, ["name", "namespace", "pretty"]],
    ["put", `${deployments}/{name}`, [...writing, "name"]],
    ["patch", `${deployments}/{name}`, [...writing, "force", "name"]],
    ["delete", `${deployments}/{name}`, [...deleting, "name"]],
    ["patch", `${deployments}/{name}/scale`, [...writing, "force", "name"]],
    ["get", "/apis/apps/v1/deployments", listing.filter((name) => name !== "namespace")],
  ])("the operation %s %s has the parameters of its verb", (method, path, expected) => {
    expect(parametersAt("apis/apps/v1", path, method)).toEqual([...expected].sort());
  });

  test("parameters that all operations of a path share are listed with the path", () => {
    const { parameters } = documents.get("apis/apps/v1")?.paths[`${deployments}/{name}`] ?? {};
    expect(parameters).toMatchObject([
      { name: "name", in: "path", required: true, schema: { type: "string", uniqueItems: true } },
      { name: "namespace", in: "path", required: true },
      { name: "pretty", in: "query" },
    ]);
  });
});

describe("bodies and responses", () => {
  const deployment = schema("api.apps.v1.Deployment");

  test("a create accepts the object in any format and returns the object", () => {
    const operation = operationAt("apis/apps/v1", deployments, "post");
    expect(operation["requestBody"]).toEqual({ content: { "*/*": deployment }, required: true });
    const protobuf = { "application/vnd.kubernetes.protobuf": deployment };
    const content = { "application/json": deployment, "application/yaml": deployment, ...protobuf };
    expect(operation["responses"]).toEqual({
      200: { description: "OK", content },
      201: { description: "Created", content },
      202: { description: "Accepted", content },
      401: { description: "Unauthorized" },
    });
    expect(operation["x-kubernetes-group-version-kind"]).toEqual({ group: "apps", version: "v1", kind: "Deployment" });
  });

  test("a list returns the list, or watch events as a stream", () => {
    const list = schema("api.apps.v1.DeploymentList");
    expect(operationAt("apis/apps/v1", deployments, "get")["responses"]).toMatchObject({
      200: { content: { "application/json": list, "application/yaml": list, "application/json;stream=watch": list } },
    });
  });

  test("a patch accepts the media types of patches", () => {
    const patch = schema("apimachinery.pkg.apis.meta.v1.Patch");
    expect(operationAt("apis/apps/v1", `${deployments}/{name}`, "patch")["requestBody"]).toEqual({
      content: {
        "application/json-patch+json": patch,
        "application/merge-patch+json": patch,
        "application/strategic-merge-patch+json": patch,
        "application/apply-patch+yaml": patch,
      },
      required: true,
    });
  });

  test("a delete returns a Status, or the object if the kind declares so", () => {
    const codes = (path: string, key: string): unknown => operationAt(key, path, "delete")["responses"];
    const status = { "application/json": schema("apimachinery.pkg.apis.meta.v1.Status") };
    expect(codes(`${deployments}/{name}`, "apis/apps/v1")).toMatchObject({
      200: { content: status },
      202: { content: status },
    });
    expect(codes("/api/v1/namespaces/{namespace}/pods/{name}", "api/v1")).toMatchObject({
      200: { content: { "application/json": schema("api.core.v1.Pod") } },
    });
    expect(codes(deployments, "apis/apps/v1")).toMatchObject({ 200: { content: status } });
    const body = operationAt("apis/apps/v1", `${deployments}/{name}`, "delete")["requestBody"];
    expect(body).toEqual({ content: { "*/*": schema("apimachinery.pkg.apis.meta.v1.DeleteOptions") } });
  });

  test("the operations of a scale subresource read and write a Scale", () => {
    const scale = schema("api.autoscaling.v1.Scale");
    const operation = operationAt("apis/apps/v1", `${deployments}/{name}/scale`, "put");
    expect(operation["requestBody"]).toMatchObject({ content: { "*/*": scale } });
    expect(operation["responses"]).toMatchObject({ 200: { content: { "application/json": scale } } });
    expect(operation["x-kubernetes-group-version-kind"]).toEqual({
      group: "autoscaling",
      version: "v1",
      kind: "Scale",
    });
  });
});

describe("subresources without the documents of their resource", () => {
  const pod = "/api/v1/namespaces/{namespace}/pods/{name}";

  test.each([
    [`${pod}/binding`, "post", "createCoreV1NamespacedPodBinding", "post", "", "Binding"],
    [`${pod}/eviction`, "post", "createCoreV1NamespacedPodEviction", "post", "policy", "Eviction"],
    ["/api/v1/namespaces/{namespace}/bindings", "post", "createCoreV1NamespacedBinding", "post", "", "Binding"],
    [`${pod}/log`, "get", "readCoreV1NamespacedPodLog", "get", "", "Pod"],
    [`${pod}/exec`, "get", "connectCoreV1GetNamespacedPodExec", "connect", "", "PodExecOptions"],
    [`${pod}/attach`, "post", "connectCoreV1PostNamespacedPodAttach", "connect", "", "PodAttachOptions"],
    [`${pod}/portforward`, "get", "connectCoreV1GetNamespacedPodPortforward", "connect", "", "PodPortForwardOptions"],
    [`${pod}/proxy`, "head", "connectCoreV1HeadNamespacedPodProxy", "connect", "", "PodProxyOptions"],
    [
      `${pod}/proxy/{path}`,
      "options",
      "connectCoreV1OptionsNamespacedPodProxyWithPath",
      "connect",
      "",
      "PodProxyOptions",
    ],
    [
      "/api/v1/nodes/{name}/proxy/{path}",
      "put",
      "connectCoreV1PutNodeProxyWithPath",
      "connect",
      "",
      "NodeProxyOptions",
    ],
    [
      "/api/v1/namespaces/{namespace}/services/{name}/proxy",
      "delete",
      "connectCoreV1DeleteNamespacedServiceProxy",
      "connect",
      "",
      "ServiceProxyOptions",
    ],
  ])("%s: the operation %s is %s", (path, method, id, action, group, kind) => {
    expect(operationAt("api/v1", path, method)).toMatchObject({
      operationId: id,
      "x-kubernetes-action": action,
      "x-kubernetes-group-version-kind": { group, version: "v1", kind },
    });
  });

  test("connected subresources have their options as parameters", () => {
    const place = ["name", "namespace"];
    expect(parametersAt("api/v1", `${pod}/exec`, "post")).toEqual([
      "command",
      "container",
      ...place,
      "stderr",
      "stdin",
      "stdout",
      "tty",
    ]);
    expect(parametersAt("api/v1", `${pod}/proxy`, "get")).toEqual([...place, "path"]);
    expect(parametersAt("api/v1", `${pod}/proxy/{path}`, "get")).toEqual([...place, "path", "path"]);
    const { parameters } = documents.get("api/v1")?.paths[`${pod}/log`] ?? {};
    expect(parameters).toContainEqual(
      expect.objectContaining({ name: "tailLines", in: "query", schema: { type: "integer", uniqueItems: true } }),
    );
  });

  test("connected subresources return text", () => {
    const text = { schema: { type: "string" } };
    expect(operationAt("api/v1", `${pod}/proxy`, "get")["responses"]).toEqual({
      200: { description: "OK", content: { "*/*": text } },
      401: { description: "Unauthorized" },
    });
    expect(operationAt("api/v1", `${pod}/log`, "get")["responses"]).toMatchObject({
      200: { content: { "text/plain": text } },
    });
  });

  test("documents omit a subresource whose feature gate is off", () => {
    expect(documents.get("api/v1")?.paths).toHaveProperty([`${pod}/ephemeralcontainers`]);
    expect(documents.get("api/v1")?.paths).not.toHaveProperty([`${pod}/resize`]);
  });
});

describe("version 2", () => {
  const patched = `${deployments}/{name}`;

  function parametersOf(path: string, method: string): readonly Readonly<Record<string, unknown>>[] {
    const operation = v2.paths[path]?.[method] as { parameters?: readonly Record<string, unknown>[] } | undefined;
    return operation?.parameters ?? [];
  }

  test("version 2 contains a parameter of many operations once", () => {
    const parameters = parametersOf(deployments, "get");
    expect(parameters.length).toBeGreaterThan(5);
    for (const one of parameters) expect(one["$ref"]).toMatch(/^#\/parameters\/\w+-[\w-]{8}$/);
    const timeouts = Object.values(v2.parameters).filter(({ name }) => name === "timeoutSeconds");
    expect(timeouts).toEqual([
      { name: "timeoutSeconds", in: "query", type: "integer", uniqueItems: true, description: expect.any(String) },
    ]);
  });

  test("version 2 contains dryRun and fieldValidation in the operations, where older clients look for them", () => {
    const inPlace = parametersOf(patched, "patch").filter((one) => !("$ref" in one));
    expect(inPlace.map(({ name }) => name)).toEqual(["dryRun", "fieldValidation"]);
  });

  test("version 2 contains the body of a kind in its operation, and shares other bodies", () => {
    expect(parametersOf(patched, "put")[0]).toEqual({
      name: "body",
      in: "body",
      required: true,
      schema: { $ref: "#/definitions/io.k8s.api.apps.v1.Deployment" },
    });
    const body = String(parametersOf(patched, "delete")[0]?.["$ref"]).replace("#/parameters/", "");
    expect(v2.parameters[body]).toEqual({
      name: "body",
      in: "body",
      schema: { $ref: "#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions" },
    });
  });

  test("an operation of version 2 lists the media types that it consumes and produces", () => {
    expect(v2.paths[patched]?.["patch"]).toMatchObject({
      schemes: ["https"],
      consumes: [
        "application/json-patch+json",
        "application/merge-patch+json",
        "application/strategic-merge-patch+json",
        "application/apply-patch+yaml",
      ],
      produces: ["application/json", "application/yaml", "application/vnd.kubernetes.protobuf"],
    });
    expect(v2.paths[deployments]?.["post"]).toMatchObject({ consumes: ["*/*"] });
  });
});

describe("deprecated watch paths", () => {
  const watched = (path: string): Readonly<Record<string, unknown>> =>
    operationAt("apis/apps/v1", `/apis/apps/v1/watch/${path}`, "get");

  test.each([
    ["deployments", "watchAppsV1DeploymentListForAllNamespaces", "watchlist"],
    ["namespaces/{namespace}/deployments", "watchAppsV1NamespacedDeploymentList", "watchlist"],
    ["namespaces/{namespace}/deployments/{name}", "watchAppsV1NamespacedDeployment", "watch"],
  ])("the deprecated watch path of %s has the operation %s", (path, id, action) => {
    const events = schema("apimachinery.pkg.apis.meta.v1.WatchEvent");
    expect(watched(path)).toMatchObject({
      operationId: id,
      "x-kubernetes-action": action,
      "x-kubernetes-group-version-kind": { group: "apps", version: "v1", kind: "Deployment" },
      responses: { 200: { content: { "application/vnd.kubernetes.protobuf;stream=watch": events } } },
    });
  });
});

test("documents state that deleting a namespace returns a Status", () => {
  const { responses } = operationAt("api/v1", "/api/v1/namespaces/{name}", "delete");
  const status = schema("apimachinery.pkg.apis.meta.v1.Status");
  expect(responses).toMatchObject({ 200: { content: { "application/json": status } } });
});

test("[GEN-01] every kind that discovery lists has a schema, and every verb has an operation", async () => {
  await using served = servedWithOpenApi("kubernetes");
  installDiscovery(served.paths, {
    resources: served.resources,
    vocabulary: served.vocabulary,
    serverAddress: () => "",
  });
  const actions = { create: "post", update: "put" } as Readonly<Record<string, string>>;
  let count = 0;
  for (const key of [...documents.keys()].filter((one) => /\/v\d+$/.test(one))) {
    const { groupVersion, resources } = (await served.get(`/${key}`)).json<ApiResourceList>();
    const [version = "", group = ""] = groupVersion.split("/").toReversed();
    const { paths, components } = documents.get(key) ?? { paths: {}, components: { schemas: {} } };
    const operations = Object.values(paths).flatMap((item) => Object.values(item)) as Record<string, unknown>[];
    for (const resource of resources) {
      const target = { group: resource.group ?? group, version: resource.version ?? version, kind: resource.kind };
      const isTarget = (one: unknown): boolean => isDeepStrictEqual(one, target);
      const described = Object.values(components.schemas).filter((one) =>
        (one["x-kubernetes-group-version-kind"] as unknown[] | undefined)?.some(isTarget),
      );
      // Options of a connection are query parameters, so no schema describes them.
      const isConnected = resource.kind.endsWith("Options");
      expect(described, resource.name).toHaveLength(isConnected ? 0 : 1);
      for (const verb of resource.verbs.filter((one) => one !== "watch")) {
        const found = operations.filter(
          (one) =>
            one["x-kubernetes-action"] === (isConnected ? "connect" : (actions[verb] ?? verb)) &&
            isTarget(one["x-kubernetes-group-version-kind"]),
        );
        expect(found.length, `${verb} ${resource.name}`).toBeGreaterThan(0);
        count++;
      }
    }
  }
  expect(count).toBeGreaterThan(100);
});
