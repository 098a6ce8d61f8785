import { describe, expect, test } from "vitest";
import { ServedBuiltin } from "./discovery/testing/served-builtin.ts";
import type { Call } from "./requests/call.ts";
import { type PathHandler, PathTable, router } from "./route.ts";
import { ResourceTable } from "./served/resource-table.ts";
import { testCall } from "./testing/test-call.ts";

const maps = "/api/v1/namespaces/default/configmaps";

/** Returns the error of a request to a server with all built-in kinds. Undefined if it succeeds. */
async function errorOf(method: string, path: string): Promise<unknown> {
  await using served = new ServedBuiltin("orch");
  const { call } = testCall(path, { method });
  const route = router(served.resources, new PathTable());
  try {
    await route(call);
    return undefined;
  } catch (error) {
    return error;
  }
}

const respondWith =
  (text: string): PathHandler =>
  async (call) =>
    call.respondText(200, text);

describe("a router with a PathTable", () => {
  const paths = new PathTable();
  paths.add("/a", respondWith("a"));
  paths.add("/a/b", respondWith("a/b"));
  paths.addEither("/either", respondWith("either"));
  paths.addBelow("/a", (subpath) => (subpath === "nothing" ? undefined : respondWith(`below a: ${subpath}`)));
  const routeOfTable = router(new ResourceTable(), paths);
  const route = async (call: Call): Promise<void> => await routeOfTable(call);

  test.each([
    ["/a", "a"],
    ["/a/b", "a/b"],
    ["/a/b/", "below a: b/"],
    ["/either", "either"],
    ["/either/", "either"],
    ["/a/c", "below a: c"],
    ["/a/c/d", "below a: c/d"],
    ["/a/__proto__", "below a: __proto__"],
  ])("a request to %s is handled by the nearest entry of the PathTable", async (path, text) => {
    const { call, readResponse } = testCall(path);
    await route(call);
    expect((await readResponse()).text).toBe(text);
  });

  test.each(["/", "/b", "/ab", "/A", "/a/nothing", "/constructor", "/__proto__"])(
    "a request to %s gets 404",
    async (path) => {
      for (const method of ["GET", "POST"]) {
        await expect(route(testCall(path, { method }).call)).rejects.toMatchObject({
          code: 404,
          name: "PlainTextError",
        });
      }
    },
  );

  test.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])("%s to a path of the PathTable gets 405", async (method) => {
    for (const path of ["/a", "/a/c"]) {
      await expect(route(testCall(path, { method }).call)).rejects.toMatchObject({ code: 405 });
    }
  });

  test("HEAD to a path of the PathTable is handled like GET", async () => {
    const { call, readResponse } = testCall("/a", { method: "HEAD" });
    await route(call);
    expect(await readResponse()).toMatchObject({ status: 200, headers: { "content-length": "1" }, text: "" });
  });

  test("PathTable.paths lists its exact paths", () => {
    expect([...paths.paths]).toEqual(["/a", "/a/b", "/either"]);
  });
});

describe("a router with resources", () => {
  test.each([
    ["POST", `${maps}/a`],
    ["PUT", maps],
    ["PATCH", maps],
    ["POST", "/api/v1/configmaps"],
    ["DELETE", "/api/v1/configmaps"],
    ["POST", `${maps}/a`],
    ["OPTIONS", maps],
    ["DELETE", "/api/v1/namespaces/default/pods/p/status"],
    ["POST", "/api/v1/namespaces/default/replicationcontrollers/r/scale"],
  ])("%s %s gets 405", async (method, path) => {
    expect(await errorOf(method, path)).toMatchObject({ code: 405, reason: "MethodNotAllowed" });
  });

  test.each([
    "/api/v1/nothings",
    `${maps}/a/status`,
    `${maps}/a/b/c`,
    "/api/v1/namespaces/default/nodes",
    "/api/v1/configmaps/a",
    "/api/v1//configmaps",
    "/apis/apps/v9/deployments",
    "/api/v2/pods",
  ])("a request to %s in a served group gets 404 with a Status", async (path) => {
    for (const method of ["GET", "POST"]) {
      expect(await errorOf(method, path)).toMatchObject({ code: 404, reason: "NotFound", details: {} });
    }
  });

  test.each(["/apis/nothing/v1/things", "/apis/nothing/v1"])(
    "a request to %s in an unknown group gets a plain 404",
    async (path) => {
      expect(await errorOf("POST", path)).toMatchObject({ code: 404, name: "PlainTextError" });
    },
  );

  test.each([
    [`${maps}/..`, "Name parameter invalid: \"..\": may not be '..'"],
    [`${maps}/a%2fb`, "Name parameter invalid: \"a/b\": may not contain '/'"],
    ["/api/v1/namespaces/a%25/configmaps", "Namespace parameter invalid: \"a%\": may not contain '%'"],
  ])("a request to %s with an invalid name gets 400", async (path, message) => {
    expect(await errorOf("GET", path)).toMatchObject({ code: 400, message });
  });
});
