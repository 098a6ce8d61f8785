/** Objects with lists and maps of every kind, in the versions in which they are served. */
import type { Json } from "../suite.ts";

interface SubjectVersion {
  readonly apiVersion: string;
  /** Contents of the object without its name. */
  readonly body: Json;
}

/** An object that several field managers write. */
export interface OwnedSubject {
  readonly kind: string;
  readonly plural: string;
  readonly subresources: readonly string[];
  /** Versions of the object. The scenario creates it in the first one. */
  readonly versions: readonly [SubjectVersion, ...SubjectVersion[]];
}

const conditions = [
  { type: "Ready", status: "True", reason: "R", message: "m", lastTransitionTime: "2020-01-01T00:00:00Z" },
  { type: "Available", status: "False", reason: "S", message: "n", lastTransitionTime: "2020-01-01T00:00:00Z" },
];

const podSpec = {
  containers: [
    {
      name: "c",
      image: "i",
      args: ["a", "b"],
      env: [
        { name: "A", value: "a" },
        { name: "B", value: "b" },
      ],
      ports: [
        { containerPort: 80, protocol: "TCP", name: "http" },
        { containerPort: 53, protocol: "UDP" },
      ],
      resources: { limits: { cpu: "1000m", memory: "1Gi" }, requests: { cpu: "0.5" } },
    },
    { name: "d", image: "j" },
  ],
  nodeSelector: { a: "a", b: "b" },
  tolerations: [{ key: "a", operator: "Exists" }],
  volumes: [
    { name: "v", emptyDir: { sizeLimit: "1Gi" } },
    { name: "w", configMap: { name: "m", items: [{ key: "a", path: "b" }] } },
  ],
  hostAliases: [{ ip: "10.0.0.1", hostnames: ["a", "b"] }],
  topologySpreadConstraints: [{ maxSkew: 1, topologyKey: "zone", whenUnsatisfiable: "DoNotSchedule" }],
};

const selector = { matchLabels: { a: "b" } };
const template = { metadata: { labels: { a: "b" }, annotations: { x: "x" } }, spec: podSpec };
const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: "d" };

/** Binary data of a subject. The reference stores null bytes again with each write. */
export const sampleBytes = "AAAA";

function single(apiVersion: string, body: Json): readonly [SubjectVersion] {
  return [{ apiVersion, body }];
}

/** One object for each way in which server-side apply divides a value. */
export const ownedSubjects: readonly OwnedSubject[] = [
  {
    kind: "ConfigMap",
    plural: "configmaps",
    subresources: [],
    versions: single("v1", { data: { a: "a", b: "b" }, binaryData: { c: sampleBytes } }),
  },
  {
    kind: "Deployment",
    plural: "deployments",
    subresources: ["status", "scale"],
    versions: single("apps/v1", {
      spec: { replicas: 1, selector, template, strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1 } } },
      status: { replicas: 1, conditions },
    }),
  },
  {
    kind: "Pod",
    plural: "pods",
    subresources: ["status"],
    versions: single("v1", { spec: podSpec, status: { phase: "Running", conditions, podIPs: [{ ip: "10.0.0.1" }] } }),
  },
  {
    kind: "Service",
    plural: "services",
    subresources: ["status"],
    versions: single("v1", {
      spec: {
        selector: { a: "a" },
        ports: [
          { name: "a", port: 80, protocol: "TCP", targetPort: "http" },
          { name: "b", port: 53, protocol: "UDP" },
        ],
        externalIPs: ["1.2.3.4"],
      },
      status: { loadBalancer: { ingress: [{ ip: "1.2.3.4" }] }, conditions },
    }),
  },
  {
    kind: "ServiceAccount",
    plural: "serviceaccounts",
    subresources: [],
    versions: single("v1", {
      secrets: [{ name: "a" }, { name: "b" }],
      imagePullSecrets: [{ name: "a" }],
      automountServiceAccountToken: true,
    }),
  },
  {
    kind: "Role",
    plural: "roles",
    subresources: [],
    versions: single("rbac.authorization.k8s.io/v1", {
      rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get"], resourceNames: ["a"] }],
    }),
  },
  {
    kind: "LimitRange",
    plural: "limitranges",
    subresources: [],
    versions: single("v1", {
      spec: { limits: [{ type: "Container", default: { cpu: "1000m", memory: "1Gi" }, min: { cpu: "0.1" } }] },
    }),
  },
  {
    kind: "HorizontalPodAutoscaler",
    plural: "horizontalpodautoscalers",
    subresources: ["status"],
    versions: [
      {
        apiVersion: "autoscaling/v2",
        body: {
          spec: {
            scaleTargetRef,
            minReplicas: 1,
            maxReplicas: 5,
            metrics: [
              { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } } },
            ],
            behavior: { scaleUp: { stabilizationWindowSeconds: 1 } },
          },
          status: { currentReplicas: 1, desiredReplicas: 1 },
        },
      },
      {
        apiVersion: "autoscaling/v1",
        body: {
          spec: { scaleTargetRef, minReplicas: 1, maxReplicas: 5, targetCPUUtilizationPercentage: 50 },
          status: { currentReplicas: 1, desiredReplicas: 1 },
        },
      },
    ],
  },
  {
    kind: "ResourceClaim",
    plural: "resourceclaims",
    subresources: ["status"],
    versions: [
      {
        apiVersion: "resource.k8s.io/v1beta1",
        body: { spec: { devices: { requests: [{ name: "r", deviceClassName: "c", count: 1 }] } } },
      },
      {
        apiVersion: "resource.k8s.io/v1alpha3",
        body: { spec: { devices: { requests: [{ name: "r", deviceClassName: "c", count: 1 }] } } },
      },
    ],
  },
];
