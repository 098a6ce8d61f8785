/**
 * Policies with custom types: as their parameters, and as the objects that they match. The messages are those of the reference v1.32,
 * which `npm run compare -- admission-policies mutating-policies` checks.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../support/until.ts";
import { mutatingPolicyFlags, PolicyServer, rulesFor } from "./policy-server.ts";

let policies: PolicyServer;

beforeAll(async () => {
  policies = await PolicyServer.start({ flags: mutatingPolicyFlags });
  await policies.send("/api/v1/namespaces", { body: { metadata: { name: "other" } } });
});

afterAll(() => policies[Symbol.asyncDispose]());

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** Creates a definition, and waits until the server serves its type. */
async function define(body: {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly plural: string };
    readonly [member: string]: unknown;
  };
  readonly metadata: object;
}): Promise<void> {
  expect((await policies.send(definitions, { body })).status).toBe(201);
  const { group, names } = body.spec;
  const path = `/apis/${group}/v1/${names.plural}`;
  await eventually(async () => (await policies.server.request(path)).status === 200, `${path} is served`);
}

/** Defines the type Limit. */
async function defineLimits(group: string, scope: "Cluster" | "Namespaced" = "Namespaced"): Promise<void> {
  const spec = { type: "object", properties: { max: { type: "integer", default: 3 } } };
  const openAPIV3Schema = { type: "object", properties: { spec } };
  const names = { plural: "limits", singular: "limit", kind: "Limit", listKind: "LimitList" };
  const versions = [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema } }];
  await define({ metadata: { name: `limits.${group}` }, spec: { group, scope, names, versions } });
}

async function createLimit(group: string, namespace: string | undefined, name: string, spec: object): Promise<void> {
  const inNamespace = namespace === undefined ? "" : `/namespaces/${namespace}`;
  const body = { apiVersion: `${group}/v1`, kind: "Limit", metadata: { name, labels: { role: "limits" } }, spec };
  expect((await policies.send(`/apis/${group}/v1${inNamespace}/limits`, { body })).status).toBe(201);
}

/** Creates a policy for the ConfigMap with this name, whose parameters are Limits. */
async function createLimitPolicy(name: string, group: string, paramRef: object, spec: object = {}): Promise<void> {
  const validations = [
    {
      expression: "int(object.data.count) <= params.spec.max",
      messageExpression: "'more than ' + string(params.spec.max)",
    },
  ];
  const paramKind = { apiVersion: `${group}/v1`, kind: "Limit" };
  await policies.createPolicy(
    name,
    { paramKind, validations, ...spec },
    { paramRef: { parameterNotFoundAction: "Deny", ...paramRef } },
  );
}

function denied(name: string, why: string): string {
  return `configmaps "${name}" is forbidden: ValidatingAdmissionPolicy '${name}' with binding '${name}' denied request: ${why}`;
}

test("parameters of a custom type come from the namespace of the request or of the binding, with defaults", async () => {
  const group = "limits.example.com";
  await defineLimits(group);
  await createLimit(group, "default", "limit", {});
  await createLimit(group, "other", "limit", { max: 6 });
  await createLimitPolicy("here", group, { name: "limit" });
  await createLimitPolicy("there", group, { name: "limit", namespace: "other" });
  await createLimitPolicy("selected", group, { selector: { matchLabels: { role: "limits" } }, namespace: "other" });
  expect((await policies.createMap("here", { count: "5" })).message).toBe(denied("here", "more than 3"));
  expect((await policies.createMap("there", { count: "5" })).status).toBe(201);
  expect((await policies.createMap("selected", { count: "7" })).message).toBe(denied("selected", "more than 6"));
});

test("a changed or deleted parameter counts for the next request", async () => {
  const group = "changing.example.com";
  await defineLimits(group);
  await createLimit(group, "default", "limit", { max: 3 });
  await createLimitPolicy("changing", group, { name: "limit" });
  const path = `/apis/${group}/v1/namespaces/default/limits/limit`;
  const { metadata } = await policies.read<{ readonly metadata: { readonly resourceVersion: string } }>(path);
  const body = {
    apiVersion: `${group}/v1`,
    kind: "Limit",
    metadata: { name: "limit", resourceVersion: metadata.resourceVersion },
    spec: { max: 9 },
  };
  await policies.send(path, { method: "PUT", body });
  expect((await policies.createMap("changing", { count: "10" })).message).toBe(denied("changing", "more than 9"));
  await policies.send(path, { method: "DELETE" });
  expect((await policies.createMap("changing", { count: "1" })).message).toBe(
    denied(
      "changing",
      "failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction",
    ),
  );
});

test("a policy can name a type of parameters that is defined later", async () => {
  const group = "late.example.com";
  await createLimitPolicy("late", group, { name: "limit" });
  expect((await policies.createMap("late", { count: "1" })).message).toBe(
    `configmaps "late" is forbidden: ValidatingAdmissionPolicy 'late' denied request: ` +
      `failed to configure policy: failed to find resource referenced by paramKind: '${group}/v1, Kind=Limit'`,
  );
  await defineLimits(group);
  await createLimit(group, "default", "limit", { max: 3 });
  expect((await policies.createMap("late", { count: "4" })).message).toBe(denied("late", "more than 3"));
  expect((await policies.createMap("late", { count: "2" })).status).toBe(201);
});

test("a binding cannot name a namespace for parameters of a cluster-scoped custom type", async () => {
  const group = "cluster.example.com";
  await defineLimits(group, "Cluster");
  await createLimit(group, undefined, "limit", { max: 3 });
  await createLimitPolicy("cluster", group, { name: "limit" });
  await createLimitPolicy("in-namespace", group, { name: "limit", namespace: "default" });
  expect((await policies.createMap("cluster", { count: "4" })).message).toBe(denied("cluster", "more than 3"));
  expect((await policies.createMap("in-namespace", { count: "1" })).message).toBe(
    denied(
      "in-namespace",
      "failed to configure binding: paramRef.namespace must not be provided for a cluster-scoped `paramKind`",
    ),
  );
});

test("a webhook that does not convert an object to the version of a policy fails the policy", async () => {
  const group = "unconverted.example.com";
  const schema = {
    openAPIV3Schema: {
      type: "object",
      properties: { spec: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
    },
  };
  const version = { served: true, schema };
  const definition = {
    metadata: { name: `gadgets.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { plural: "gadgets", singular: "gadget", kind: "Gadget", listKind: "GadgetList" },
      versions: [
        { ...version, name: "v1", storage: true },
        { ...version, name: "v2", storage: false },
      ],
      // Nothing listens at this port.
      conversion: {
        strategy: "Webhook",
        webhook: { clientConfig: { url: "https://127.0.0.1:1/convert" }, conversionReviewVersions: ["v1"] },
      },
    },
  };
  await define(definition);
  const matchConstraints = (name: string): object => {
    const { resourceRules } = rulesFor(name) as { readonly resourceRules: readonly object[] };
    return {
      resourceRules: resourceRules.map((rule) => ({
        ...rule,
        apiGroups: [group],
        apiVersions: ["v2"],
        resources: ["gadgets"],
      })),
    };
  };
  const validations = [{ expression: "true" }];
  const mutations = [
    {
      patchType: "ApplyConfiguration",
      applyConfiguration: { expression: "Object{metadata: Object.metadata{labels: {'a': 'b'}}}" },
    },
  ];
  for (const failurePolicy of ["Fail", "Ignore"]) {
    const validating = `validating-${failurePolicy.toLowerCase()}`;
    const mutating = `mutating-${failurePolicy.toLowerCase()}`;
    await policies.createPolicy(validating, {
      failurePolicy,
      validations,
      matchConstraints: matchConstraints(validating),
    });
    await policies.createMutatingPolicy(mutating, {
      failurePolicy,
      mutations,
      matchConstraints: matchConstraints(mutating),
    });
  }
  const create = async (name: string): Promise<{ readonly status: number; readonly message: string | undefined }> => {
    const body = { apiVersion: `${group}/v1`, kind: "Gadget", metadata: { name }, spec: {} };
    return await policies.send(`/apis/${group}/v1/namespaces/default/gadgets`, { body });
  };
  const why =
    `conversion webhook for ${group}/v1, Kind=Gadget failed: Post "https://127.0.0.1:1/convert?timeout=30s": ` +
    "dial tcp 127.0.0.1:1: connect: connection refused";
  expect(await create("validating-fail")).toMatchObject({
    status: 422,
    message:
      `gadgets.${group} "validating-fail" is forbidden: ValidatingAdmissionPolicy 'validating-fail' with binding 'validating-fail' ` +
      `denied request: failed to configure binding: failed to convert object version: ${why}`,
  });
  expect((await create("validating-ignore")).status).toBe(201);
  expect(await create("mutating-fail")).toMatchObject({
    status: 403,
    message: `policy "mutating-fail" denied request: failed to configure policy: ${why}`,
  });
  expect((await create("mutating-ignore")).status).toBe(201);
});
