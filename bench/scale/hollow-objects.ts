/**
 * The objects of a simulated cluster, with the fields that the components of Kubernetes v1.32 write, and the requests
 * that write them. Components of the control plane and of nodes send and receive protobuf, as they do by default.
 */
import { endpointSlice, eventsEvent, type KindDeclaration, lease, node, pod, service } from "../../src/api/index.ts";
import { decodeProtobuf, encodeProtobuf, openEnvelope } from "../../src/codec/index.ts";
import type { HollowRequest } from "./hollow-client.ts";

const protobufType = "application/vnd.kubernetes.protobuf";

/** Headers of a request whose response is in protobuf, as client-go sends them. */
export const protobufHeaders = { accept: `${protobufType},application/json` } as const;
/** Headers of a watch whose events are in protobuf. */
export const protobufWatchHeaders = { accept: `${protobufType};stream=watch,application/json;stream=watch` } as const;

const declarations: Readonly<Record<string, KindDeclaration>> = {
  EndpointSlice: endpointSlice,
  Event: eventsEvent,
  Lease: lease,
  Node: node,
  Pod: pod,
  Service: service,
};

/** An object of the API as it is written in JSON. */
export interface HollowObject extends Readonly<Record<string, unknown>> {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Returns a request that writes an object in protobuf. */
export function writeRequest(method: "POST" | "PUT", path: string, object: HollowObject): HollowRequest {
  const declaration = declarations[object.kind];
  if (!declaration) throw new Error(`objects of kind ${object.kind} are not simulated`);
  const body = encodeProtobuf(object, declaration.schema);
  return { method, path, headers: { ...protobufHeaders, "content-type": protobufType }, body };
}

/** Returns a request that changes an object by a strategic merge patch. */
export function patchRequest(path: string, patch: object): HollowRequest {
  const headers = { ...protobufHeaders, "content-type": "application/strategic-merge-patch+json" };
  return { method: "PATCH", path, headers, body: JSON.stringify(patch) };
}

/** Returns a GET whose response is in protobuf. */
export function getRequest(path: string): HollowRequest {
  return { method: "GET", path, headers: protobufHeaders };
}

const zero = (value: number, digits: number): string => String(value).padStart(digits, "0");

/** Returns the name of a node. */
export function nodeName(index: number): string {
  return `node-${zero(index, 6)}`;
}

/** Path of the collection of Leases of nodes. */
export const leasesPath = "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases";
/** Path of the Pods of the simulated namespace. */
export const podsPath = "/api/v1/namespaces/load/pods";
/** Path of the EndpointSlices of the simulated namespace. */
export const slicesPath = "/apis/discovery.k8s.io/v1/namespaces/load/endpointslices";
/** Path of the Services of the simulated namespace. */
export const servicesPath = "/api/v1/namespaces/load/services";
/** Path of the Events of the simulated namespace. */
export const eventsPath = "/apis/events.k8s.io/v1/namespaces/load/events";

/** Returns the Lease that a kubelet renews. */
export function leaseObject(index: number, renewTime: string, resourceVersion?: string): HollowObject {
  return {
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    metadata: {
      name: nodeName(index),
      namespace: "kube-node-lease",
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
      ownerReferences: [
        { apiVersion: "v1", kind: "Node", name: nodeName(index), uid: "0b5a1d0e-3c1b-4e0a-9d53-7f2e8d9f1c11" },
      ],
    },
    spec: { holderIdentity: nodeName(index), leaseDurationSeconds: 40, renewTime },
  };
}

const nodeConditionTypes = ["MemoryPressure", "DiskPressure", "PIDPressure", "Ready"];

function nodeConditions(heartbeat: string): readonly object[] {
  return nodeConditionTypes.map((type) => ({
    type,
    status: type === "Ready" ? "True" : "False",
    lastHeartbeatTime: heartbeat,
    lastTransitionTime: "2026-01-01T00:00:00Z",
    reason: `KubeletHas${type}`,
    message: `kubelet has reported the condition ${type} of this node`,
  }));
}

/** A kubelet reports up to 50 images (`nodeStatusMaxImages`). */
const imagesMax = 50;

/** Returns a Node with the status that a kubelet reports. */
export function nodeObject(index: number): HollowObject {
  const resources = { cpu: "16", memory: "65536000Ki", pods: "250", "ephemeral-storage": "200000000Ki" };
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: {
      name: nodeName(index),
      labels: {
        "kubernetes.io/hostname": nodeName(index),
        "kubernetes.io/os": "linux",
        "kubernetes.io/arch": "amd64",
        "node.kubernetes.io/instance-type": "standard-16",
        "topology.kubernetes.io/region": "region-1",
        "topology.kubernetes.io/zone": `zone-${index % 3}`,
      },
    },
    status: {
      addresses: [
        { type: "InternalIP", address: `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}` },
        { type: "Hostname", address: nodeName(index) },
      ],
      capacity: resources,
      allocatable: resources,
      conditions: nodeConditions("2026-01-01T00:00:00Z"),
      nodeInfo: {
        architecture: "amd64",
        bootID: "d1c3c5de-6c05-44b7-a1a3-6a1a6d1c2b01",
        containerRuntimeVersion: "containerd://1.7.24",
        kernelVersion: "6.1.0-28-amd64",
        kubeProxyVersion: "v1.32.0",
        kubeletVersion: "v1.32.0",
        machineID: "5c3f1f5f4a8f4b3ea7f7d8c0ba4e1234",
        operatingSystem: "linux",
        osImage: "Debian GNU/Linux 12 (bookworm)",
        systemUUID: "5c3f1f5f-4a8f-4b3e-a7f7-d8c0ba4e1234",
      },
      images: Array.from({ length: imagesMax }, (_, image) => ({
        names: [
          `registry.example/team/service-${image}@sha256:${zero(image, 64)}`,
          `registry.example/team/service-${image}:v1.${image}.0`,
        ],
        sizeBytes: 50_000_000 + image,
      })),
    },
  };
}

/** Returns the patch that a kubelet sends every five minutes: new heartbeats of all conditions. */
export function nodeStatusPatch(heartbeat: string): object {
  const conditions = nodeConditionTypes.map((type) => ({ type, lastHeartbeatTime: heartbeat }));
  return { status: { conditions } };
}

/** Returns a Pod of a Deployment, as its controller creates it. */
export function podObject(name: string): HollowObject {
  const probe = { httpGet: { path: "/readyz", port: 8080, scheme: "HTTP" }, periodSeconds: 10, timeoutSeconds: 1 };
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name,
      namespace: "load",
      labels: { app: "web", tier: "front", "pod-template-hash": "6d4b75cb6d" },
      ownerReferences: [
        {
          apiVersion: "apps/v1",
          kind: "ReplicaSet",
          name: "web-6d4b75cb6d",
          uid: "8b0f4a9e-54cd-4a3e-8f1a-9d38c6a6d7f2",
          controller: true,
          blockOwnerDeletion: true,
        },
      ],
    },
    spec: {
      serviceAccountName: "default",
      containers: [
        {
          name: "server",
          image: "registry.example/team/service-1:v1.1.0",
          env: Array.from({ length: 8 }, (_, n) => ({ name: `SETTING_${n}`, value: `value-of-setting-${n}` })),
          ports: [{ containerPort: 8080, name: "http", protocol: "TCP" }],
          resources: { requests: { cpu: "100m", memory: "128Mi" }, limits: { cpu: "1", memory: "512Mi" } },
          readinessProbe: probe,
          livenessProbe: probe,
          volumeMounts: [
            { name: "settings", mountPath: "/settings" },
            { name: "secrets", mountPath: "/secrets", readOnly: true },
            { name: "token", mountPath: "/var/run/secrets/kubernetes.io/serviceaccount", readOnly: true },
          ],
        },
      ],
      volumes: [
        { name: "settings", configMap: { name: "web-settings" } },
        { name: "secrets", secret: { secretName: "web-secrets" } },
        {
          name: "token",
          projected: {
            sources: [
              { serviceAccountToken: { expirationSeconds: 3607, path: "token" } },
              { configMap: { name: "kube-root-ca.crt", items: [{ key: "ca.crt", path: "ca.crt" }] } },
            ],
          },
        },
      ],
      tolerations: ["not-ready", "unreachable"].map((taint) => ({
        key: `node.kubernetes.io/${taint}`,
        operator: "Exists",
        effect: "NoExecute",
        tolerationSeconds: 300,
      })),
    },
  };
}

const podConditionTypes = ["PodReadyToStartContainers", "Initialized", "Ready", "ContainersReady", "PodScheduled"];

/** Returns the status patch that a kubelet sends when a Pod changes. */
export function podStatusPatch(index: number, time: string): object {
  return {
    status: {
      phase: "Running",
      startTime: "2026-01-01T00:00:00Z",
      podIP: `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`,
      podIPs: [{ ip: `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}` }],
      conditions: podConditionTypes.map((type) => ({ type, status: "True", lastTransitionTime: time })),
      containerStatuses: [
        {
          name: "server",
          containerID: `containerd://${zero(index, 64)}`,
          image: "registry.example/team/service-1:v1.1.0",
          imageID: `registry.example/team/service-1@sha256:${zero(1, 64)}`,
          lastState: {},
          ready: true,
          restartCount: 0,
          started: true,
          state: { running: { startedAt: time } },
        },
      ],
    },
  };
}

/** Returns the request that binds a Pod to a node, as the scheduler sends it. */
export function bindingRequest(name: string, node: string): HollowRequest {
  const binding = { apiVersion: "v1", kind: "Binding", metadata: { name }, target: { kind: "Node", name: node } };
  return {
    method: "POST",
    path: `${podsPath}/${name}/binding`,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(binding),
  };
}

/** Returns an EndpointSlice, as its controller writes it. */
export function sliceObject(name: string, endpointCount: number, turn: number): HollowObject {
  return {
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    metadata: {
      name,
      namespace: "load",
      labels: {
        "kubernetes.io/service-name": name,
        "endpointslice.kubernetes.io/managed-by": "endpointslice-controller.k8s.io",
      },
      annotations: { "endpoints.kubernetes.io/last-change-trigger-time": timeOf(turn) },
      ownerReferences: [
        { apiVersion: "v1", kind: "Service", name, uid: "8b0f4a9e-54cd-4a3e-8f1a-9d38c6a6d7f2", controller: true },
      ],
    },
    addressType: "IPv4",
    ports: [{ name: "http", port: 8080, protocol: "TCP" }],
    endpoints: Array.from({ length: endpointCount }, (_, index) => ({
      addresses: [`10.1.${index >> 8}.${index & 255}`],
      conditions: { ready: true, serving: true, terminating: false },
      nodeName: nodeName(index),
      targetRef: {
        kind: "Pod",
        name: `web-6d4b75cb6d-${zero(index, 5)}`,
        namespace: "load",
        uid: "8b0f4a9e-54cd-4a3e-8f1a-9d38c6a6d7f2",
      },
      zone: `zone-${index % 3}`,
    })),
  };
}

/** Returns a Service of one port. */
export function serviceObject(name: string): HollowObject {
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name, namespace: "load", labels: { app: "web" } },
    spec: { selector: { app: "web" }, ports: [{ name: "http", port: 80, targetPort: 8080, protocol: "TCP" }] },
  };
}

/** Returns an Event about a Pod, as a kubelet or the scheduler writes it. */
export function eventObject(name: string, podName: string, time: string): HollowObject {
  return {
    apiVersion: "events.k8s.io/v1",
    kind: "Event",
    metadata: { name, namespace: "load" },
    eventTime: time,
    action: "Binding",
    reason: "Scheduled",
    regarding: { apiVersion: "v1", kind: "Pod", name: podName, namespace: "load", uid: "8b0f4a9e-54cd-4a3e" },
    note: `Successfully assigned load/${podName} to node-000001`,
    type: "Normal",
    reportingController: "default-scheduler",
    reportingInstance: "default-scheduler-node-1",
  };
}

/** Returns a ConfigMap of a Deployment. */
export function settingsObject(name: string): HollowObject {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data: { settings: "x".repeat(700) } };
}

/** Returns a time with microseconds that differs for each number. */
export function microTime(number: number): string {
  return `2026-01-02T${zero(Math.floor(number / 3600) % 24, 2)}:${zero(Math.floor(number / 60) % 60, 2)}:${zero(number % 60, 2)}.000000Z`;
}

/** Returns a time in whole seconds that differs for each number. */
export function timeOf(number: number): string {
  return microTime(number).replace(".000000", "");
}

/** Returns the resource version of a Lease in protobuf. */
export function versionIn(body: Buffer): string {
  const { content } = openEnvelope(body);
  const { metadata } = decodeProtobuf(content, lease.schema) as { metadata?: { resourceVersion?: string } };
  const version = metadata?.resourceVersion ?? "";
  if (version === "") throw new Error("a Lease in a response has no resource version");
  return version;
}
