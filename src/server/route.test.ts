import { describe, expect, test } from "vitest";
import { ServedBuiltin } from "./discovery/testing/served-builtin.ts";
import { type PathHandler, PathTable, router } from "./route.ts";
import { ResourceTable } from "./served/resource-table.ts";
import { testCall } from "./testing/test-call.ts";

const maps = "/api/v1/namespaces/default/configmaps";

/** What the request of a method and a path comes to, with all built-in kinds served. */
async function refusalOf(method: string, path: string): Promise<unknown> {
  await using served = new ServedBuiltin("orch");
  const { call } = testCall(path, { method });
  return await router(
    served.resources,
    new PathTable(),
  )(call).then(
    () => undefined,
    (error: unknown) => error,
  );
}

const says =
  (text: string): PathHandler =>
  async (call) =>
    call.respondText(200, text);

describe("the table of paths", () => {
  const paths = new PathTable();
  paths.add("/a", says("a"));
  paths.add("/a/b", says("a/b"));
  paths.addEither("/either", says("either"));
  paths.addBelow("/a", (rest) => (rest === "nothing" ? undefined : says(`below a: ${rest}`)));
  const route = router(new ResourceTable(), paths);

  test.each([
    ["/a", "a"],
    ["/a/b", "a/b"],
    ["/a/b/", "below a: b/"],
    ["/either", "either"],
    ["/either/", "either"],
    ["/a/c", "below a: c"],
    ["/a/c/d", "below a: c/d"],
    ["/a/__proto__", "below a: __proto__"],
  ])("%s is handled by the nearest entry", async (path, text) => {
    const { call, answer } = testCall(path);
    await route(call);
    expect((await answer()).text).toBe(text);
  });

  test.each(["/", "/b", "/ab", "/A", "/a/nothing", "/constructor", "/__proto__"])("%s is no page", async (path) => {
    for (const method of ["GET", "POST"]) {
      await expect(route(testCall(path, { method }).call)).rejects.toMatchObject({ code: 404, name: "PlainTextError" });
    }
  });

  test.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])(
    "%s is not allowed where there is a page",
    async (method) => {
      for (const path of ["/a", "/a/c"]) {
        await expect(route(testCall(path, { method }).call)).rejects.toMatchObject({ code: 405 });
      }
    },
  );

  test("HEAD is answered as GET is", async () => {
    const { call, answer } = testCall("/a", { method: "HEAD" });
    await route(call);
    expect(await answer()).toMatchObject({ status: 200, headers: { "content-length": "1" }, text: "" });
  });

  test("its exact paths can be listed", () => {
    expect([...paths.paths]).toEqual(["/a", "/a/b", "/either"]);
  });
});

describe("a resource", () => {
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
  ])("does not take %s at %s", async (method, path) => {
    expect(await refusalOf(method, path)).toMatchObject({ code: 405, reason: "MethodNotAllowed" });
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
  ])("is not found at %s inside a served group", async (path) => {
    for (const method of ["GET", "POST"]) {
      expect(await refusalOf(method, path)).toMatchObject({ code: 404, reason: "NotFound", details: {} });
    }
  });

  test.each(["/apis/nothing/v1/things", "/apis/nothing/v1"])(
    "is no page at %s, in a group that is not served",
    async (path) => {
      expect(await refusalOf("POST", path)).toMatchObject({ code: 404, name: "PlainTextError" });
    },
  );

  test.each([
    [`${maps}/..`, "Name parameter invalid: \"..\": may not be '..'"],
    [`${maps}/a%2fb`, "Name parameter invalid: \"a/b\": may not contain '/'"],
    ["/api/v1/namespaces/a%25/configmaps", "Namespace parameter invalid: \"a%\": may not contain '%'"],
  ])("is not looked up at %s", async (path, message) => {
    expect(await refusalOf("GET", path)).toMatchObject({ code: 400, message });
  });
});
