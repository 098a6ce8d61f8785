/** Requests for tokens of a service account: valid and invalid bodies, options and methods. */
import type { ComparedRequest, ComparedServer, Json } from "../suite.ts";

const account = { metadata: { name: "bot" } };
const pod = {
  metadata: { name: "web" },
  spec: { serviceAccountName: "bot", nodeName: "gone", containers: [{ name: "a", image: "b" }] },
};

const boundReferences: readonly Json[] = [
  { kind: "Pod", apiVersion: "v1", name: "web" },
  { kind: "Pod", apiVersion: "v1", name: "web", uid: "x" },
  { kind: "Pod", apiVersion: "v1", name: "missing" },
  { kind: "Pod", apiVersion: "v1" },
  { kind: "Pod", apiVersion: "v1", name: "a/b" },
  { kind: "Pod", apiVersion: "apps/v1", name: "web" },
  { kind: "Pod", apiVersion: "a/b/c", name: "web" },
  { kind: "pod", apiVersion: "v1", name: "web" },
  { kind: "Secret", apiVersion: "v2", name: "note" },
  { kind: "Secret", name: "note" },
  { kind: "Secret", apiVersion: "v1", name: "note", uid: "x" },
  { kind: "Node", apiVersion: "v1", name: "missing" },
  { kind: "ConfigMap", apiVersion: "v1", name: "x" },
  {},
];

const specs: readonly Json[] = [
  null,
  { expirationSeconds: null, audiences: null },
  { audiences: [] },
  { audiences: ["", ""] },
  { audiences: "vault" },
  { expirationSeconds: 0 },
  { expirationSeconds: 599 },
  { expirationSeconds: 600 },
  { expirationSeconds: 2 ** 32 },
  { expirationSeconds: 2 ** 32 + 1 },
  { expirationSeconds: "600" },
  { expirationSeconds: 600.5 },
  { expirationSeconds: 3607, boundObjectRef: boundReferences[0] },
  { unknown: 1 },
  ...boundReferences.map((boundObjectRef) => ({ boundObjectRef })),
];

const bodies: readonly Json[] = [
  {},
  "",
  "null",
  "[]",
  ...specs.map((spec) => ({ spec })),
  { metadata: { name: "other" } },
  { metadata: { namespace: "other" } },
  { metadata: { labels: { "a b": "c" }, finalizers: ["x"], annotations: { "b/c/d": "e" }, uid: "u" } },
  { kind: "TokenRequest", apiVersion: "authentication.k8s.io/v1", status: { token: "x" } },
  { kind: "TokenRequest", apiVersion: "authentication.k8s.io/v1beta1" },
  { kind: "TokenRequest", apiVersion: "v1" },
  { kind: "TokenReview", apiVersion: "authentication.k8s.io/v1" },
];

const queries = ["?dryRun=All", "?dryRun=x", "?fieldManager=me", "?fieldValidation=Strict", "?pretty=true"];

const otherRequests: readonly ComparedRequest[] = [
  ...["GET", "PUT", "PATCH", "DELETE"].map((method) => ({ method })),
  { body: "spec: {audiences: [vault]}", headers: { "content-type": "application/yaml" } },
  ...[
    "application/json;as=Table;v=v1;g=meta.k8s.io",
    "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io",
    "text/plain",
  ].map((accept) => ({ body: {}, headers: { accept } })),
];

/** Sends the requests, and reads the documents with which other programs verify the tokens. */
export async function requestTokens(server: ComparedServer): Promise<void> {
  const namespace = `/api/v1/namespaces/${server.namespace}`;
  await server.prepare(`${namespace}/serviceaccounts`, { body: account });
  await server.prepare(`${namespace}/pods`, { body: pod });
  await server.prepare(`${namespace}/secrets`, { body: { metadata: { name: "note" } } });
  const path = `${namespace}/serviceaccounts/bot/token`;
  for (const body of bodies) await server.send(path, { body });
  for (const query of queries) await server.send(path + query, { body: { spec: { unknown: 1 } } });
  for (const request of otherRequests) await server.send(path, request);
  await server.send(`${namespace}/serviceaccounts/missing/token`, { body: { spec: { expirationSeconds: 1 } } });
  for (const document of ["/openid/v1/jwks", "/.well-known/openid-configuration"]) {
    for (const target of [document, `${document}/`]) await server.send(target);
    await server.send(document, { headers: { accept: "application/cbor" } });
    for (const method of ["POST", "HEAD"]) await server.send(document, { method });
  }
}
