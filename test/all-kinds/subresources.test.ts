/**
 * Tests of every subresource that discovery lists, on a server with all versions and features enabled. Each must
 * respond as the table expects, which is written by hand, and reject all verbs that discovery does not list.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ServedResource, type ServedSubresource, servedResources } from "../support/served-resources.ts";
import { startTestServer } from "../support/test-server.ts";
import { createObject } from "../support/writes.ts";
import { createSample } from "./stored-sample.ts";

const running = await startTestServer({
  vocabulary: "kubernetes",
  flags: ["--runtime-config=api/all=true", "--feature-gates=AllAlpha=true,AllBeta=true"],
});
const { client } = running;
afterAll(() => running[Symbol.asyncDispose]());

/** Creates a Node and Endpoints. Requests to a Pod or Service then fail only because no node agent is connected. */
beforeAll(async () => {
  await createObject(client, "/api/v1/nodes", { metadata: { name: "worker" } });
  const subset = { addresses: [{ ip: "10.1.0.7", nodeName: "worker" }], ports: [{ name: "http", port: 8080 }] };
  await createObject(client, "/api/v1/namespaces/default/endpoints", { metadata: { name: "it" }, subsets: [subset] });
});

interface Row {
  readonly method: "GET" | "POST" | "PUT";
  readonly status: number;
  /** Version and kind of the response, or the message of a Status. */
  readonly answer: string;
  /** Default: the object itself for PUT. */
  readonly body?: object;
  /** Additional fields of the object's spec. */
  readonly spec?: object;
  /** Text after the object's name in the path. */
  readonly port?: string;
  readonly query?: string;
}

const readRow = (answer: string): Row => ({ method: "GET", status: 200, answer });
const onNode = { nodeName: "worker" };
const dialing = 'error dialing backend: no node agent is connected to node "worker"';
const toContainer = { method: "POST", status: 400, answer: "Upgrade request required", spec: onNode } as const;
const bindingBody = {
  kind: "Binding",
  apiVersion: "v1",
  metadata: { name: "it" },
  target: { kind: "Node", name: "worker" },
};
const evictionBody = { kind: "Eviction", apiVersion: "policy/v1", metadata: { name: "it" } };

/** Rows of all subresources except `status` and `scale`, which `rowOf` derives. */
const rows: Readonly<Record<string, Row>> = {
  "v1 namespaces/finalize": { method: "PUT", status: 200, answer: "v1 Namespace" },
  "v1 nodes/proxy": {
    method: "GET",
    status: 503,
    answer: 'error trying to reach service: no node agent is connected to node "it"',
  },
  "v1 pods/attach": { ...toContainer, query: "container=web&stdin=true" },
  "v1 pods/binding": { method: "POST", status: 201, answer: "v1 Status", body: bindingBody },
  "v1 pods/ephemeralcontainers": readRow("v1 Pod"),
  "v1 pods/eviction": { method: "POST", status: 201, answer: "v1 Status", body: evictionBody },
  "v1 pods/exec": { ...toContainer, query: "container=web&command=ls&stdout=true" },
  "v1 pods/log": { method: "GET", status: 503, answer: dialing, spec: onNode, query: "container=web" },
  "v1 pods/portforward": { ...toContainer, query: "ports=8080" },
  "v1 pods/proxy": { method: "GET", status: 400, answer: "address not allowed", spec: onNode },
  "v1 pods/resize": readRow("v1 Pod"),
  "v1 serviceaccounts/token": {
    method: "POST",
    status: 201,
    answer: "authentication.k8s.io/v1 TokenRequest",
    body: { spec: {} },
  },
  "v1 services/proxy": {
    method: "GET",
    status: 503,
    answer: 'no endpoints available for service "it:http"',
    port: ":http",
  },
  "certificates.k8s.io/v1 certificatesigningrequests/approval": readRow(
    "certificates.k8s.io/v1 CertificateSigningRequest",
  ),
};

const served = (await servedResources(client)).flatMap((resource) =>
  resource.subresources.map((subresource) => [nameOf(resource, subresource), resource, subresource] as const),
);

function nameOf({ groupVersion, name }: ServedResource, subresource: ServedSubresource): string {
  return `${groupVersion} ${name}/${subresource.name}`;
}

/** Returns the row of a subresource. A status is read as its object, a scale as a Scale. */
function rowOf(name: string, { groupVersion, kind }: ServedResource, subresource: ServedSubresource): Row {
  if (subresource.name === "status") return readRow(`${groupVersion} ${kind}`);
  if (subresource.name === "scale") return readRow("autoscaling/v1 Scale");
  const row = rows[name];
  if (!row) throw new Error(`the table has no row for ${name}`);
  return row;
}

const verbs = { GET: "get", POST: "create", PUT: "update", PATCH: "patch", DELETE: "delete" } as const;

test("the table has rows only for subresources that discovery lists", () => {
  const names = served.map(([name]) => name);
  expect(Object.keys(rows).filter((name) => !names.includes(name))).toEqual([]);
});

test.each(served)("%s responds as the table expects", async (name, resource, subresource) => {
  const row = rowOf(name, resource, subresource);
  const { method, port = "", query = "", spec } = row;
  await using made = await createSample(client, resource, spec);
  const path = `${made.path}${port}/${subresource.name}?${query}`;
  const body = row.body ?? (method === "PUT" ? made.created : undefined);
  const answer = await client.request(path, { method, body });
  expect(answer.status, answer.text).toBe(row.status);
  const { apiVersion, kind, message } = answer.json;
  expect(message ?? `${apiVersion} ${kind}`).toBe(row.answer);
});

test.each(served)("%s rejects the verbs that discovery does not list", async (_, resource, subresource) => {
  await using made = await createSample(client, resource);
  const others = Object.entries(verbs).filter(([, verb]) => !subresource.verbs.includes(verb));
  for (const [method] of others) {
    expect([method, (await made.write(method, {}, { below: `/${subresource.name}` })).status]).toEqual([method, 405]);
  }
  expect((await made.read()).json).toEqual(made.created);
});
