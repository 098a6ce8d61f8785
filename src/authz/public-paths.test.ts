import { expect, test } from "vitest";
import { authorizePublicPaths } from "./public-paths.ts";

const anybody = { name: "system:anonymous", groups: ["system:unauthenticated"] };
const decide = async (verb: string, path: string): Promise<string> =>
  (await authorizePublicPaths(anybody, { isResource: false, verb, path })).decision;

test.each(["/healthz", "/livez", "/readyz", "/version", "/version/"])("anybody may get %s", async (path) => {
  expect(await decide("get", path)).toBe("allow");
});

test.each([
  "/",
  "/livez/ping",
  "/readyz/",
  "/healthz/etcd",
  "/metrics",
  "/api",
  "/apis",
  "/openapi/v2",
  "/LIVEZ",
  "/constructor",
])("%s is not for everybody", async (path) => {
  expect(await decide("get", path)).toBe("no opinion");
});

test.each(["post", "put", "patch", "delete", "options", "GET"])("nothing else may be done there: %s", async (verb) => {
  expect(await decide(verb, "/livez")).toBe("no opinion");
});

test("a resource of such a path is not meant", async () => {
  const attributes = {
    verb: "get",
    group: "",
    version: "v1",
    namespace: "",
    resource: "livez",
    subresource: "",
    name: "",
  };
  expect((await authorizePublicPaths(anybody, { isResource: true, ...attributes })).decision).toBe("no opinion");
});
