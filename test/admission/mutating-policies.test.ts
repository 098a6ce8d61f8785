/** Mutating policies on whole servers. The messages are those of the reference v1.32, which `npm run compare -- mutating-policies` checks. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { mutatingPolicyFlags, PolicyServer, rulesFor } from "./policy-server.ts";

let policies: PolicyServer;

beforeAll(async () => {
  policies = await PolicyServer.start({ flags: mutatingPolicyFlags });
});

afterAll(() => policies[Symbol.asyncDispose]());

const maps = "/api/v1/namespaces/default/configmaps";

interface StoredMap {
  readonly data?: Readonly<Record<string, string>>;
  readonly metadata: {
    readonly labels?: Readonly<Record<string, string>>;
    readonly managedFields: readonly { readonly fieldsV1: object }[];
  };
}

async function storedData(name: string): Promise<StoredMap["data"]> {
  return (await policies.read<StoredMap>(`${maps}/${name}`)).data;
}

function applying(expression: string): object {
  return { patchType: "ApplyConfiguration", applyConfiguration: { expression } };
}

function patching(operations: string): object {
  return { patchType: "JSONPatch", jsonPatch: { expression: `[${operations}]` } };
}

/** Sets a key of a ConfigMap to the value of an expression. */
function setting(key: string, value: string): object {
  return applying(`Object{data: Object.data{${key}: ${value}}}`);
}

test("a policy changes the objects of creates and updates, and the writer does not own these fields", async () => {
  await policies.createMutatingPolicy("labels", {
    mutations: [applying("Object{metadata: Object.metadata{labels: {'written-by': request.userInfo.username}}}")],
  });
  expect((await policies.createMap("labels", { a: "1" })).status).toBe(201);
  const { metadata } = await policies.read<StoredMap>(`${maps}/labels`);
  expect(metadata.labels).toMatchObject({ "written-by": expect.any(String) });
  expect(metadata.managedFields.map(({ fieldsV1 }) => fieldsV1)).toEqual([{ "f:data": { ".": {}, "f:a": {} } }]);
  const body = { metadata: { name: "labels" }, data: { a: "2" } };
  expect((await policies.send(`${maps}/labels`, { method: "PUT", body })).status).toBe(200);
  expect((await policies.read<StoredMap>(`${maps}/labels`)).metadata.labels).toEqual(metadata.labels);
});

test("mutations see the changes of those before them", async () => {
  await policies.createMutatingPolicy("steps", {
    variables: [{ name: "first", expression: "object.data.a + '!'" }],
    mutations: [setting("b", "variables.first"), patching('JSONPatch{op: "move", from: "/data/b", path: "/data/c"}')],
  });
  await policies.createMap("steps", { a: "1" });
  expect(await storedData("steps")).toEqual({ a: "1", c: "1!" });
});

test("a mutation that fails denies the request, unless the policy ignores failures", async () => {
  const mutations = [setting("b", "object.data.missing"), setting("c", "'set'")];
  await policies.createMutatingPolicy("failing", { mutations });
  await policies.createMutatingPolicy("ignoring", { mutations, failurePolicy: "Ignore" });
  expect(await policies.createMap("failing", { a: "1" })).toMatchObject({
    status: 403,
    reason: "Invalid",
    message:
      "policy 'failing' with binding 'failing' denied request: " +
      "expression 'Object{data: Object.data{b: object.data.missing}}' resulted in error: no such key: missing",
  });
  expect((await policies.createMap("ignoring", { a: "1" })).status).toBe(201);
  expect(await storedData("ignoring")).toEqual({ a: "1", c: "set" });
});

test("the result of a JSON patch is decoded strictly", async () => {
  await policies.createMutatingPolicy("unknown-field", {
    mutations: [patching('JSONPatch{op: "add", path: "/foo", value: "1"}')],
  });
  expect(await policies.createMap("unknown-field", {})).toMatchObject({
    status: 500,
    message: 'Internal error occurred: strict decoding error: unknown field "foo"',
  });
});

test("the kind validates the changed object", async () => {
  await policies.createMutatingPolicy("invalid", { mutations: [applying("Object{data: {'not valid!': 'x'}}")] });
  expect((await policies.createMap("invalid", { a: "1" })).status).toBe(422);
});

test("each parameter of a binding applies the policy once more", async () => {
  for (const name of ["one", "two"]) await policies.createMap(name, { value: name }, { labels: { role: "values" } });
  await policies.createMutatingPolicy(
    "parameters",
    {
      paramKind: { apiVersion: "v1", kind: "ConfigMap" },
      mutations: [setting("values", "object.data.values + params.data.value")],
    },
    { paramRef: { selector: { matchLabels: { role: "values" } }, parameterNotFoundAction: "Deny" } },
  );
  await policies.createMap("parameters", { values: "" });
  expect(await storedData("parameters")).toEqual({ values: "onetwo" });
});

test("a policy with the reinvocation policy IfNeeded is applied again after a later policy", async () => {
  const spec = { matchConstraints: rulesFor("again") };
  const ifNeeded = { ...spec, reinvocationPolicy: "IfNeeded" };
  await policies.createMutatingPolicy("again-1", {
    ...ifNeeded,
    mutations: [setting("seen", "object.data.?late.orValue('none')")],
  });
  await policies.createMutatingPolicy("again-2", {
    ...spec,
    mutations: [setting("early", "object.data.?late.orValue('none')")],
  });
  await policies.createMutatingPolicy("again-3", { ...spec, mutations: [setting("late", "'set'")] });
  await policies.createMap("again", { a: "1" });
  expect(await storedData("again")).toEqual({ a: "1", seen: "set", early: "none", late: "set" });
});

test("other plugins run again after a policy has changed the object", async () => {
  await using usual = await PolicyServer.start({ flags: mutatingPolicyFlags, admissionPlugins: "usual" });
  const rule = {
    apiGroups: [""],
    apiVersions: ["v1"],
    resources: ["pods"],
    resourceNames: ["tolerant"],
    operations: ["CREATE"],
  };
  await usual.createMutatingPolicy("tolerant", {
    matchConstraints: { resourceRules: [rule] },
    mutations: [patching('JSONPatch{op: "remove", path: "/spec/tolerations"}')],
  });
  const body = { metadata: { name: "tolerant" }, spec: { containers: [{ name: "c", image: "x" }] } };
  expect(await usual.send("/api/v1/namespaces/default/pods", { body })).toMatchObject({ status: 201 });
  const { spec } = await usual.read<{
    readonly spec: { readonly tolerations?: readonly { readonly key: string }[] };
  }>("/api/v1/namespaces/default/pods/tolerant");
  // The plugin DefaultTolerationSeconds adds them once more.
  expect(spec.tolerations?.map(({ key }) => key)).toEqual([
    "node.kubernetes.io/not-ready",
    "node.kubernetes.io/unreachable",
  ]);
});

test("a validating policy sees the changes of mutating policies", async () => {
  await policies.createMutatingPolicy("checked", { mutations: [setting("count", "'9'")] });
  await policies.createPolicy("checked", {
    validations: [{ expression: "int(object.data.count) < 5", message: "too many" }],
  });
  expect((await policies.createMap("checked", { count: "1" })).message).toContain("denied request: too many");
});

test("no policy changes policies and bindings", async () => {
  const rule = {
    apiGroups: ["*"],
    apiVersions: ["*"],
    resources: ["*"],
    operations: ["*"],
    resourceNames: ["untouched"],
  };
  await policies.createMutatingPolicy("touching", {
    matchConstraints: { resourceRules: [rule] },
    mutations: [applying("Object{metadata: Object.metadata{labels: {'touched': 'yes'}}}")],
  });
  await policies.createPolicy("untouched", { validations: [{ expression: "true" }] });
  const path = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies/untouched";
  expect((await policies.read<StoredMap>(path)).metadata.labels).toBeUndefined();
  await policies.createMap("untouched");
  expect((await policies.read<StoredMap>(`${maps}/untouched`)).metadata.labels).toEqual({ touched: "yes" });
});

test("objects of custom types are merged by their schema, and get its defaults", async () => {
  const port = {
    type: "object",
    required: ["name"],
    properties: { name: { type: "string" }, port: { type: "integer" } },
  };
  const properties = {
    size: { type: "integer", default: 3 },
    ports: { type: "array", items: port, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"] },
  };
  const openAPIV3Schema = { type: "object", properties: { spec: { type: "object", properties } } };
  const group = "mutated.example.com";
  await policies.send("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
    body: {
      metadata: { name: `widgets.${group}` },
      spec: {
        group,
        scope: "Namespaced",
        names: { plural: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList" },
        versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema } }],
      },
    },
  });
  const rule = { apiGroups: [group], apiVersions: ["v1"], resources: ["widgets"], operations: ["CREATE"] };
  await policies.createMutatingPolicy("widgets", {
    matchConstraints: { resourceRules: [rule] },
    mutations: [
      applying(
        'Object{spec: Object.spec{ports: [Object.spec.ports{name: "a", port: 2}, Object.spec.ports{name: "b", port: object.spec.size}]}}',
      ),
      patching('JSONPatch{op: "remove", path: "/spec/size"}'),
    ],
  });
  const body = {
    apiVersion: `${group}/v1`,
    kind: "Widget",
    metadata: { name: "w" },
    spec: { size: 7, ports: [{ name: "a", port: 1 }] },
  };
  expect((await policies.send(`/apis/${group}/v1/namespaces/default/widgets`, { body })).status).toBe(201);
  const { spec } = await policies.read<{ readonly spec: object }>(`/apis/${group}/v1/namespaces/default/widgets/w`);
  expect(spec).toEqual({
    size: 3,
    ports: [
      { name: "a", port: 2 },
      { name: "b", port: 7 },
    ],
  });
});

test("a policy in another version of a custom type keeps the members that this version does not have", async () => {
  const group = "parts.example.com";
  const version = (apiVersion: string, member: string): object => {
    const properties = { size: { type: "integer" }, [member]: { type: "string" } };
    const openAPIV3Schema = { type: "object", properties: { spec: { type: "object", properties } } };
    return { name: apiVersion, served: true, storage: apiVersion === "v1", schema: { openAPIV3Schema } };
  };
  await policies.send("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
    body: {
      metadata: { name: `parts.${group}` },
      spec: {
        group,
        scope: "Namespaced",
        names: { plural: "parts", singular: "part", kind: "Part", listKind: "PartList" },
        versions: [version("v1", "old"), version("v2", "new")],
      },
    },
  });
  const rule = { apiGroups: [group], apiVersions: ["v2"], resources: ["parts"], operations: ["CREATE"] };
  const matchConstraints = { resourceRules: [rule] };
  const path = `/apis/${group}/v1/namespaces/default/parts`;
  const create = async (name: string): ReturnType<typeof policies.send> => {
    const spec = { size: 1, old: "x" };
    return await policies.send(path, { body: { apiVersion: `${group}/v1`, kind: "Part", metadata: { name }, spec } });
  };
  const mutations = [patching('JSONPatch{op: "replace", path: "/spec/size", value: 2}')];
  await policies.createMutatingPolicy("parts", { matchConstraints, mutations });
  expect((await create("a")).status).toBe(201);
  expect(await policies.read(`${path}/a`)).toMatchObject({ spec: { size: 2, old: "x" } });
  // As in the reference, a configuration cannot be applied to such an object.
  const configurations = [applying("Object{spec: Object.spec{size: 3}}")];
  await policies.createMutatingPolicy("parts-again", { matchConstraints, mutations: configurations });
  const why = "failed to convert original object to typed object: .spec.old: field not declared in schema";
  expect(await create("b")).toMatchObject({
    status: 403,
    message: `policy 'parts-again' with binding 'parts-again' denied request: error applying patch: ${why}`,
  });
});

test("without the feature gate, policies have no effect", async () => {
  await using ungated = await PolicyServer.start({ flags: mutatingPolicyFlags.slice(1) });
  await ungated.createMutatingPolicy("idle", { mutations: [setting("b", "'2'")] });
  await ungated.createMap("idle", { a: "1" });
  expect((await ungated.read<StoredMap>(`${maps}/idle`)).data).toEqual({ a: "1" });
});
