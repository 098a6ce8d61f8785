/** Paths, methods and media types of reads. */
import { listInChunks } from "../list-in-chunks.ts";
import { patchTypes } from "../patch-types.ts";
import type { ComparedRequest, ComparedServer, Scenario, Suite } from "../suite.ts";

/** Sends every method to every type of path, and every Accept and Content-Type header to every verb. */
export const reads: Suite = {
  name: "reads",
  covers: "paths that are and are not served, methods, Accept and Content-Type headers, lists in chunks",
  usesNamespaces: true,
  standardCount: Infinity,
  *scenarios(): Iterable<Scenario> {
    for (const path of paths) yield { title: `methods at ${path}`, run: (server) => sendMethods(server, path) };
    for (const accept of acceptHeaders) {
      yield { title: `answers in "${accept}"`, run: (server) => sendVerbs(server, { accept }) };
    }
    for (const type of contentTypes) {
      yield { title: `bodies in "${type}"`, run: (server) => sendBodies(server, { "content-type": type }) };
    }
    for (const authorization of authorizations) {
      const title = `requests without a certificate and with the authorization ${JSON.stringify(authorization ?? null)}`;
      yield { title, run: (server) => sendAnonymously(server, authorization) };
    }
    yield { title: "lists in chunks", run: (server) => listInChunks(server, collectionOf(server), configMap) };
    yield { title: "versions and matches of lists", run: listVersions };
  },
};

/** HEAD is missing, because orch intentionally handles it like GET. */
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** `NS` stands for the namespace of the scenario. */
const paths = [
  [
    "/api/v2",
    "/api/v2/pods",
    "/apis/apps/v2",
    "/apis/apps/v2/deployments",
    "/apis/apps/v1beta1/namespaces/NS/deployments/x",
  ],
  ["/apis/nope", "/apis/nope/v1", "/apis/nope/v1/things", "/apis/nope.example.com/v1/namespaces/NS/things/x"],
  ["/apis/extensions/v1beta1/ingresses", "/nope", "/nope/", "/API/v1/pods", "/api/v1/Pods"],
  ["/api/v1/pods/x", "/api/v1/nope", "/api/v1/nope/x", "/api/v1/namespaces/NS/nope", "/api/v1/namespaces/NS/nope/x/y"],
  ["/api/v1/namespaces/NS/configmaps/x/status", "/api/v1/namespaces/NS/pods/x/nope", "/api/v1/namespaces/NS/nodes"],
  ["/api/v1/namespaces/NS/nodes/x", "/api/v1/namespaces/NS/namespaces", "/api/v1/namespaces/NS/configmaps/a/b/c"],
  ["/api/v1/namespaces/nope/configmaps/x", "/api/v1/bindings", "/api/v1/namespaces/NS/bindings"],
  ["/api/v1/namespaces/NS/pods/x/binding", "/api/v1/namespaces/NS/pods/x/eviction"],
  [
    "/api/v1/watch/nope",
    "/api/v1/watch/bindings",
    "/api/v1/watch/namespaces/NS/pods/x/status",
    "/api/v1/proxy/nodes/x",
  ],
  ["/api/v1//pods", "//api/v1/pods", "/api/v1/namespaces//configmaps", "/api/v1/namespaces/NS/configmaps/"],
  [
    "/api/v1/namespaces/NS/configmaps/a%2Fb",
    "/api/v1/namespaces/NS/configmaps/a%25b",
    "/api/v1/namespaces/NS/configmaps/A",
  ],
  ["/api/v1/namespaces/NS/configmaps/x?watch=1", "/api/v1/namespaces/NS/configmaps/x"],
  ["/apis/resource.k8s.io/v1alpha3/resourceclaims/x", "/apis/policy/v1/poddisruptionbudgets/x"],
].flat();

async function sendMethods(server: ComparedServer, path: string): Promise<void> {
  const target = path.replace("NS", server.namespace);
  for (const method of methods) {
    const headers = { "content-type": patchTypes.merge };
    const hasBody = ["POST", "PUT", "PATCH"].includes(method);
    await server.send(target, { method, ...(hasBody ? { body: {} } : {}), ...(method === "PATCH" ? { headers } : {}) });
  }
}

const ofMeta = "g=meta.k8s.io";
const table = `application/json;as=Table;v=v1;${ofMeta}`;

const acceptHeaders = [
  ["application/json", "text/html", "*/*", "application/*", "text/*", "", "application/json;q=0", "APPLICATION/JSON"],
  [
    "application/json, */*",
    "text/html,application/json",
    "application/json;pretty=1",
    "application/json;charset=utf-8",
  ],
  ["application/cbor", "application/json;stream=watch", "application/json;stream=x", "json", "application/json;;"],
  [table, table.replace("v1;", "v1beta1;"), table.replace("v1;", "v2;"), table.replace("meta.k8s.io", "x")],
  [`${table},application/json`, `application/vnd.kubernetes.protobuf;as=Table;v=v1;${ofMeta},application/json`],
  [`application/json;as=PartialObjectMetadata;v=v1;${ofMeta}, application/json`],
  [`application/json;as=PartialObjectMetadata;v=v1beta1;${ofMeta}, application/json`],
  [`application/json;as=PartialObjectMetadataList;v=v1;${ofMeta}, application/json`],
  ["application/json;as=Table", `application/json;v=v1;${ofMeta}`, "application/json;sv=v1", "application/json;sv=v2"],
  [`application/json;as=Foo;v=v1;${ofMeta}`, `application/yaml;q=0.9, ${table};q=0.8`],
].flat();

const collectionOf = ({ namespace }: ComparedServer): string => `/api/v1/namespaces/${namespace}/configmaps`;

function configMap(name: string): object {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name, labels: { x: name } }, data: { a: "b" } };
}

async function sendVerbs(server: ComparedServer, headers: Record<string, string>): Promise<void> {
  const collection = collectionOf(server);
  for (const name of ["a", "b"]) await server.prepare(collection, { body: configMap(name) });
  const send = (target: string, request: ComparedRequest = {}): Promise<unknown> =>
    server.send(target, { ...request, headers: { ...request.headers, ...headers } });
  await send(collection);
  await send(`${collection}?labelSelector=no%3Dno`);
  await send(`${collection}?includeObject=Object`);
  await send(`${collection}?includeObject=None`);
  await send(`${collection}/a`);
  await send(`${collection}/a?includeObject=x`);
  await send(`${collection}?watch=1&timeoutSeconds=-1`);
  await send(`${collection}?dryRun=All`, { body: configMap("c") });
  const merge = { "content-type": patchTypes.merge };
  await send(`${collection}/a?dryRun=All`, { method: "PATCH", headers: merge, body: {} });
  await send(`${collection}/a?dryRun=All`, { method: "DELETE" });
  await send(`${collection}?dryRun=All`, { method: "DELETE" });
}

const contentTypes = [
  ["", "application/json", "application/yaml", "text/plain", "application/x-www-form-urlencoded", "application/cbor"],
  [
    "application/json;charset=utf-8",
    "application/json-patch+json",
    "application/merge-patch+json",
    "application/json;",
  ],
  [
    "application/strategic-merge-patch+json",
    "application/apply-patch+yaml",
    "application/apply-patch+cbor",
    "json",
    "*/*",
  ],
  ["application/merge-patch+json;charset=utf-8", "application/json, application/yaml", "application/json;x", "a/b/c"],
].flat();

async function sendBodies(server: ComparedServer, headers: Record<string, string>): Promise<void> {
  const collection = collectionOf(server);
  await server.prepare(collection, { body: configMap("a") });
  const text = JSON.stringify(configMap("a"));
  await server.send(`${collection}?dryRun=All`, { method: "POST", headers, body: text });
  await server.send(`${collection}/a?dryRun=All`, { method: "PUT", headers, body: text });
  await server.send(`${collection}/a?dryRun=All&fieldManager=x`, { method: "PATCH", headers, body: "{}" });
  await server.send(`${collection}/a?dryRun=All`, { method: "PATCH", headers, body: "[]" });
  await server.send(`${collection}/a`, { method: "DELETE", headers, body: '{"dryRun":["All"]}' });
  await server.send(collection, { method: "DELETE", headers, body: '{"dryRun":["All"]}' });
}

async function listVersions(server: ComparedServer): Promise<void> {
  const collection = collectionOf(server);
  const first = await server.prepare(collection, { body: configMap("a") });
  const version = first.json.metadata.resourceVersion;
  await server.prepare(collection, { body: configMap("b") });
  for (const match of ["", "Exact", "NotOlderThan"]) {
    for (const limit of ["", "&limit=1", "&limit=10"]) {
      await server.send(`${collection}?resourceVersion=${version}&resourceVersionMatch=${match}${limit}`);
    }
  }
  await server.send(`${collection}/a?resourceVersion=${version}`);
  await server.send(`${collection}/a?resourceVersion=0`);
}

/** Values of the header; undefined for none. */
const authorizations = [undefined, "", "Basic eDp5", "Bearer", "Bearer  x", "Bearer x", "nonsense"];

async function sendAnonymously(server: ComparedServer, authorization: string | undefined): Promise<void> {
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
  const collection = `/api/v1/namespaces/${server.namespace}/configmaps`;
  const targets = [
    "/healthz",
    "/version",
    "/api",
    "/apis/apps/v1",
    "/openapi/v3",
    "/nope",
    "/api/v1/nodes",
    collection,
  ];
  for (const target of [...targets, `${collection}/a`, `${collection}?watch=1`, `${collection}/a/status`]) {
    await server.send(target, { headers, isAnonymous: true });
  }
  for (const method of ["PUT", "PATCH", "DELETE"]) {
    await server.send(`${collection}/a`, { method, headers, isAnonymous: true });
  }
  await server.send(collection, { method: "POST", headers, body: {}, isAnonymous: true });
  await server.send(collection, { method: "DELETE", headers, isAnonymous: true });
}
