/** ComponentStatuses, which the server computes for each request. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectBadRequest, expectFailure } from "../support/expect-status.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

const components = "/api/v1/componentstatuses";
const refusedMessage = (port: number): string =>
  `Get "https://127.0.0.1:${port}/healthz": dial tcp 127.0.0.1:${port}: connect: connection refused`;

let running: TestServer;

beforeAll(async () => {
  running = await startTestServer();
});

afterAll(async () => {
  await running[Symbol.asyncDispose]();
});

test("a list of ComponentStatuses shows the health of each component and has no resourceVersion", async () => {
  const { status, json } = await running.client.request(components);
  expect(status).toBe(200);
  expect(json).toEqual({
    kind: "ComponentStatusList",
    apiVersion: "v1",
    metadata: {},
    items: [
      {
        metadata: { name: "controller-manager", creationTimestamp: null },
        conditions: [{ type: "Healthy", status: "False", message: refusedMessage(10257) }],
      },
      {
        metadata: { name: "etcd-0", creationTimestamp: null },
        conditions: [{ type: "Healthy", status: "True", message: "ok" }],
      },
      {
        metadata: { name: "scheduler", creationTimestamp: null },
        conditions: [{ type: "Healthy", status: "False", message: refusedMessage(10259) }],
      },
    ],
  });
});

test("a get of a ComponentStatus returns the component with that name", async () => {
  const { status, json } = await running.client.request(`${components}/etcd-0`);
  expect(status).toBe(200);
  expect(json).toEqual({
    kind: "ComponentStatus",
    apiVersion: "v1",
    metadata: { name: "etcd-0", creationTimestamp: null },
    conditions: [{ type: "Healthy", status: "True", message: "ok" }],
  });
  expectFailure(await running.client.request(`${components}/etcd-1`), {
    code: 404,
    reason: "NotFound",
    message: 'componentstatus "etcd-1" not found',
    details: { name: "etcd-1", kind: "componentstatus" },
  });
});

test("a list of ComponentStatuses supports selectors of names, and no component has labels", async () => {
  const named = await running.client.request(`${components}?fieldSelector=metadata.name%3Dscheduler`);
  expect(named.json.items.map((item: { metadata: object }) => item.metadata)).toEqual([
    { name: "scheduler", creationTimestamp: null },
  ]);
  expect((await running.client.request(`${components}?labelSelector=app`)).json.items).toEqual([]);
  const message = '"status" is not a known field selector: only "metadata.name", "metadata.namespace"';
  expectBadRequest(await running.client.request(`${components}?fieldSelector=status%3DTrue`), message);
});

test("a Table of ComponentStatuses shows the health, message and error of each component", async () => {
  const headers = { accept: "application/json;as=Table;v=v1;g=meta.orch.io" };
  const { json } = await running.client.request(components, { headers });
  expect(json.metadata).toEqual({});
  expect(json.columnDefinitions.map(({ name }: { name: string }) => name)).toEqual([
    "Name",
    "Status",
    "Message",
    "Error",
  ]);
  expect(json.rows.map(({ cells }: { cells: unknown }) => cells)).toEqual([
    ["controller-manager", "Unhealthy", refusedMessage(10257), ""],
    ["etcd-0", "Healthy", "ok", ""],
    ["scheduler", "Unhealthy", refusedMessage(10259), ""],
  ]);
});

test("a list of ComponentStatuses is available in protobuf", async () => {
  const accept = "application/vnd.orch.protobuf";
  const { status, headers, bytes } = await running.client.request(components, { headers: { accept } });
  expect([status, headers["content-type"]]).toEqual([200, accept]);
  expect(bytes.includes("etcd-0")).toBe(true);
});

test("ComponentStatuses can be read, but not written or watched", async () => {
  for (const [method, path] of [
    ["POST", components],
    ["GET", `${components}?watch=true`],
    ["DELETE", components],
    ["PUT", `${components}/etcd-0`],
    ["DELETE", `${components}/etcd-0`],
  ] as const) {
    expect((await running.client.request(path, { method })).status, `${method} ${path}`).toBe(405);
  }
  const { json } = await running.client.request("/api/v1");
  expect(json.resources.find(({ name }: { name: string }) => name === "componentstatuses")).toEqual({
    name: "componentstatuses",
    singularName: "componentstatus",
    namespaced: false,
    kind: "ComponentStatus",
    verbs: ["get", "list"],
    shortNames: ["cs"],
  });
});
