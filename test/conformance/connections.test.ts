/**
 * Subresources that connect to a process on a node. No node agents exist, so each request fails at the last step before
 * the connection.
 */
import { describe, expect, test } from "vitest";
import { ClientAuthority } from "../support/client-authority.ts";
import { expectBadRequest, expectFailure } from "../support/expect-status.ts";
import { createPod, pods } from "../support/pods.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { WebSocketClient } from "../support/web-socket.ts";
import { WireClient, type WireResponse } from "../support/wire-client.ts";
import { createObject, patch } from "../support/writes.ts";

const services = "/api/v1/namespaces/default/services";
const nodes = "/api/v1/nodes";
const two = [
  { name: "app", image: "app:1" },
  { name: "log", image: "log:1" },
];

function unavailable(message: string): Parameters<typeof expectFailure>[1] {
  return { code: 503, reason: "ServiceUnavailable", message };
}

function notFound(kind: string, name: string): Parameters<typeof expectFailure>[1] {
  return { code: 404, reason: "NotFound", message: `${kind} "${name}" not found`, details: { name, kind } };
}

/** Starts a server with the Pods `unbound`, `bound` and `several`. The last two are on a node. */
async function startWithPods(): Promise<TestServer> {
  const running = await startTestServer();
  const { client } = running;
  await createObject(client, nodes, { metadata: { name: "node-1" } });
  await createPod(client, "unbound");
  await createPod(client, "bound", { spec: { nodeName: "node-1" } });
  const initContainers = [{ name: "setup", image: "setup:1" }];
  await createPod(client, "several", { spec: { nodeName: "node-1", containers: two, initContainers } });
  return running;
}

test("discovery lists the subresources for connections and the kinds of their options", async () => {
  await using running = await startTestServer();
  const { resources } = (await running.client.request("/api/v1")).json;
  const proxied = ["create", "delete", "get", "patch", "update"];
  const found = (resources as { name: string; kind: string; verbs: string[] }[])
    .filter(({ name }) => /\/(attach|exec|log|portforward|proxy)$/.test(name))
    .map(({ name, kind, verbs }) => [name, kind, verbs]);
  expect(found).toEqual([
    ["nodes/proxy", "NodeProxyOptions", proxied],
    ["pods/attach", "PodAttachOptions", ["create", "get"]],
    ["pods/exec", "PodExecOptions", ["create", "get"]],
    ["pods/log", "Pod", ["get"]],
    ["pods/portforward", "PodPortForwardOptions", ["create", "get"]],
    ["pods/proxy", "PodProxyOptions", proxied],
    ["services/proxy", "ServiceProxyOptions", proxied],
  ]);
});

test("a proxy subresource accepts the methods of the reference, and rejects others before it looks up the object", async () => {
  await using running = await startTestServer();
  const path = `${pods}/missing/proxy/status`;
  for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
    expect((await running.client.request(path, { method })).status, method).toBe(404);
  }
  for (const method of ["TRACE", "PROPFIND", "M-SEARCH"]) {
    expect((await running.client.request(path, { method })).status, method).toBe(405);
  }
});

test.each(["exec", "attach", "portforward", "proxy", "proxy/path"])(
  "a request to %s with dryRun is rejected, even if its object does not exist",
  async (subresource) => {
    await using running = await startTestServer();
    for (const query of ["dryRun", "dryRun=", "dryRun=All", "dryRun=x"]) {
      const answer = await running.client.request(`${pods}/none/${subresource}?${query}`);
      expectBadRequest(answer, "dryRun is not supported");
    }
  },
);

describe.each([
  ["attach", ["GET", "POST"]],
  ["exec", ["GET", "POST"]],
  ["portforward", ["GET", "POST"]],
])("%s", (subresource, methods) => {
  test("a connection to a Pod without a node or over plain HTTP is rejected, and an upgrade reaches the node", async () => {
    await using running = await startWithPods();
    const { client } = running;
    const connect = (pod: string, method: string): Promise<WireResponse> =>
      client.request(`${pods}/${pod}/${subresource}?command=ls&stdout=true`, { method });
    for (const method of methods) {
      expectBadRequest(await connect("unbound", method), "pod unbound does not have a host assigned");
      expectBadRequest(await connect("bound", method), "Upgrade request required");
      expectFailure(await connect("none", method), notFound("pods", "none"));
    }
    const path = `${pods}/bound/${subresource}?command=ls&stdout=true`;
    await using upgraded = await WebSocketClient.open(running, path);
    // The reference responds 500, because the name of the Node cannot be resolved.
    expect(await upgraded.responseHead()).toMatch(/^HTTP\/1\.1 503 /);
    expect((await connect("bound", "DELETE")).status).toBe(405);
    await createPod(client, "lost", { spec: { nodeName: "node-2" } });
    // The error is about the Node, but has the type of the request.
    expectFailure(await connect("lost", "POST"), notFound("pods", "node-2"));
  });
});

test.each(["attach", "exec", "log"])(
  "a request to %s must name a container if the Pod has several",
  async (subresource) => {
    await using running = await startWithPods();
    const { client } = running;
    const connect = (query: string): Promise<WireResponse> => client.request(`${pods}/several/${subresource}${query}`);
    expectBadRequest(
      await connect(""),
      "a container name must be specified for pod several, choose one of: [setup app log]",
    );
    expectBadRequest(await connect("?container=other"), "container other is not valid for pod several");
    for (const container of ["log", "setup"]) {
      const answer = await connect(`?container=${container}`);
      if (subresource === "log") {
        expectFailure(answer, unavailable('error dialing backend: no node agent is connected to node "node-1"'));
      } else expectBadRequest(answer, "Upgrade request required");
    }
  },
);

describe("the log subresource", () => {
  test("the log of a Pod without a node is empty", async () => {
    await using running = await startWithPods();
    const answer = await running.client.request(`${pods}/unbound/log`);
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expectFailure(await running.client.request(`${pods}/none/log`), notFound("pods", "none"));
    expect((await running.client.request(`${pods}/bound/log`, { method: "POST" })).status).toBe(405);
  });

  test.each([
    ["tailLines=-1", "tailLines: Invalid value: -1: must be greater than or equal to 0"],
    ["limitBytes=0", "limitBytes: Invalid value: 0: must be greater than 0"],
    ["sinceSeconds=0", "sinceSeconds: Invalid value: 0: must be greater than 0"],
    ["stream=Stdout", "stream: Forbidden: may not be specified"],
    [
      "sinceSeconds=1&sinceTime=2025-01-01T00:00:00Z",
      "[]: Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified",
    ],
  ])("a log request with %s is rejected", async (query, why) => {
    await using running = await startWithPods();
    expectFailure(await running.client.request(`${pods}/bound/log?${query}`), {
      code: 422,
      reason: "Invalid",
      message: `PodLogOptions "bound" is invalid: ${why}`,
      details: expect.objectContaining({ name: "bound", kind: "PodLogOptions" }),
    });
  });

  test("a log request reads its query parameters with their types", async () => {
    await using running = await startWithPods();
    const { client } = running;
    expectBadRequest(
      await client.request(`${pods}/unbound/log?tailLines=many`),
      'strconv.ParseInt: parsing "many": invalid syntax',
    );
    expect((await client.request(`${pods}/unbound/log?sinceTime=yesterday`)).status).toBe(400);
    const options = "follow=true&previous=false&timestamps&tailLines=10&sinceTime=2025-01-01T00:00:00Z&watch=true";
    expect((await client.request(`${pods}/unbound/log?${options}`)).status).toBe(204);
  });
});

describe("the proxy subresource", () => {
  const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

  test("a proxy forwards any method to any path below it", async () => {
    await using running = await startWithPods();
    const { client } = running;
    const status = { phase: "Running", podIP: "10.1.0.7" };
    await patch(client, `${pods}/bound/status`, "merge", { status });
    const expected = unavailable('error trying to reach service: no node agent is connected to node "node-1"');
    const paths = [
      `${pods}/bound/proxy`,
      `${pods}/bound:8080/proxy/`,
      `${pods}/https:bound:https/proxy/a/b?watch=true`,
      `${nodes}/node-1/proxy`,
      `${nodes}/node-1:10250/proxy/metrics`,
    ];
    for (const path of paths) {
      for (const method of methods) expectFailure(await client.request(path, { method }), expected);
      expect((await client.request(path, { method: "HEAD" })).status).toBe(503);
    }
  });

  test("a proxy request for a missing object names the object in its error", async () => {
    await using running = await startWithPods();
    const { client } = running;
    const at = (path: string): Promise<WireResponse> => client.request(path);
    expectFailure(await at(`${pods}/none/proxy/x`), notFound("pods", "none"));
    expectFailure(await at(`${nodes}/none/proxy`), notFound("nodes", "none"));
    expectFailure(await at(`${services}/none/proxy`), notFound("services", "none"));
    expectBadRequest(await at(`${pods}/unbound/proxy`), "address not allowed");
    expectBadRequest(await at(`${pods}/ftp:bound:21/proxy`), 'invalid pod request "ftp:bound:21"');
    expectBadRequest(await at(`${nodes}/a:b:c:d/proxy`), 'invalid node request "a:b:c:d"');
    expectBadRequest(await at(`${services}/:80/proxy`), 'invalid service request ":80"');
    expect((await at(`${pods}/bound/log/more`)).status).toBe(404);
    expect((await client.request(`${pods}/bound/log`, { method: "OPTIONS" })).status).toBe(405);
  });

  test("a proxy request to a Service reaches one of its endpoints", async () => {
    await using running = await startWithPods();
    const { client } = running;
    const web = { metadata: { name: "web" }, spec: { ports: [{ name: "http", port: 80 }] } };
    await createObject(client, services, web);
    const through = (name: string): Promise<WireResponse> => client.request(`${services}/${name}/proxy/`);
    expectFailure(await through("web:81"), unavailable('no service port 81 found for service "web"'));
    expectFailure(await through("web:80"), notFound("services", "web"));
    const endpoints = "/api/v1/namespaces/default/endpoints";
    const subset = (addresses: object[]): object => ({ addresses, ports: [{ name: "http", port: 8080 }] });
    await createObject(client, endpoints, { metadata: { name: "web" } });
    expectFailure(await through("web:80"), unavailable('no endpoints available for service "web"'));
    await patch(client, `${pods}/bound/status`, "merge", { status: { podIPs: [{ ip: "10.1.0.7" }] } });
    const targetRef = { kind: "Pod", namespace: "default", name: "bound" };
    const expose = (...addresses: object[]): Promise<unknown> =>
      patch(client, `${endpoints}/web`, "merge", { subsets: [subset(addresses)] });
    const address = { ip: "10.1.0.7", nodeName: "node-1", targetRef };
    const others = [
      { ip: "10.1.0.7", nodeName: "node-1" },
      { ...address, ip: "10.1.0.8" },
      { ...address, targetRef: { ...targetRef, namespace: "other" } },
      { ...address, targetRef: { ...targetRef, name: "none" } },
    ];
    for (const other of others) {
      await expose(other);
      expectFailure(await through("web:http"), unavailable('no endpoints available for service "web:http"'));
    }
    await expose(...others, address);
    expectFailure(await through("web:other"), unavailable('no endpoints available for service "web:other"'));
    for (const name of ["web:80", "web:http", "https:web:http"]) {
      expectFailure(
        await through(name),
        unavailable('error trying to reach service: no node agent is connected to node "node-1"'),
      );
    }
    await expose({ ip: "10.1.0.7", targetRef });
    expectFailure(await through("web:http"), unavailable("error trying to reach service: no node agent is connected"));
  });

  test.each(["127.0.0.1", "169.254.1.2", "fe80::1", "::1"])(
    "a proxy request to a Pod at %s is rejected",
    async (podIP) => {
      await using running = await startWithPods();
      const { client } = running;
      const { status } = await client.request(`${pods}/bound/status`, {
        method: "PATCH",
        headers: { "content-type": "application/merge-patch+json" },
        body: { status: { podIP, podIPs: [{ ip: podIP }] } },
      });
      expect(status).toBe(200);
      expectBadRequest(await client.request(`${pods}/bound/proxy`), "address not allowed");
    },
  );
});

test("a user who may only read Pods may not exec into them", async () => {
  using authority = await ClientAuthority.create();
  await using running = await startTestServer({ flags: authority.flags });
  const { url, caCertificate: ca } = running.server;
  await using jane = new WireClient({ url, ca, ...(await authority.issue({ name: "jane" })) });
  for (const [method, verb] of [
    ["POST", "create"],
    ["PUT", "update"],
    ["DELETE", "delete"],
  ] as const) {
    const refused = await jane.request(`${services}/https:web:443/proxy/a`, { method });
    expect(refused.json.message).toBe(
      `services "https:web:443" is forbidden: User "jane" cannot ${verb} resource "services/proxy" in API group "" in the namespace "default"`,
    );
  }
});
