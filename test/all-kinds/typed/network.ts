/** Typed objects of `networking`, `discovery`, `events`, `coordination` and `node`. */
import type {
  ApiObject,
  EndpointSlice,
  EventsEvent,
  Ingress,
  IngressClass,
  IPAddress,
  Lease,
  LeaseCandidate,
  NetworkPolicy,
  RuntimeClass,
  ServiceCIDR,
} from "../../../src/api/index.ts";
import { sample } from "./sample.ts";

export const networkSamples: readonly ApiObject[] = [
  sample<IngressClass>({
    kind: "IngressClass",
    apiVersion: "networking.k8s.io/v1",
    metadata: { name: "edge" },
    spec: {
      controller: "example.com/ingress",
      parameters: { apiGroup: "example.com", kind: "EdgeSettings", name: "main", scope: "Cluster" },
    },
  }),
  sample<Ingress>({
    kind: "Ingress",
    apiVersion: "networking.k8s.io/v1",
    metadata: { name: "shop" },
    spec: {
      ingressClassName: "edge",
      tls: [{ hosts: ["shop.example.com"], secretName: "shop" }],
      rules: [
        {
          host: "shop.example.com",
          http: {
            paths: [
              { path: "/", pathType: "Prefix", backend: { service: { name: "web", port: { name: "http" } } } },
              { path: "/api", pathType: "Exact", backend: { service: { name: "api", port: { number: 80 } } } },
            ],
          },
        },
      ],
    },
  }),
  sample<NetworkPolicy>({
    kind: "NetworkPolicy",
    apiVersion: "networking.k8s.io/v1",
    metadata: { name: "web" },
    spec: {
      podSelector: { matchLabels: { app: "web" } },
      ingress: [{ from: [{ ipBlock: { cidr: "10.0.0.0/8", except: ["10.1.0.0/16"] } }], ports: [{ port: "http" }] }],
      egress: [{ to: [{ namespaceSelector: {} }], ports: [{ protocol: "UDP", port: 53 }] }],
      policyTypes: ["Ingress", "Egress"],
    },
  }),
  sample<IPAddress>({
    kind: "IPAddress",
    apiVersion: "networking.k8s.io/v1beta1",
    metadata: { name: "10.96.0.77" },
    spec: { parentRef: { group: "example.com", resource: "gateways", namespace: "edge", name: "front" } },
  }),
  sample<ServiceCIDR>({
    kind: "ServiceCIDR",
    apiVersion: "networking.k8s.io/v1beta1",
    metadata: { name: "more" },
    spec: { cidrs: ["10.97.0.0/16"] },
  }),
  sample<EndpointSlice>({
    kind: "EndpointSlice",
    apiVersion: "discovery.k8s.io/v1",
    metadata: { name: "web-1" },
    addressType: "IPv4",
    endpoints: [{ addresses: ["10.1.2.3"], conditions: { ready: true }, nodeName: "node-1" }],
    ports: [{ name: "http", port: 8080 }],
  }),
  sample<EventsEvent>({
    kind: "Event",
    apiVersion: "events.k8s.io/v1",
    metadata: { name: "web.2" },
    eventTime: "2025-01-01T00:00:00.000001Z",
    reportingController: "example.com/agent",
    reportingInstance: "agent-1",
    action: "Pulling",
    reason: "Pulled",
    regarding: { kind: "Pod", namespace: "default", name: "web" },
    note: "The image is there.",
    type: "Normal",
  }),
  sample<Lease>({
    kind: "Lease",
    apiVersion: "coordination.k8s.io/v1",
    metadata: { name: "leader" },
    spec: { holderIdentity: "host-1", leaseDurationSeconds: 15, renewTime: "2025-01-01T00:00:00.000001Z" },
  }),
  sample<LeaseCandidate>({
    kind: "LeaseCandidate",
    apiVersion: "coordination.k8s.io/v1alpha2",
    metadata: { name: "host-1" },
    spec: {
      leaseName: "leader",
      binaryVersion: "1.32.1",
      emulationVersion: "1.31.0",
      strategy: "OldestEmulationVersion",
    },
  }),
  sample<RuntimeClass>({
    kind: "RuntimeClass",
    apiVersion: "node.k8s.io/v1",
    metadata: { name: "sandboxed" },
    handler: "sandbox",
    overhead: { podFixed: { memory: "120Mi" } },
    scheduling: { nodeSelector: { runtime: "sandbox" } },
  }),
];
