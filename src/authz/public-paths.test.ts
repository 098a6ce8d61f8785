import { expect, test } from "vitest";
import { authorizePublicPaths } from "./public-paths.ts";

const anybody = { name: "system:anonymous", groups: ["system:unauthenticated"] };
const decide = async (verb: string, path: string): Promise<string> =>
  (await authorizePublicPaths(anybody, { isResource: false, verb, path })).decision;

test.each(["/healthz", "/livez", "/readyz", "/version", "/version/"])(
  "authorizePublicPaths() allows GET of %s",
  async (path) => {
    expect(await decide("get", path)).toBe("allow");
  },
);

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
])("authorizePublicPaths() has no opinion about %s", async (path) => {
  expect(await decide("get", path)).toBe("no opinion");
});

test.each(["post", "put", "patch", "delete", "options", "GET"])(
  "authorizePublicPaths() has no opinion about the verb %s",
  async (verb) => {
    expect(await decide(verb, "/livez")).toBe("no opinion");
  },
);

test("authorizePublicPaths() has no opinion about resources", async () => {
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
