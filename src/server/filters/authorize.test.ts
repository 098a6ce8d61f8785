import { expect, test } from "vitest";
import { allowed, noOpinion } from "../../authz/index.ts";
import type { Attributes, Authorizer, Decision } from "../../meta/access/access-control.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import { testCall } from "../testing/test-call.ts";
import { authorize } from "./authorize.ts";

const vocabulary = vocabularies.kubernetes;
const user = { name: "alice", groups: ["team"] };
const authorizerWith =
  (decision: Decision): Authorizer =>
  async () =>
    decision;

async function rejectionOf(
  path: string,
  decision: Decision,
  options: { method?: string; name?: string } = {},
): Promise<unknown> {
  const { method = "GET", name = "alice" } = options;
  const { call } = testCall(path, { user: { ...user, name }, method });
  let reached = false;
  const error = await authorize(authorizerWith(decision), vocabulary)(call, async () => {
    reached = true;
  }).catch((thrown: unknown) => thrown);
  expect(reached).toBe(false);
  return error;
}

test("authorize() passes the user and the request to the authorizer, and continues if it allows them", async () => {
  const requests: [unknown, Attributes][] = [];
  const { call } = testCall("/api/v1/namespaces/default/pods/p/status", { user, method: "PATCH" });
  let reached = false;
  const authorizer: Authorizer = async (subject, attributes) => {
    requests.push([subject, attributes]);
    return allowed;
  };
  await authorize(authorizer, vocabulary)(call, async () => {
    reached = true;
  });
  expect(reached).toBe(true);
  expect(requests).toEqual([
    [
      user,
      {
        isResource: true,
        path: "/api/v1/namespaces/default/pods/p/status",
        verb: "patch",
        group: "",
        version: "v1",
        namespace: "default",
        resource: "pods",
        name: "p",
        subresource: "status",
        proxySegments: [],
        hasPathName: true,
        isWatchPath: false,
        isOfNamespace: false,
      },
    ],
  ]);
});

test.each([
  [
    "/api/v1/namespaces/default/pods/p",
    'pods "p" is forbidden: User "alice" cannot get resource "pods" in API group "" in the namespace "default"',
  ],
  [
    "/apis/apps/v1/namespaces/default/deployments",
    'deployments.apps is forbidden: User "alice" cannot list resource "deployments" in API group "apps" in the namespace "default"',
  ],
  [
    "/api/v1/nodes/n/status",
    'nodes "n" is forbidden: User "alice" cannot get resource "nodes/status" in API group "" at the cluster scope',
  ],
  ["/metrics", 'forbidden: User "alice" cannot get path "/metrics"'],
])("authorize() rejects %s with the user, the verb and the resource", async (path, message) => {
  expect(await rejectionOf(path, noOpinion)).toMatchObject({ code: 403, reason: "Forbidden", message });
});

test("authorize() rejects a request with the authorizer's reason", async () => {
  const decision: Decision = { decision: "deny", reason: "because" };
  expect(
    await rejectionOf("/apis/apps/v1/namespaces/default/deployments/d", decision, { method: "DELETE" }),
  ).toMatchObject({
    message:
      'deployments.apps "d" is forbidden: User "alice" cannot delete resource "deployments" in API group "apps" in the namespace "default": because',
    details: { name: "d", group: "apps", kind: "deployments" },
  });
  expect(await rejectionOf("/metrics", decision, { method: "POST" })).toMatchObject({
    message: 'forbidden: User "alice" cannot post path "/metrics": because',
    details: {},
  });
});

test("authorize() escapes markup in user names and paths", async () => {
  expect(await rejectionOf("/%3Cscript%3E&", noOpinion, { name: "<b>&" })).toMatchObject({
    message: 'forbidden: User "&lt;b&gt;&amp;" cannot get path "/&lt;script&gt;&amp;"',
  });
});

test("authorize() responds with 500 if an authorizer failed and none allowed the request", async () => {
  expect(await rejectionOf("/api/v1/nodes?a=<b>", { ...noOpinion, error: "no answer" })).toMatchObject({
    code: 500,
    message: 'Internal Server Error: "/api/v1/nodes?a=&lt;b&gt;": no answer\n',
  });
});

test("authorize() continues if an authorizer allows the request, although another one failed", async () => {
  const { call } = testCall("/api/v1/pods", { user, method: "GET" });
  let reached = false;
  await authorize(authorizerWith({ ...allowed, error: "a role is missing" }), vocabulary)(call, async () => {
    reached = true;
  });
  expect(reached).toBe(true);
});

test("authorize() rejects with the error that an authorizer throws, and does not continue", async () => {
  const { call } = testCall("/api/v1/pods", { user, method: "GET" });
  const failing: Authorizer = () => Promise.reject(new TypeError("broken"));
  const unreachable = (): Promise<void> => Promise.reject(new Error("reached"));
  await expect(authorize(failing, vocabulary)(call, unreachable)).rejects.toThrow(new TypeError("broken"));
});
