import { expect, test } from "vitest";
import { ServedBuiltin } from "../discovery/testing/served-builtin.ts";
import { testCall } from "../testing/test-call.ts";
import { info } from "./info.ts";

const path = "/api/v1/namespaces/default/configmaps";

async function read(target: string, method = "GET"): Promise<{ readonly verb: string; readonly served: unknown }> {
  await using builtin = new ServedBuiltin("orch");
  const { call } = testCall(target, { method });
  await info(builtin.resources)(call, async () => undefined);
  return { verb: call.info.verb, served: call.target };
}

test("info() sets the verb and the target of a request", async () => {
  expect(await read(`${path}/a`)).toEqual({
    verb: "get",
    served: { group: "", version: "v1", resource: "configmaps", subresource: "" },
  });
  expect(await read("/apis/apps/v1/namespaces/default/deployments/a/scale", "PUT")).toEqual({
    verb: "update",
    served: { group: "apps", version: "v1", resource: "deployments", subresource: "scale" },
  });
});

test.each(["/api/v1/namespaces/default/nothings", "/apis/nothing/v1/things", "/livez", "/api/v1/configmaps/a"])(
  "info() sets no target for %s",
  async (target) => {
    expect((await read(target)).served).toBeUndefined();
  },
);

test.each([
  ["watch", "watch"],
  ["watch=", "watch"],
  ["watch=1", "watch"],
  ["watch=true", "watch"],
  ["watch=yes", "watch"],
  ["watch=0", "list"],
  ["watch=false", "list"],
  ["watch=FALSE", "list"],
  ["other=watch", "list"],
])("info() reads the query %s as the verb %s", async (query, verb) => {
  expect((await read(`${path}?${query}`)).verb).toBe(verb);
});

test("info() ignores the parameter watch of a DELETE", async () => {
  expect((await read(`${path}?watch=1`, "DELETE")).verb).toBe("deletecollection");
});

test.each([
  ["metadata.name=a", "a"],
  ["metadata.name%3D%3Da", "a"],
  ["metadata.namespace=b,metadata.name=a", "a"],
  ["metadata.name!=a", ""],
  ["metadata.name=a/b", ""],
  ["metadata.name", ""],
  ["metadata.uid=a", ""],
])("info() of a list with the field selector %s has the name %j", async (selector, name) => {
  await using builtin = new ServedBuiltin("orch");
  const { call } = testCall(`${path}?fieldSelector=${selector}`);
  await info(builtin.resources)(call, async () => undefined);
  expect(call.info).toMatchObject({ verb: "list", name, hasPathName: false });
});

test("info() rejects a malformed path", async () => {
  await expect(read(`${path}/%zz`)).rejects.toMatchObject({ code: 400 });
});
