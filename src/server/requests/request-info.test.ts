import { expect, test } from "vitest";
import { type RequestQuery, readRequestInfo } from "./request-info.ts";

const no: RequestQuery = { isWatch: () => false, selectedName: () => "" };
const yes: RequestQuery = { isWatch: () => true, selectedName: () => "chosen" };

const nothing = { group: "", version: "v1", namespace: "", resource: "", name: "", subresource: "", proxySegments: [] };

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
])("%s is about a resource", (path, expected) => {
  expect(readRequestInfo("POST", path, no)).toMatchObject({
    isResource: true,
    verb: "create",
    ...nothing,
    ...expected,
  });
});

test.each(["/", "/livez", "/api", "/api/", "/apis", "/apis/apps", "/apis//v1/x", "/API/v1/pods"])(
  "%s is a path and no resource",
  (path) => {
    const info = readRequestInfo("POST", path, no);
    expect(info).toMatchObject({ isResource: false, verb: "post" });
    expect(info).not.toHaveProperty("groupVersion");
  },
);

test.each(["/api/v1", "/api/v1//pods", "/api/v1/namespaces//pods", "/api/v1/namespaces/x//p"])(
  "%s is inside a version, but at no resource",
  (path) => {
    expect(readRequestInfo("GET", path, no)).toEqual({
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
])("%s on a collection is %j, on an object %j", (method, ofCollection, ofObject) => {
  expect(readRequestInfo(method, "/api/v1/nodes", no).verb).toBe(ofCollection);
  expect(readRequestInfo(method, "/api/v1/nodes/n", no).verb).toBe(ofObject);
});

test("a subresource is not watched, whatever its query says", () => {
  const path = "/api/v1/namespaces/default/pods/web/proxy/a/b";
  expect(readRequestInfo("GET", path, yes)).toMatchObject({
    verb: "get",
    subresource: "proxy",
    proxySegments: ["a", "b"],
  });
});

test("a query makes a watch of reading a collection, and of nothing else", () => {
  expect(readRequestInfo("GET", "/api/v1/nodes", yes).verb).toBe("watch");
  expect(readRequestInfo("GET", "/api/v1/nodes/n", yes).verb).toBe("get");
  expect(readRequestInfo("POST", "/api/v1/nodes", yes).verb).toBe("create");
});

test("a list or watch has the name that its field selector requires", () => {
  const named: RequestQuery = { isWatch: () => false, selectedName: () => "chosen" };
  expect(readRequestInfo("GET", "/api/v1/nodes", yes)).toMatchObject({ name: "chosen", hasPathName: false });
  expect(readRequestInfo("GET", "/api/v1/nodes", named)).toMatchObject({ verb: "list", name: "chosen" });
  expect(readRequestInfo("GET", "/api/v1/nodes/n", named)).toMatchObject({ name: "n", hasPathName: true });
  expect(readRequestInfo("DELETE", "/api/v1/nodes", named)).toMatchObject({ verb: "deletecollection", name: "" });
});

test.each([
  ["/api/v1/watch/nodes", { resource: "nodes" }],
  ["/api/v1/watch/nodes/n", { resource: "nodes", name: "n" }],
  ["/api/v1/watch/namespaces/x", { resource: "namespaces", namespace: "x", name: "x" }],
  ["/api/v1/watch/namespaces/x/pods/p", { resource: "pods", namespace: "x", name: "p" }],
  ["/apis/apps/v1/watch/deployments", { group: "apps", resource: "deployments" }],
])("GET %s is a watch, whatever its query says", (path, expected) => {
  const info = readRequestInfo("GET", path, no);
  expect(info).toMatchObject({ verb: "watch", isWatchPath: true, ...nothing, ...expected });
});

test("only GET and HEAD are watches on a watch path", () => {
  expect(readRequestInfo("POST", "/api/v1/watch/nodes", no)).toMatchObject({ verb: "create", isWatchPath: true });
  expect(readRequestInfo("GET", "/api/v1/watch", no)).toMatchObject({ resource: "watch", isWatchPath: false });
});

test("paths that are no resource are shown decoded", () => {
  expect(readRequestInfo("GET", "/a%20b/c", no)).toMatchObject({ path: "/a b/c" });
});

test.each([
  ["/%ff", 'invalid URL escape in "%ff"'],
  ["/api/v1/nodes/a%00", 'control character in "a%00"'],
  ["/a%0ab", 'control character in "a%0ab"'],
  ["/%7f", 'control character in "%7f"'],
  ["/a%20b", undefined],
])("the fault of the path %s is %s", (path, pathFault) => {
  expect(readRequestInfo("GET", path, no).pathFault).toBe(pathFault);
});

test("a star is no path", () => {
  expect(readRequestInfo("GET", "*", no)).toMatchObject({ isResource: false, path: "*" });
});

test("no more than 64 segments are told apart", () => {
  const info = readRequestInfo("GET", `/api/v1/nodes/n/proxy${"/x".repeat(10_000)}`, no);
  expect(info).toMatchObject({ isResource: true, proxySegments: { length: 59 } });
});
