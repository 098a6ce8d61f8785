import { expect, test } from "vitest";
import { type RequestQuery, readRequestInfo } from "./request-info.ts";

const plainQuery: RequestQuery = { isWatch: () => false, selectedName: () => "", selectors: undefined };
const watchQuery: RequestQuery = { isWatch: () => true, selectedName: () => "chosen", selectors: undefined };

const noNames = { group: "", version: "v1", namespace: "", resource: "", name: "", subresource: "", proxySegments: [] };

test.each([
  ["/api/v1/nodes", { resource: "nodes" }],
  ["/api/v1/nodes/n", { resource: "nodes", name: "n" }],
  ["/api/v1/nodes/n/status", { resource: "nodes", name: "n", subresource: "status" }],
  ["/api/v1/nodes/n/proxy/a/b", { resource: "nodes", name: "n", subresource: "proxy", proxySegments: ["a", "b"] }],
  ["/api/v1/namespaces", { resource: "namespaces" }],
  ["/api/v1/namespaces/x", { resource: "namespaces", namespace: "x", name: "x" }],
  ["/api/v1/namespaces/x/status", { resource: "namespaces", namespace: "x", name: "x", subresource: "status" }],
  ["/api/v1/namespaces/x/finalize", { resource: "namespaces", namespace: "x", name: "x", subresource: "finalize" }],
  ["/api/v1/namespaces/x/pods", { namespace: "x", resource: "pods" }],
  ["/api/v1/namespaces/x/pods/p/log", { namespace: "x", resource: "pods", name: "p", subresource: "log" }],
  ["/apis/apps/v1/deployments", { group: "apps", resource: "deployments" }],
  [
    "/apis/g.io/v2/namespaces/x/things/t",
    { group: "g.io", version: "v2", namespace: "x", resource: "things", name: "t" },
  ],
  ["/api/v1/pods/", { resource: "pods" }],
  ["/api/v1/namespaces/x/pods/a%2fb", { namespace: "x", resource: "pods", name: "a/b" }],
  ["/api/v1/namespaces/x/pods/%C3%A9", { namespace: "x", resource: "pods", name: "é" }],
])("readRequestInfo() reads the path %s as a resource", (path, expected) => {
  expect(readRequestInfo("POST", path, plainQuery)).toMatchObject({
    isResource: true,
    verb: "create",
    ...noNames,
    ...expected,
  });
});

test.each(["/", "/livez", "/api", "/api/", "/apis", "/apis/apps", "/apis//v1/x", "/API/v1/pods"])(
  "readRequestInfo() does not read the path %s as a resource",
  (path) => {
    const info = readRequestInfo("POST", path, plainQuery);
    expect(info).toMatchObject({ isResource: false, verb: "post" });
    expect(info).not.toHaveProperty("groupVersion");
  },
);

test.each(["/api/v1", "/api/v1//pods", "/api/v1/namespaces//pods", "/api/v1/namespaces/x//p"])(
  "readRequestInfo() reads only the group version from the path %s",
  (path) => {
    expect(readRequestInfo("GET", path, plainQuery)).toEqual({
      isResource: false,
      path,
      verb: "get",
      groupVersion: { group: "", version: "v1" },
    });
  },
);

test.each([
  ["GET", "list", "get"],
  ["HEAD", "list", "get"],
  ["POST", "create", "create"],
  ["PUT", "update", "update"],
  ["PATCH", "patch", "patch"],
  ["DELETE", "deletecollection", "delete"],
  ["OPTIONS", "", ""],
  ["get", "", ""],
])("readRequestInfo() of %s on a collection has the verb %j, and on an object %j", (method, ofCollection, ofObject) => {
  expect(readRequestInfo(method, "/api/v1/nodes", plainQuery).verb).toBe(ofCollection);
  expect(readRequestInfo(method, "/api/v1/nodes/n", plainQuery).verb).toBe(ofObject);
});

test("readRequestInfo() ignores a watch parameter for subresources", () => {
  const path = "/api/v1/namespaces/default/pods/web/proxy/a/b";
  expect(readRequestInfo("GET", path, watchQuery)).toMatchObject({
    verb: "get",
    subresource: "proxy",
    proxySegments: ["a", "b"],
  });
});

test("readRequestInfo() applies a watch parameter only to GET on a collection", () => {
  expect(readRequestInfo("GET", "/api/v1/nodes", watchQuery).verb).toBe("watch");
  expect(readRequestInfo("GET", "/api/v1/nodes/n", watchQuery).verb).toBe("get");
  expect(readRequestInfo("POST", "/api/v1/nodes", watchQuery).verb).toBe("create");
});

test("readRequestInfo() of a list or watch has the name in its field selector", () => {
  const namedQuery: RequestQuery = { isWatch: () => false, selectedName: () => "chosen", selectors: undefined };
  expect(readRequestInfo("GET", "/api/v1/nodes", watchQuery)).toMatchObject({ name: "chosen", hasPathName: false });
  expect(readRequestInfo("GET", "/api/v1/nodes", namedQuery)).toMatchObject({ verb: "list", name: "chosen" });
  expect(readRequestInfo("GET", "/api/v1/nodes/n", namedQuery)).toMatchObject({ name: "n", hasPathName: true });
  expect(readRequestInfo("DELETE", "/api/v1/nodes", namedQuery)).toMatchObject({ verb: "deletecollection", name: "" });
});

test.each([
  ["/api/v1/watch/nodes", { resource: "nodes" }],
  ["/api/v1/watch/nodes/n", { resource: "nodes", name: "n" }],
  ["/api/v1/watch/namespaces/x", { resource: "namespaces", namespace: "x", name: "x" }],
  ["/api/v1/watch/namespaces/x/pods/p", { resource: "pods", namespace: "x", name: "p" }],
  ["/apis/apps/v1/watch/deployments", { group: "apps", resource: "deployments" }],
])("readRequestInfo() of GET %s has the verb watch without a parameter", (path, expected) => {
  const info = readRequestInfo("GET", path, plainQuery);
  expect(info).toMatchObject({ verb: "watch", isWatchPath: true, ...noNames, ...expected });
});

test("readRequestInfo() of a watch path has the verb watch only for GET", () => {
  expect(readRequestInfo("POST", "/api/v1/watch/nodes", plainQuery)).toMatchObject({
    verb: "create",
    isWatchPath: true,
  });
  expect(readRequestInfo("GET", "/api/v1/watch", plainQuery)).toMatchObject({ resource: "watch", isWatchPath: false });
});

test("readRequestInfo() decodes paths that are not resources", () => {
  expect(readRequestInfo("GET", "/a%20b/c", plainQuery)).toMatchObject({ path: "/a b/c" });
});

test.each([
  ["/%ff", 'invalid URL escape in "%ff"'],
  ["/api/v1/nodes/a%00", 'control character in "a%00"'],
  ["/a%0ab", 'control character in "a%0ab"'],
  ["/%7f", 'control character in "%7f"'],
  ["/a%20b", undefined],
])("readRequestInfo() of the path %s has the fault %s", (path, pathFault) => {
  expect(readRequestInfo("GET", path, plainQuery).pathFault).toBe(pathFault);
});

test("readRequestInfo() accepts the target *", () => {
  expect(readRequestInfo("GET", "*", plainQuery)).toMatchObject({ isResource: false, path: "*" });
});

test("readRequestInfo() splits a path into at most 64 segments", () => {
  const info = readRequestInfo("GET", `/api/v1/nodes/n/proxy${"/x".repeat(10_000)}`, plainQuery);
  expect(info).toMatchObject({ isResource: true, proxySegments: { length: 59 } });
});
