import { expect, test } from "vitest";
import { ServedBuiltin } from "../discovery/testing/served-builtin.ts";
import { testCall } from "../testing/test-call.ts";
import { info } from "./info.ts";

const path = "/api/v1/namespaces/default/configmaps";

async function read(target: string, method = "GET"): Promise<{ readonly verb: string; readonly served: unknown }> {
  await using builtin = new ServedBuiltin("orch");
  const { call } = testCall(target, { method });
  await info(builtin.resources, { seesSelectors: true })(call, async () => undefined);
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
  await info(builtin.resources, { seesSelectors: true })(call, async () => undefined);
  expect(call.info).toMatchObject({ verb: "list", name, hasPathName: false });
});

test("info() rejects a malformed path", async () => {
  await expect(read(`${path}/%zz`)).rejects.toMatchObject({ code: 400 });
});

async function selectorsOf(target: string, { method = "GET", seesSelectors = true } = {}): Promise<unknown> {
  await using builtin = new ServedBuiltin("orch");
  const { call } = testCall(target, { method });
  await info(builtin.resources, { seesSelectors })(call, async () => undefined);
  return call.info.isResource ? call.info.selectors?.() : undefined;
}

const selecting = "fieldSelector=metadata.name!=a&fieldSelector=b=c&labelSelector=app";

test.each([
  ["GET", `${path}?${selecting}`],
  ["HEAD", `${path}?${selecting}`],
  ["GET", `${path}?watch=1&${selecting}`],
  ["DELETE", `${path}?${selecting}`],
])("authorizers see the first selectors of %s %s", async (method, target) => {
  expect(await selectorsOf(target, { method })).toMatchObject({
    field: { requirements: [{ field: "metadata.name", operator: "!=", value: "a" }] },
    label: { requirements: [{ key: "app", operator: "exists", values: [] }] },
  });
});

test.each([
  ["GET", `${path}/a?${selecting}`],
  ["DELETE", `${path}/a?${selecting}`],
  ["POST", `${path}?${selecting}`],
  ["GET", `/api/v1/watch/namespaces/default/configmaps?${selecting}`],
  ["GET", path],
])("authorizers see no selectors of %s %s", async (method, target) => {
  expect(await selectorsOf(target, { method })).toBeUndefined();
});

test("authorizers see no selectors if the feature is off", async () => {
  expect(await selectorsOf(`${path}?${selecting}`, { seesSelectors: false })).toBeUndefined();
});

test("authorizers see that a selector is malformed", async () => {
  expect(await selectorsOf(`${path}?fieldSelector=a&labelSelector=,`)).toEqual({
    field: { requirements: [], parseError: "invalid selector: 'a'; can't understand 'a'" },
    label: { requirements: [], parseError: expect.stringContaining("identifier") as string },
  });
});

test.each(["limit=x", "timeoutSeconds=", "labelSelector=,"])(
  "info() of a list has no name if another parameter is malformed: %s",
  async (parameter) => {
    await using builtin = new ServedBuiltin("orch");
    const { call } = testCall(`${path}?fieldSelector=metadata.name=a&${parameter}`);
    await info(builtin.resources, { seesSelectors: true })(call, async () => undefined);
    expect(call.info).toMatchObject({ verb: "list", name: "" });
  },
);

test.each(["/api/v1/watch", "/api/v1/proxy/", "/apis/apps/v1/watch"])(
  "info() rejects %s, which ends after a verb",
  async (target) => {
    await expect(read(target)).rejects.toMatchObject({
      code: 500,
      message: `Internal Server Error: "${target}": failed to create RequestInfo: unable to determine kind and namespace from url, ${target}\n`,
    });
  },
);
