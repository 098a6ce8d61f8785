import { describe, expect, test } from "vitest";
import { noFeatures } from "../meta/feature-gates.ts";
import type { SharedObject } from "../meta/object-meta.ts";
import { vocabularies } from "../meta/vocabulary.ts";
import { amountList, selectAmounts, UsageMeasures } from "./index.ts";

const nowMs = Date.parse("2025-01-01T00:01:00Z");
const measures = (...features: readonly string[]): UsageMeasures =>
  new UsageMeasures({
    vocabulary: vocabularies.kubernetes,
    isEnabled: features.length === 0 ? noFeatures : (name) => features.includes(name),
    nowMs: () => nowMs,
  });

function used(resource: string, object: object, { group = "", features = [] as readonly string[] } = {}): object {
  const measure = measures(...features).of({ group, resource });
  const usage = measure?.usageOf({ metadata: {}, ...object } as SharedObject) ?? new Map();
  return amountList(selectAmounts(usage, (_, amount) => !amount.isZero));
}

const container = (requests: object, limits: object = {}, more: object = {}): object => ({
  name: "c",
  resources: { requests, limits },
  ...more,
});
const pod = (spec: object, more: object = {}): object => ({ spec: { containers: [], ...spec }, ...more });

describe("Pods", () => {
  test("use the sums of their containers, under the names of quotas", () => {
    const containers = [
      container({ cpu: "500m", memory: "1Gi", "ephemeral-storage": "1G" }, { cpu: "1", memory: "2Gi" }),
      container({ cpu: "250m", "hugepages-2Mi": "4Mi", "example.com/gpu": "1" }, { "ephemeral-storage": "2G" }),
    ];
    expect(used("pods", pod({ containers }))).toEqual({
      "count/pods": "1",
      pods: "1",
      cpu: "750m",
      "requests.cpu": "750m",
      "limits.cpu": "1",
      memory: "1Gi",
      "requests.memory": "1Gi",
      "limits.memory": "2Gi",
      "ephemeral-storage": "1G",
      "requests.ephemeral-storage": "1G",
      "limits.ephemeral-storage": "2G",
      "hugepages-2Mi": "4Mi",
      "requests.hugepages-2Mi": "4Mi",
      "requests.example.com/gpu": "1",
    });
  });

  test("use the most that runs at the same time, and their overhead", () => {
    const initContainers = [
      container({ cpu: "1" }, { cpu: "1" }, { restartPolicy: "Always" }),
      container({ cpu: "4" }),
      container({ cpu: "1" }, {}, { restartPolicy: "Always" }),
    ];
    const spec = { initContainers, containers: [container({ cpu: "2" })], overhead: { cpu: "100m", memory: "1Mi" } };
    expect(used("pods", pod(spec))).toEqual({
      "count/pods": "1",
      pods: "1",
      cpu: "5100m",
      "requests.cpu": "5100m",
      // The overhead is added to limits that are set.
      "limits.cpu": "1100m",
      memory: "1Mi",
      "requests.memory": "1Mi",
    });
  });

  test("use only their number after their end, or if they should have been deleted by now", () => {
    const spec = { containers: [container({ cpu: "1" })] };
    const deleted = (deletionTimestamp: string): object =>
      used("pods", pod(spec, { metadata: { deletionTimestamp, deletionGracePeriodSeconds: 30 } }));
    expect(used("pods", pod(spec, { status: { phase: "Failed" } }))).toEqual({ "count/pods": "1" });
    expect(used("pods", pod(spec, { status: { phase: "Succeeded" } }))).toEqual({ "count/pods": "1" });
    expect(deleted("2025-01-01T00:00:29Z")).toEqual({ "count/pods": "1" });
    expect(deleted("2025-01-01T00:00:30Z")).toMatchObject({ pods: "1", cpu: "1" });
  });

  test("use the amounts of the whole Pod and those of running containers, if features allow them", () => {
    const spec = { containers: [container({ cpu: "1" }, { cpu: "1" })], resources: { requests: { cpu: "5" } } };
    const containerStatuses = [{ name: "c", resources: { requests: { cpu: "3" }, limits: { cpu: "4" } } }];
    const status = { containerStatuses };
    expect(used("pods", pod(spec, { status }))).toMatchObject({ cpu: "1", "limits.cpu": "1" });
    const resizable = { features: ["InPlacePodVerticalScaling"] };
    expect(used("pods", pod(spec, { status }), resizable)).toMatchObject({ cpu: "3", "limits.cpu": "4" });
    const larger = { containers: [container({ cpu: "8" })] };
    expect(used("pods", pod(larger, { status }), resizable)).toMatchObject({ cpu: "8" });
    expect(used("pods", pod(larger, { status: { ...status, resize: "Infeasible" } }), resizable)).toMatchObject({
      cpu: "3",
    });
    expect(used("pods", pod(spec, { status }), { features: ["PodLevelResources"] })).toMatchObject({ cpu: "5" });
  });

  test("need not specify amounts of containers if they have amounts themselves", () => {
    const object = pod({ containers: [container({})], resources: { limits: { cpu: "1" } } }) as SharedObject;
    const missing = (...features: readonly string[]): string | undefined =>
      measures(...features)
        .of({ group: "", resource: "pods" })
        ?.missingAmounts?.(["requests.cpu", "pods", "requests.ephemeral-storage"], object);
    expect(missing()).toBe("must specify requests.cpu for: c");
    expect(missing("PodLevelResources")).toBeUndefined();
  });
});

test("Services use load balancers and node ports", () => {
  const service = (spec: object): object => used("services", { spec: { ports: [{ port: 1 }, { port: 2 }], ...spec } });
  const counted = { "count/services": "1", services: "1" };
  expect(service({ type: "ClusterIP" })).toEqual(counted);
  expect(service({ type: "NodePort" })).toEqual({ ...counted, "services.nodeports": "2" });
  const balancer = { ...counted, "services.loadbalancers": "1" };
  expect(service({ type: "LoadBalancer" })).toEqual({ ...balancer, "services.nodeports": "2" });
  const ports = [{ port: 1, nodePort: 30_000 }, { port: 2 }];
  expect(service({ type: "LoadBalancer", allocateLoadBalancerNodePorts: false, ports })).toEqual({
    ...balancer,
    "services.nodeports": "1",
  });
});

test("claims use storage of their class, in whole bytes", () => {
  const claim = (spec: object, more: object = {}): object => used("persistentvolumeclaims", { spec, ...more });
  const counted = { "count/persistentvolumeclaims": "1", persistentvolumeclaims: "1" };
  expect(claim({})).toEqual(counted);
  expect(claim({ resources: { requests: { storage: "1500m" } } })).toEqual({ ...counted, "requests.storage": "2" });
  const resources = { requests: { storage: "1Gi" } };
  const ofGold = {
    ...counted,
    "gold.storageclass.storage.k8s.io/persistentvolumeclaims": "1",
    "requests.storage": "1Gi",
    "gold.storageclass.storage.k8s.io/requests.storage": "1Gi",
  };
  expect(claim({ storageClassName: "gold", resources })).toEqual(ofGold);
  const annotations = { "volume.beta.kubernetes.io/storage-class": "gold" };
  expect(claim({ storageClassName: "other", resources }, { metadata: { annotations } })).toEqual(ofGold);
  const status = { allocatedResources: { storage: "2Gi" } };
  expect(claim({ resources }, { status })).toEqual({ ...counted, "requests.storage": "2Gi" });
});

test("ResourceClaims use devices of each class", () => {
  const requests = [
    { name: "a", deviceClassName: "gpu", allocationMode: "ExactCount", count: 2 },
    { name: "b", deviceClassName: "gpu", allocationMode: "ExactCount", count: 1 },
    { name: "c", deviceClassName: "nic", allocationMode: "All" },
    { name: "d", deviceClassName: "fpga", allocationMode: "Other" },
  ];
  const claim = { spec: { devices: { requests } } };
  const group = "resource.k8s.io";
  const counted = { "count/resourceclaims.resource.k8s.io": "1" };
  expect(used("resourceclaims", claim, { group, features: ["DynamicResourceAllocation"] })).toEqual({
    ...counted,
    "gpu.deviceclass.resource.k8s.io/devices": "3",
    "nic.deviceclass.resource.k8s.io/devices": "32",
  });
  expect(used("resourceclaims", claim, { group })).toEqual(counted);
});

test("other objects are counted, some under two names, and events are not", () => {
  expect(used("secrets", {})).toEqual({ "count/secrets": "1", secrets: "1" });
  expect(used("endpoints", {})).toEqual({ "count/endpoints": "1" });
  expect(used("widgets", {}, { group: "example.com" })).toEqual({ "count/widgets.example.com": "1" });
  expect(used("secrets", {}, { group: "example.com" })).toEqual({ "count/secrets.example.com": "1" });
  for (const [group, resource] of [
    ["", "events"],
    ["events.k8s.io", "events"],
    ["", "bindings"],
  ] as const) {
    expect(measures().of({ group, resource })).toBeUndefined();
  }
});

test("measures know the names in quotas that concern their objects", () => {
  const names = [
    "pods",
    "cpu",
    "requests.storage",
    "hugepages-1Gi",
    "requests.hugepages-1Gi",
    "requests.example.com/gpu",
    "example.com/gpu",
    "requests.kubernetes.io/a",
    "count/pods",
    "count/secrets",
    "gold.storageclass.storage.k8s.io/requests.storage",
    "services.nodeports",
  ];
  const known = (resource: string): readonly string[] =>
    names.filter((name) => measures().of({ group: "", resource })?.hasName(name));
  expect(known("pods")).toEqual([
    "pods",
    "cpu",
    "hugepages-1Gi",
    "requests.hugepages-1Gi",
    "requests.example.com/gpu",
    "count/pods",
  ]);
  expect(known("persistentvolumeclaims")).toEqual([
    "requests.storage",
    "gold.storageclass.storage.k8s.io/requests.storage",
  ]);
  expect(known("services")).toEqual(["services.nodeports"]);
  expect(known("secrets")).toEqual(["count/secrets"]);
});

test("a reduced Pod uses as much as the whole one, and is in the same scopes", () => {
  const { kind, measure, reduce } = measures("InPlacePodVerticalScaling", "PodLevelResources").measuredKinds[0] ?? {};
  const affinity = { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ namespaces: ["a"] }] } };
  const whole = {
    kind: "Pod",
    apiVersion: "v1",
    metadata: { name: "a", namespace: "b", labels: { a: "b" }, deletionTimestamp: "2025-01-01T00:00:00Z" },
    ...pod({
      containers: [container({ cpu: "1" }, { memory: "1Gi" }, { image: "i", env: [{ name: "a" }] })],
      initContainers: [container({ cpu: "9" }, {}, { restartPolicy: "Always" })],
      overhead: { cpu: "1m" },
      resources: { requests: { memory: "5Gi" } },
      priorityClassName: "high",
      activeDeadlineSeconds: 5,
      affinity: { ...affinity, nodeAffinity: {} },
      volumes: [{ name: "v" }],
    }),
    status: {
      phase: "Running",
      qosClass: "Burstable",
      podIP: "10.0.0.1",
      containerStatuses: [{ name: "c", resources: { requests: { cpu: "2" } } }],
    },
  } as unknown as Parameters<NonNullable<typeof reduce>>[0];
  const reduced = reduce?.(whole) ?? whole;
  expect(kind?.kind).toBe("Pod");
  expect(reduced).toEqual({
    kind: "Pod",
    apiVersion: "v1",
    metadata: { name: "a", namespace: "b", deletionTimestamp: "2025-01-01T00:00:00Z" },
    spec: {
      containers: [container({ cpu: "1" }, { memory: "1Gi" })],
      initContainers: [container({ cpu: "9" }, {}, { restartPolicy: "Always" })],
      overhead: { cpu: "1m" },
      resources: { requests: { memory: "5Gi" } },
      priorityClassName: "high",
      activeDeadlineSeconds: 5,
      affinity,
    },
    status: {
      phase: "Running",
      qosClass: "Burstable",
      containerStatuses: [{ name: "c", resources: { requests: { cpu: "2" } } }],
    },
  });
  expect(measure?.usageOf(reduced)).toEqual(measure?.usageOf(whole));
  const high = { scopeName: "PriorityClass", operator: "In", values: ["high"] };
  const scopes = ["Terminating", "NotBestEffort", "CrossNamespacePodAffinity"].map((scopeName) => ({
    scopeName,
    operator: "Exists",
  }));
  for (const scope of [high, ...scopes]) expect(measure?.isInScope?.(scope, reduced)).toBe(true);
});
