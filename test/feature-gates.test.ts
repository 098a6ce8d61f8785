/**
 * A field of a feature is kept while the feature is on. While it is off, the field is removed unless the object is
 * stored with it.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { valueAt } from "../src/base/paths.ts";
import { startTestServer, type TestServer } from "./support/test-server.ts";
import { KeptStore } from "./support/test-store.ts";
import { createObject, patch } from "./support/writes.ts";

interface GatedCase {
  readonly gate: string;
  readonly collection: string;
  /** The object without its name. */
  readonly manifest: object;
  /** Path of the value that differs between a server with the feature and one without. */
  readonly path: string;
  readonly on: unknown;
  /** Default: the value is absent. */
  readonly off?: unknown;
}

const core = "/api/v1/namespaces/default";
const pods = `${core}/pods`;
const claims = `${core}/persistentvolumeclaims`;
const jobs = "/apis/batch/v1/namespaces/default/jobs";
const leases = "/apis/coordination.k8s.io/v1/namespaces/default/leases";

function pod(spec: object, container: object = {}): { readonly spec: object } {
  return { spec: { containers: [{ name: "app", image: "app:1", ...container }], ...spec } };
}

function claim(spec: object): object {
  const resources = { requests: { storage: "1Gi" } };
  return { spec: { accessModes: ["ReadWriteOnce"], resources, ...spec } };
}

function job(spec: object): object {
  const template = { spec: { restartPolicy: "Never", containers: [{ name: "app", image: "app:1" }] } };
  return { spec: { completions: 2, completionMode: "Indexed", template, ...spec } };
}

const spreading = { topologyKey: "zone", maxSkew: 1, whenUnsatisfiable: "DoNotSchedule" };
const selected = { labelSelector: { matchLabels: { app: "web" } } };
const sleeper = { preStop: { sleep: { seconds: 5 } } };
const originReference = { apiGroup: "example.com", kind: "Origin", name: "data" };
const imageVolume = { volumes: [{ name: "model", image: { reference: "model:1" } }] };
const successPolicy = { rules: [{ succeededIndexes: "0" }] };
const endpoint = { addresses: ["10.0.0.1"], hints: { forZones: [{ name: "a" }] } };

const cases: readonly GatedCase[] = [
  {
    gate: "CoordinatedLeaderElection",
    collection: leases,
    manifest: { spec: { holderIdentity: "a", strategy: "OldestEmulationVersion" } },
    path: "spec.strategy",
    on: "OldestEmulationVersion",
  },
  {
    gate: "VolumeAttributesClass",
    collection: claims,
    manifest: claim({ volumeAttributesClassName: "fast" }),
    path: "spec.volumeAttributesClassName",
    on: "fast",
  },
  {
    gate: "VolumeAttributesClass",
    collection: "/api/v1/persistentvolumes",
    manifest: {
      spec: {
        capacity: { storage: "1Gi" },
        accessModes: ["ReadWriteOnce"],
        csi: { driver: "d.example.com", volumeHandle: "h" },
        volumeAttributesClassName: "fast",
      },
    },
    path: "spec.volumeAttributesClassName",
    on: "fast",
  },
  {
    gate: "AnyVolumeDataSource",
    collection: claims,
    manifest: claim({ dataSourceRef: originReference }),
    path: "spec.dataSourceRef",
    on: originReference,
  },
  {
    gate: "CrossNamespaceVolumeDataSource",
    collection: claims,
    manifest: claim({ dataSourceRef: { ...originReference, namespace: "shop" } }),
    path: "spec.dataSourceRef.namespace",
    on: "shop",
  },
  {
    gate: "MaxUnavailableStatefulSet",
    collection: "/apis/apps/v1/namespaces/default/statefulsets",
    manifest: {
      spec: {
        serviceName: "db",
        selector: { matchLabels: { app: "db" } },
        template: { metadata: { labels: { app: "db" } }, ...pod({}) },
      },
    },
    path: "spec.updateStrategy.rollingUpdate",
    on: { partition: 0, maxUnavailable: 1 },
    off: { partition: 0 },
  },
  {
    gate: "ServiceTrafficDistribution",
    collection: `${core}/services`,
    manifest: { spec: { ports: [{ port: 80 }], trafficDistribution: "PreferClose" } },
    path: "spec.trafficDistribution",
    on: "PreferClose",
  },
  {
    gate: "SELinuxMountReadWriteOncePod",
    collection: "/apis/storage.k8s.io/v1/csidrivers",
    manifest: { spec: {} },
    path: "spec.seLinuxMount",
    on: false,
  },
  {
    gate: "TopologyAwareHints",
    collection: "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices",
    manifest: { addressType: "IPv4", endpoints: [endpoint] },
    path: "endpoints.0.hints",
    on: endpoint.hints,
  },
  {
    gate: "SupplementalGroupsPolicy",
    collection: "/api/v1/nodes",
    manifest: { status: { features: { supplementalGroupsPolicy: true } } },
    path: "status.features",
    on: { supplementalGroupsPolicy: true },
  },
  {
    gate: "JobManagedBy",
    collection: jobs,
    manifest: job({ managedBy: "example.com/queue" }),
    path: "spec.managedBy",
    on: "example.com/queue",
  },
  {
    gate: "JobSuccessPolicy",
    collection: jobs,
    manifest: job({ successPolicy }),
    path: "spec.successPolicy",
    on: successPolicy,
  },
  {
    gate: "JobPodReplacementPolicy",
    collection: jobs,
    manifest: job({}),
    path: "spec.podReplacementPolicy",
    on: "TerminatingOrFailed",
  },
  {
    gate: "JobBackoffLimitPerIndex",
    collection: jobs,
    manifest: job({ backoffLimitPerIndex: 1, maxFailedIndexes: 2 }),
    path: "spec.backoffLimitPerIndex",
    on: 1,
  },
  {
    gate: "JobBackoffLimitPerIndex",
    collection: jobs,
    manifest: job({
      backoffLimitPerIndex: 1,
      podFailurePolicy: {
        rules: [
          { action: "FailIndex", onExitCodes: { operator: "In", values: [1] } },
          { action: "Ignore", onExitCodes: { operator: "In", values: [2] } },
        ],
      },
    }),
    path: "spec.podFailurePolicy.rules.0.action",
    on: "FailIndex",
    off: "Ignore",
  },
  {
    gate: "NodeInclusionPolicyInPodTopologySpread",
    collection: pods,
    manifest: pod({ topologySpreadConstraints: [{ ...spreading, ...selected, nodeTaintsPolicy: "Honor" }] }),
    path: "spec.topologySpreadConstraints.0.nodeTaintsPolicy",
    on: "Honor",
  },
  {
    gate: "MatchLabelKeysInPodTopologySpread",
    collection: pods,
    manifest: pod({ topologySpreadConstraints: [{ ...spreading, ...selected, matchLabelKeys: ["hash"] }] }),
    path: "spec.topologySpreadConstraints.0.matchLabelKeys",
    on: ["hash"],
  },
  {
    gate: "MatchLabelKeysInPodAffinity",
    collection: pods,
    manifest: pod({
      affinity: {
        podAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [
            { topologyKey: "zone", ...selected, mismatchLabelKeys: ["hash"] },
          ],
        },
      },
    }),
    path: "spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution.0.mismatchLabelKeys",
    on: ["hash"],
  },
  {
    gate: "SidecarContainers",
    collection: pods,
    manifest: pod({ initContainers: [{ name: "proxy", image: "proxy:1", restartPolicy: "Always" }] }),
    path: "spec.initContainers.0.restartPolicy",
    on: "Always",
  },
  {
    gate: "PodLifecycleSleepAction",
    collection: pods,
    manifest: pod({}, { lifecycle: sleeper }),
    path: "spec.containers.0.lifecycle",
    on: sleeper,
  },
  {
    gate: "PodLifecycleSleepAction",
    collection: pods,
    manifest: pod({}, { lifecycle: {} }),
    path: "spec.containers.0.lifecycle",
    on: {},
  },
  {
    gate: "RecursiveReadOnlyMounts",
    collection: pods,
    manifest: pod(
      { volumes: [{ name: "v", emptyDir: {} }] },
      { volumeMounts: [{ name: "v", mountPath: "/v", readOnly: true, recursiveReadOnly: "IfPossible" }] },
    ),
    path: "spec.containers.0.volumeMounts.0.recursiveReadOnly",
    on: "IfPossible",
  },
  {
    gate: "ImageVolume",
    collection: pods,
    manifest: pod(imageVolume, { volumeMounts: [{ name: "model", mountPath: "/model" }] }),
    path: "spec.containers.0.volumeMounts",
    on: [{ name: "model", mountPath: "/model" }],
  },
  {
    gate: "ProcMountType",
    collection: pods,
    manifest: pod({ hostUsers: false }, { securityContext: { procMount: "Unmasked" } }),
    path: "spec.containers.0.securityContext.procMount",
    on: "Unmasked",
    off: "Default",
  },
  {
    gate: "DynamicResourceAllocation",
    collection: pods,
    manifest: pod({ resourceClaims: [{ name: "gpu", resourceClaimName: "gpu" }] }),
    path: "spec.resourceClaims",
    on: [{ name: "gpu", resourceClaimName: "gpu" }],
  },
  {
    gate: "UserNamespacesSupport",
    collection: pods,
    manifest: pod({ hostUsers: false }),
    path: "spec.hostUsers",
    on: false,
  },
  {
    gate: "DynamicResourceAllocation",
    collection: "/apis/apps/v1/namespaces/default/deployments",
    manifest: {
      spec: {
        selector: { matchLabels: { app: "web" } },
        template: {
          metadata: { labels: { app: "web" } },
          ...pod({ resourceClaims: [{ name: "gpu", resourceClaimName: "gpu" }] }),
        },
      },
    },
    path: "spec.template.spec.resourceClaims",
    on: [{ name: "gpu", resourceClaimName: "gpu" }],
  },
];

const gates = [...new Set(cases.map(({ gate }) => gate)), "AuthorizeWithSelectors", "AuthorizeNodeWithSelectors"];
const served = ["--runtime-config=api/all=true"];

function flagsFor(value: boolean): readonly string[] {
  return [`--feature-gates=${gates.map((gate) => `${gate}=${value}`).join(",")}`, ...served];
}

let on: TestServer;
let off: TestServer;

beforeAll(async () => {
  on = await startTestServer({ vocabulary: "kubernetes", flags: flagsFor(true) });
  off = await startTestServer({ vocabulary: "kubernetes", flags: flagsFor(false) });
});

afterAll(async () => {
  await on[Symbol.asyncDispose]();
  await off[Symbol.asyncDispose]();
});

describe.each(cases.map((one, index) => ({ ...one, name: `gated-${index}` })))(
  "$gate: $path",
  ({ name, gate, collection, manifest, path, on: kept, off: without }) => {
    const body = { metadata: { name }, ...manifest };

    test(`${path} is kept while ${gate} is on`, async () => {
      expect(valueAt(await createObject(on.client, collection, body), path)).toEqual(kept);
    });

    test(`${path} is removed from creates and updates while ${gate} is off`, async () => {
      const created = await createObject(off.client, collection, body);
      expect(valueAt(created, path)).toEqual(without);
      const secondResponse = await patch(off.client, `${collection}/${name}`, "merge", manifest);
      expect(secondResponse.status, secondResponse.text).toBe(200);
      expect(secondResponse.json.metadata.resourceVersion).toBe(created.metadata.resourceVersion);
    });
  },
);

test("a container that is not an init container cannot have a restart policy, with the features on or off", async () => {
  for (const { client } of [on, off]) {
    const body = { metadata: { name: "restarts" }, ...pod({}, { restartPolicy: "Always" }) };
    const { status, json } = await client.request(pods, { body });
    expect(status).toBe(422);
    expect(json.message).toContain(
      "spec.containers[0].restartPolicy: Forbidden: may not be set for non-init containers",
    );
  }
});

test("claim templates of a StatefulSet keep the fields of VolumeAttributesClass while the feature is off", async () => {
  const { spec } = claim({ volumeAttributesClassName: "fast" }) as { spec: object };
  const created = await createObject(off.client, "/apis/apps/v1/namespaces/default/statefulsets", {
    metadata: { name: "claims" },
    spec: {
      serviceName: "db",
      selector: { matchLabels: { app: "db" } },
      template: { metadata: { labels: { app: "db" } }, ...pod({}) },
      volumeClaimTemplates: [{ metadata: { name: "data" }, spec }],
    },
  });
  expect(created.spec.volumeClaimTemplates[0].spec.volumeAttributesClassName).toBe("fast");
});

test("a SubjectAccessReview loses its field selector while AuthorizeWithSelectors is off", async () => {
  const fieldSelector = { requirements: [{ key: "spec.nodeName", operator: "In", values: ["a"] }] };
  const question = {
    spec: { user: "ada", resourceAttributes: { verb: "list", resource: "pods", fieldSelector } },
  };
  const ask = async ({ client }: TestServer): Promise<unknown> =>
    (await createObject(client, "/apis/authorization.k8s.io/v1/subjectaccessreviews", question)).spec
      .resourceAttributes;
  expect(await ask(on)).toEqual({ verb: "list", resource: "pods", fieldSelector });
  expect(await ask(off)).toEqual({ verb: "list", resource: "pods" });
});

test("an object keeps its stored fields when the feature is turned off, and can still be updated", async () => {
  await using store = new KeptStore();
  const options = { vocabulary: "kubernetes", store } as const;
  const spec = { holderIdentity: "a", strategy: "OldestEmulationVersion" };
  {
    await using before = await startTestServer({ ...options, flags: flagsFor(true) });
    await createObject(before.client, leases, { metadata: { name: "elected" }, spec });
  }
  await using after = await startTestServer({ ...options, flags: flagsFor(false) });
  const { json } = await patch(after.client, `${leases}/elected`, "merge", { spec: { preferredHolder: "b" } });
  expect(json.spec).toEqual({ ...spec, preferredHolder: "b" });
});
