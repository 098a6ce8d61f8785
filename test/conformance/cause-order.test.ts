/**
 * Order and repetition of the causes of rejected writes, and dry runs that return the sent object. Expected values are
 * the reference's.
 */
import { describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import type { WireResponse } from "../support/wire-client.ts";
import { createObject } from "../support/writes.ts";

const classes = "/apis/storage.k8s.io/v1/storageclasses";
const maps = "/api/v1/namespaces/default/configmaps";

function start(): Promise<TestServer> {
  return startTestServer({ vocabulary: "kubernetes" });
}

/** Returns each cause as `field reason`. */
function causesOf({ json }: WireResponse): readonly string[] {
  const causes = (json.details?.causes ?? []) as readonly { readonly field: string; readonly reason: string }[];
  return causes.map(({ field, reason }) => `${field} ${reason.replace("FieldValue", "")}`);
}

describe("the causes of a rejected create", () => {
  test("a create with an invalid Pod template reports the causes of each container together, in the order of its checks", async () => {
    await using running = await start();
    const container = {
      name: "c",
      image: "c",
      volumeMounts: [{ name: "v", mountPath: "" }],
      volumeDevices: [{ name: "", devicePath: "" }],
      livenessProbe: { exec: {}, httpGet: { port: 0 } },
    };
    const first = { name: "i", image: "i", volumeMounts: [{ name: "v", mountPath: "/v" }], livenessProbe: {} };
    const volumes = [{ name: "v", emptyDir: {}, hostPath: { path: "/x" } }];
    const spec = { volumes, initContainers: [first], containers: [container] };
    const labels = { a: "b" };
    const body = {
      metadata: { name: "a" },
      spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
    };
    const answer = await running.client.request("/apis/apps/v1/namespaces/default/replicasets", { body });
    const ofContainer = [
      "volumeMounts[0].name NotFound",
      "volumeMounts[0].mountPath Required",
      "volumeMounts[0].mountPath Invalid",
      "volumeDevices[0].name Required",
      "volumeDevices[0].name NotFound",
      "volumeDevices[0].devicePath Required",
      "volumeDevices[0].devicePath Invalid",
      "livenessProbe.exec.command Required",
      "livenessProbe.httpGet Forbidden",
    ];
    expect(causesOf(answer)).toEqual([
      "spec.template.spec.volumes[0].hostPath Forbidden",
      ...ofContainer.map((cause) => `spec.template.spec.containers[0].${cause}`),
      "spec.template.spec.initContainers[0].volumeMounts[0].name NotFound",
      "spec.template.spec.initContainers[0].livenessProbe Forbidden",
    ]);
  });

  test("a create of a PersistentVolume with several sources reports the causes of each source together", async () => {
    await using running = await start();
    const csi = { driver: "csi.example.com", volumeHandle: "vol-1" };
    const spec = { capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"], csi, flocker: {} };
    const answer = await running.client.request("/api/v1/persistentvolumes", {
      body: { metadata: { name: "a" }, spec },
    });
    expect(causesOf(answer)).toEqual(["spec.flocker Required", "spec.csi Forbidden"]);
  });

  test("a create of a ClusterRole reports the causes of its rules first, then those of each selector", async () => {
    await using running = await start();
    const selector = { matchExpressions: [{ key: "a", operator: "In", values: ["-"] }] };
    const answer = await running.client.request("/apis/rbac.authorization.k8s.io/v1/clusterroles", {
      body: {
        metadata: { name: "a" },
        rules: [{ verbs: ["get"] }],
        aggregationRule: { clusterRoleSelectors: [selector] },
      },
    });
    expect(causesOf(answer)).toEqual([
      "rules[0].apiGroups Required",
      "rules[0].resources Required",
      "aggregationRule.clusterRoleSelectors[0].matchExpressions[0].values[0] Invalid",
      "aggregationRule.clusterRoleSelectors[0] Invalid",
    ]);
  });
});

test("a create of an APIService whose name does not fit reports the name before all other causes", async () => {
  await using running = await start();
  const spec = { group: "b", version: "V1", groupPriorityMinimum: 1, versionPriority: 1, service: null };
  const body = { metadata: { name: "v1.a", labels: { a: "-" } }, spec };
  const answer = await running.client.request("/apis/apiregistration.k8s.io/v1/apiservices", { body });
  expect(causesOf(answer)).toEqual(["metadata.name Invalid", "metadata.labels Invalid", "spec.version Invalid"]);
});

describe("the causes of a rejected update", () => {
  const original = { metadata: { name: "a" }, provisioner: "a/b", parameters: { a: "b" } };

  test("an update repeats the causes that its kind checks twice, in their order", async () => {
    await using running = await start();
    await createObject(running.client, classes, original);
    const body = { metadata: { name: "a", labels: { a: "-" } }, provisioner: "a/b/c" };
    const answer = await running.client.request(`${classes}/a`, { method: "PUT", body });
    expect(causesOf(answer)).toEqual([
      ...Array<string>(3).fill("metadata.labels Invalid"),
      "provisioner Invalid",
      "metadata.labels Invalid",
      "parameters Forbidden",
      "provisioner Forbidden",
    ]);
  });

  test.each([
    ["0001-01-01T00:00:00Z", "0001-01-01 00:00:00 +0000 UTC"],
    ["2025-01-01T02:00:00.1234+02:00", "2025-01-01 00:00:00.1234 +0000 UTC"],
  ])("a rejected update shows the deletionTimestamp %s as it was sent", async (deletionTimestamp, shown) => {
    await using running = await start();
    await createObject(running.client, classes, original);
    const body = { ...original, metadata: { name: "a", deletionTimestamp } };
    const answer = await running.client.request(`${classes}/a`, { method: "PUT", body });
    expect(answer.json.message).toBe(
      `StorageClass.storage.k8s.io "a" is invalid: metadata.deletionTimestamp: Invalid value: ${shown}: field is immutable`,
    );
  });

  test("an update with another object's uid names the key with the store's prefix, and without it in a dry run", async () => {
    await using running = await start();
    await createObject(running.client, classes, original);
    const body = { ...original, metadata: { name: "a", uid: "x" } };
    const messageOf = async (query: string): Promise<unknown> =>
      (await running.client.request(`${classes}/a${query}`, { method: "PUT", body })).json.message;
    expect(await messageOf("")).toContain("Key: /registry/storageclasses/a, ");
    expect(await messageOf("?dryRun=All")).toContain("Key: /storageclasses/a, ");
  });
});

describe("[DRY-01] fields that a dry run returns although no write stores them", () => {
  test("a dry run of a create returns the resourceVersion that was sent", async () => {
    await using running = await start();
    for (const resourceVersion of ["5", "0", "web"]) {
      const body = { metadata: { name: "a", resourceVersion } };
      const answer = await running.client.request(`${maps}?dryRun=All`, { body });
      expect([answer.status, answer.json.metadata.resourceVersion]).toEqual([201, resourceVersion]);
    }
  });

  test("a dry run of an update returns the selfLink that was sent", async () => {
    await using running = await start();
    await createObject(running.client, maps, { metadata: { name: "a" } });
    const body = { metadata: { name: "a", selfLink: "/x" } };
    const put = async (query: string): Promise<unknown> =>
      (await running.client.request(`${maps}/a${query}`, { method: "PUT", body })).json.metadata.selfLink;
    expect(await put("?dryRun=All")).toBe("/x");
    expect(await put("")).toBeUndefined();
  });
});

test("an error quotes a name as Go does, and a quantity that is not text is reported as malformed", async () => {
  await using running = await start();
  const named = await running.client.request(maps, { body: { metadata: { name: "a\nb" } } });
  expect(named.json.message).toMatch(/^ConfigMap "a\\nb" is invalid: /);
  const limits = [{ type: "Container", max: { x: {} } }];
  const limited = await running.client.request("/api/v1/namespaces/default/limitranges", {
    body: { metadata: { name: "a" }, spec: { limits } },
  });
  expect(limited.json.message).toContain("quantities must match the regular expression");
});

describe("fields that the server drops from a write", () => {
  test("an update of an EndpointSlice with a dropped field increments its generation", async () => {
    await using running = await start();
    const path = "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices";
    const slice = { metadata: { name: "a" }, addressType: "IPv4", endpoints: [{ addresses: ["10.0.0.1"] }] };
    await createObject(running.client, path, slice);
    const endpoints = [{ addresses: ["10.0.0.1"], deprecatedTopology: { rack: "r7" } }];
    const answer = await running.client.request(`${path}/a`, { method: "PUT", body: { ...slice, endpoints } });
    expect([answer.json.metadata.generation, answer.json.endpoints[0].deprecatedTopology]).toEqual([2, undefined]);
  });

  test("a status write of a Node keeps fields of disabled features", async () => {
    await using running = await start();
    const node = { metadata: { name: "a" } };
    await createObject(running.client, "/api/v1/nodes", node);
    const body = { ...node, status: { features: {} } };
    const answer = await running.client.request("/api/v1/nodes/a/status", { method: "PUT", body });
    expect(answer.json.status.features).toEqual({});
  });
});

test("the status of a Pod can only name claims of its spec, even if the feature is disabled", async () => {
  await using running = await start();
  const pods = "/api/v1/namespaces/default/pods";
  const pod = { metadata: { name: "a" }, spec: { containers: [{ name: "c", image: "c" }] } };
  await createObject(running.client, pods, pod);
  const body = { ...pod, status: { resourceClaimStatuses: [{ name: "web" }] } };
  const answer = await running.client.request(`${pods}/a/status`, { method: "PUT", body });
  expect(causesOf(answer)).toEqual(["status.resourceClaimStatuses[0].name Invalid"]);
});

test("an ephemeral container with a probe is rejected, even if the probe is empty", async () => {
  await using running = await start();
  const ephemeral = { name: "e", image: "e", readinessProbe: { exec: {} }, lifecycle: {} };
  const spec = { containers: [{ name: "c", image: "c" }], ephemeralContainers: [ephemeral] };
  const body = { metadata: { name: "a" }, template: { metadata: {}, spec } };
  const answer = await running.client.request("/api/v1/namespaces/default/podtemplates", { body });
  expect(causesOf(answer)).toEqual([
    "template.spec.ephemeralContainers[0].readinessProbe Forbidden",
    "template.spec.ephemeralContainers[0].lifecycle Forbidden",
    "template.spec.ephemeralContainers Forbidden",
  ]);
});

test("an update of a Pod that adds an invalid toleration reports its causes twice", async () => {
  await using running = await start();
  const pods = "/api/v1/namespaces/default/pods";
  const pod = { metadata: { name: "a" }, spec: { containers: [{ name: "c", image: "c" }] } };
  await createObject(running.client, pods, pod);
  const stored = (await running.client.request(`${pods}/a`)).json;
  const tolerations = [...(stored.spec.tolerations ?? []), {}];
  const body = { ...stored, spec: { ...stored.spec, tolerations } };
  const answer = await running.client.request(`${pods}/a`, { method: "PUT", body });
  const field = `spec.tolerations[${tolerations.length - 1}].operator`;
  expect(causesOf(answer)).toEqual([`${field} Invalid`, `${field} Invalid`]);
});

test("a lifecycle handler with sleep and another action is rejected, however long it sleeps", async () => {
  await using running = await start();
  const lifecycle = { postStart: { exec: { command: ["a"] }, sleep: { seconds: 99 } } };
  const spec = { terminationGracePeriodSeconds: 5, containers: [{ name: "c", image: "c", lifecycle }] };
  const answer = await running.client.request("/api/v1/namespaces/default/pods", {
    body: { metadata: { name: "a" }, spec },
  });
  expect(causesOf(answer)).toEqual(["spec.containers[0].lifecycle.postStart.sleep Forbidden"]);
});

test("an update of a RuntimeClass checks generateName as a create does", async () => {
  await using running = await start();
  const path = "/apis/node.k8s.io/v1/runtimeclasses";
  const { metadata } = await createObject(running.client, path, { metadata: { name: "a" }, handler: "a" });
  const body = { metadata: { ...metadata, generateName: "*" }, handler: "a" };
  const answer = await running.client.request(`${path}/a`, { method: "PUT", body });
  expect(causesOf(answer)).toEqual(["metadata.generateName Invalid"]);
});
