/** Fields whose default depends on a feature: their values and their field managers. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { valueAt } from "../src/base/paths.ts";
import { applyObject } from "./support/apply.ts";
import { startTestServer, type TestServer } from "./support/test-server.ts";
import { createObject } from "./support/writes.ts";

const labels = { app: "web" };
const container = { name: "app", image: "app:1", resources: { requests: { cpu: "1" } } };
const volumes = [
  { name: "tagged", image: { reference: "model:1" } },
  { name: "latest", image: { reference: "model" } },
];
const template = { metadata: { labels }, spec: { containers: [container], volumes } };

const core = "/api/v1/namespaces/default";
const controllers = {
  collection: `${core}/replicationcontrollers`,
  body: { apiVersion: "v1", kind: "ReplicationController", spec: { selector: labels, template } },
};
const statefulSets = {
  collection: "/apis/apps/v1/namespaces/default/statefulsets",
  body: {
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    spec: {
      serviceName: "web",
      updateStrategy: { rollingUpdate: {} },
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [container] } },
    },
  },
};
const pods = {
  collection: `${core}/pods`,
  body: { apiVersion: "v1", kind: "Pod", spec: { resources: { limits: { cpu: "2" } }, containers: [container] } },
};

interface DefaultCase {
  readonly gate: string;
  readonly collection: string;
  readonly body: object;
  /** Path of the value that contains the default. */
  readonly path: string;
  readonly value: unknown;
  /** Steps to the value in `fieldsV1`, such as `f:spec`. */
  readonly owned: readonly string[];
  readonly created: unknown;
  readonly applied: unknown;
}

const volumesInTemplate = ["spec", "template", "spec", "volumes"].map((name) => `f:${name}`);

const cases: readonly DefaultCase[] = [
  {
    gate: "ImageVolume",
    ...controllers,
    path: "spec.template.spec.volumes.1.image",
    value: { reference: "model", pullPolicy: "Always" },
    owned: [...volumesInTemplate, 'k:{"name":"latest"}', "f:image"],
    created: { ".": {}, "f:pullPolicy": {}, "f:reference": {} },
    applied: { "f:reference": {} },
  },
  {
    gate: "ImageVolume",
    ...controllers,
    path: "spec.template.spec.volumes.0.image",
    value: { reference: "model:1", pullPolicy: "IfNotPresent" },
    owned: [...volumesInTemplate, 'k:{"name":"tagged"}', "f:image"],
    created: { ".": {}, "f:pullPolicy": {}, "f:reference": {} },
    applied: { "f:reference": {} },
  },
  {
    gate: "MaxUnavailableStatefulSet",
    ...statefulSets,
    path: "spec.updateStrategy",
    value: { type: "RollingUpdate", rollingUpdate: { partition: 0, maxUnavailable: 1 } },
    owned: ["f:spec", "f:updateStrategy"],
    created: { "f:rollingUpdate": { ".": {}, "f:maxUnavailable": {}, "f:partition": {} }, "f:type": {} },
    applied: { "f:rollingUpdate": {} },
  },
  {
    gate: "InPlacePodVerticalScaling",
    ...pods,
    path: "spec.containers.0.resizePolicy",
    value: [{ resourceName: "cpu", restartPolicy: "NotRequired" }],
    owned: ["f:spec", "f:containers", 'k:{"name":"app"}', "f:resizePolicy"],
    created: {},
    applied: undefined,
  },
  {
    gate: "PodLevelResources",
    ...pods,
    path: "spec.resources",
    value: { limits: { cpu: "2" }, requests: { cpu: "1" } },
    owned: ["f:spec", "f:resources"],
    created: { ".": {}, "f:limits": { ".": {}, "f:cpu": {} }, "f:requests": { ".": {}, "f:cpu": {} } },
    applied: { "f:limits": { "f:cpu": {} } },
  },
];

function ownedBy(object: { metadata: { managedFields: readonly { fieldsV1: unknown }[] } }, steps: readonly string[]) {
  return steps.reduce<unknown>(
    (fields, step) => (fields as Readonly<Record<string, unknown>> | undefined)?.[step],
    object.metadata.managedFields[0]?.fieldsV1,
  );
}

let server: TestServer;

beforeAll(async () => {
  const gates = [...new Set(cases.map(({ gate }) => gate))].map((gate) => `${gate}=true`);
  server = await startTestServer({ vocabulary: "kubernetes", flags: [`--feature-gates=${gates.join(",")}`] });
});

afterAll(() => server[Symbol.asyncDispose]());

describe.each(cases.map((one, index) => ({ ...one, index })))(
  "$gate: default of $path",
  ({ index, gate, collection, body, path, value, owned, ...owners }) => {
    test(`a create with ${gate} fills in ${path}, and the creating client owns the field`, async () => {
      const created = await createObject(server.client, collection, {
        ...body,
        metadata: { name: `created-${index}` },
      });
      expect(valueAt(created, path)).toEqual(value);
      expect(ownedBy(created, owned)).toEqual(owners.created);
    });

    test(`an apply with ${gate} fills in ${path}, and the applying client does not own the default`, async () => {
      const name = `applied-${index}`;
      const created = await applyObject(server.client, `${collection}/${name}`, "one", { ...body, metadata: { name } });
      expect(valueAt(created, path)).toEqual(value);
      expect(ownedBy(created, owned)).toEqual(owners.applied);
    });
  },
);

test.each([
  {
    gate: "JobPodReplacementPolicy",
    collection: "/apis/batch/v1/namespaces/default/jobs",
    spec: { template: { spec: { restartPolicy: "Never", containers: [container] } } },
    field: "podReplacementPolicy",
    value: "TerminatingOrFailed",
  },
  {
    gate: "SELinuxMountReadWriteOncePod",
    collection: "/apis/storage.k8s.io/v1/csidrivers",
    spec: {},
    field: "seLinuxMount",
    value: false,
  },
])("a writer owns $field only while the feature $gate is on", async ({ gate, collection, spec, field, value }) => {
  await using off = await startTestServer({ vocabulary: "kubernetes", flags: [`--feature-gates=${gate}=false`] });
  const body = { metadata: { name: "gated" }, spec };
  const withFeature = await createObject(server.client, collection, body);
  expect(withFeature.spec[field]).toBe(value);
  expect(ownedBy(withFeature, ["f:spec", `f:${field}`])).toEqual({});
  const without = await createObject(off.client, collection, body);
  expect(without.spec[field]).toBeUndefined();
  expect(ownedBy(without, ["f:spec", `f:${field}`])).toBeUndefined();
});

test("a writer does not own the pull policy of an image volume while the feature ImageVolume is off", async () => {
  await using off = await startTestServer({ vocabulary: "kubernetes", flags: ["--feature-gates=ImageVolume=false"] });
  const created = await createObject(off.client, controllers.collection, {
    ...controllers.body,
    metadata: { name: "off" },
  });
  expect(ownedBy(created, [...volumesInTemplate, 'k:{"name":"latest"}', "f:image"])).toEqual({
    ".": {},
    "f:reference": {},
  });
});
