/** Creates of Pods and objects of other kinds with many list items. */
import {
  configMap,
  createCase,
  deployment,
  deployments,
  keys,
  listOf,
  manyKeys,
  maps,
  pod,
  pods,
  rbacGroup,
  recordOf,
  variables,
  type WaitCase,
} from "./case.ts";

/** The cases, in the order of the table. */
export const kindCases: readonly WaitCase[] = [
  createCase("create a Pod with 60,000 variables", pods, () => pod({}, { env: variables(60_000) })),
  createCase("create a Pod with 20,000 variables from keys", pods, () =>
    pod(
      {},
      {
        env: listOf(20_000, (index) => ({
          name: `V${index}`,
          valueFrom: { configMapKeyRef: { name: "map", key: `k${index}` } },
        })),
      },
    ),
  ),
  createCase(
    "create a Pod with 40,000 containers",
    pods,
    () =>
      pod({ containers: listOf(40_000, (index) => ({ name: `c${index}`, image: "image", imagePullPolicy: "Never" })) }),
    { rejectedWith: 500 },
  ),
  createCase(
    "create a Pod with 40,000 containers of one name",
    pods,
    () => pod({ containers: listOf(40_000, () => ({ name: "c", image: "image" })) }),
    { rejectedWith: 422 },
  ),
  createCase("create a Pod with 25,000 volumes and mounts", pods, () =>
    pod(
      { volumes: listOf(25_000, (index) => ({ name: `v${index}`, emptyDir: {} })) },
      { volumeMounts: listOf(25_000, (index) => ({ name: `v${index}`, mountPath: `/m${index}` })) },
    ),
  ),
  createCase("create a Pod with 40,000 tolerations", pods, () =>
    pod({ tolerations: listOf(40_000, (index) => ({ key: `k${index}`, operator: "Exists", effect: "NoSchedule" })) }),
  ),
  createCase("create a Pod with a million groups", pods, () =>
    pod({ securityContext: { supplementalGroups: listOf(1_000_000, () => 1) } }),
  ),
  createCase("create a Pod with 25,000 node selector terms", pods, () =>
    pod({
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: listOf(25_000, (index) => ({
              matchExpressions: [{ key: `k${index}`, operator: "In", values: ["a"] }],
            })),
          },
        },
      },
    }),
  ),
  createCase("create a Pod with 15,000 pod affinity terms", pods, () =>
    pod({
      affinity: {
        podAntiAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: listOf(15_000, (index) => ({
            topologyKey: `k${index}`,
            labelSelector: { matchLabels: { a: "b" } },
          })),
        },
      },
    }),
  ),
  createCase("create a Pod with 15,000 topology spread constraints", pods, () =>
    pod({
      topologySpreadConstraints: listOf(15_000, (index) => ({
        topologyKey: `k${index}`,
        maxSkew: 1,
        whenUnsatisfiable: "DoNotSchedule",
        labelSelector: { matchLabels: { a: "b" } },
      })),
    }),
  ),
  createCase("create a Pod with 100,000 pull secrets", pods, () =>
    pod({ imagePullSecrets: listOf(100_000, (index) => ({ name: `s${index}` })) }),
  ),
  createCase("create a Pod with 30,000 ports", pods, () =>
    pod(
      {},
      { ports: listOf(30_000, (index) => ({ containerPort: index + 1, name: `p${index}`, hostPort: index + 1 })) },
    ),
  ),
  createCase("create a Pod with 60,000 resources", pods, () =>
    pod(
      {},
      {
        resources: {
          limits: recordOf(60_000, (index) => [`example.com/r${index}`, "1"]),
          requests: recordOf(60_000, (index) => [`example.com/r${index}`, "1"]),
        },
      },
    ),
  ),
  createCase("create a Pod with 60,000 host aliases", pods, () =>
    pod({ hostAliases: listOf(60_000, () => ({ ip: "10.0.0.1", hostnames: ["a.b"] })) }),
  ),
  createCase("create a Deployment with 50,000 variables", deployments, () =>
    deployment({}, { env: variables(50_000) }),
  ),
  createCase(
    "create a StatefulSet with 10,000 claim templates",
    "/apis/apps/v1/namespaces/default/statefulsets",
    () => ({
      ...deployment({}),
      kind: "StatefulSet",
      spec: {
        ...(deployment({})["spec"] as object),
        serviceName: "s",
        volumeClaimTemplates: listOf(10_000, (index) => ({
          metadata: { name: `v${index}` },
          spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
        })),
      },
    }),
  ),
  createCase(
    "create a Job with 20,000 rules for failures",
    "/apis/batch/v1/namespaces/default/jobs",
    () => ({
      apiVersion: "batch/v1",
      kind: "Job",
      metadata: { name: "#" },
      spec: {
        template: { spec: { ...(pod({})["spec"] as object), restartPolicy: "Never" } },
        podFailurePolicy: {
          rules: listOf(20_000, (index) => ({
            action: "Ignore",
            onExitCodes: { operator: "In", values: [index + 1] },
          })),
        },
      },
    }),
    { rejectedWith: 422 },
  ),
  createCase("create a Service with 30,000 ports", "/api/v1/namespaces/default/services", () => ({
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: "#" },
    spec: { ports: listOf(30_000, (index) => ({ name: `p${index}`, port: index + 1, protocol: "TCP" })) },
  })),
  createCase(
    "create an EndpointSlice with 30,000 endpoints",
    "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices",
    () => ({
      apiVersion: "discovery.k8s.io/v1",
      kind: "EndpointSlice",
      metadata: { name: "#" },
      addressType: "IPv4",
      endpoints: listOf(30_000, (index) => ({ addresses: [`10.0.${index >> 8}.${index & 255}`] })),
    }),
    { rejectedWith: 422 },
  ),
  createCase("create Endpoints with 50,000 addresses", "/api/v1/namespaces/default/endpoints", () => ({
    apiVersion: "v1",
    kind: "Endpoints",
    metadata: { name: "#" },
    subsets: [
      { addresses: listOf(50_000, (index) => ({ ip: `10.1.${index >> 8}.${index & 255}` })), ports: [{ port: 80 }] },
    ],
  })),
  createCase("create a Role with 25,000 rules", `/apis/${rbacGroup}/v1/namespaces/default/roles`, () => ({
    apiVersion: `${rbacGroup}/v1`,
    kind: "Role",
    metadata: { name: "#" },
    rules: listOf(25_000, (index) => ({ apiGroups: [""], resources: [`r${index}`], verbs: ["get"] })),
  })),
  createCase(
    "create a RoleBinding with 40,000 subjects",
    `/apis/${rbacGroup}/v1/namespaces/default/rolebindings`,
    () => ({
      apiVersion: `${rbacGroup}/v1`,
      kind: "RoleBinding",
      metadata: { name: "#" },
      roleRef: { apiGroup: rbacGroup, kind: "Role", name: "r" },
      subjects: listOf(40_000, (index) => ({ kind: "User", apiGroup: rbacGroup, name: `u${index}` })),
    }),
  ),
  createCase("create an Ingress with 20,000 paths", "/apis/networking.k8s.io/v1/namespaces/default/ingresses", () => ({
    apiVersion: "networking.k8s.io/v1",
    kind: "Ingress",
    metadata: { name: "#" },
    spec: {
      rules: [
        {
          http: {
            paths: listOf(20_000, (index) => ({
              path: `/p${index}`,
              pathType: "Exact",
              backend: { service: { name: "s", port: { number: 80 } } },
            })),
          },
        },
      ],
    },
  })),
  createCase(
    "create a NetworkPolicy with 40,000 peers",
    "/apis/networking.k8s.io/v1/namespaces/default/networkpolicies",
    () => ({
      apiVersion: "networking.k8s.io/v1",
      kind: "NetworkPolicy",
      metadata: { name: "#" },
      spec: {
        podSelector: {},
        ingress: [{ from: listOf(40_000, (index) => ({ ipBlock: { cidr: `10.${index >> 8}.${index & 255}.0/24` } })) }],
      },
    }),
  ),
  createCase(
    "create an autoscaler with 10,000 metrics",
    "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers",
    () => ({
      apiVersion: "autoscaling/v2",
      kind: "HorizontalPodAutoscaler",
      metadata: { name: "#" },
      spec: {
        scaleTargetRef: { kind: "Deployment", name: "d", apiVersion: "apps/v1" },
        maxReplicas: 3,
        metrics: listOf(10_000, (index) => ({
          type: "Pods",
          pods: { metric: { name: `m${index}` }, target: { type: "AverageValue", averageValue: "1" } },
        })),
      },
    }),
  ),
  createCase("create a ResourceQuota with 80,000 resources", "/api/v1/namespaces/default/resourcequotas", () => ({
    apiVersion: "v1",
    kind: "ResourceQuota",
    metadata: { name: "#" },
    spec: { hard: recordOf(80_000, (index) => [`example.com/r${index}`, "1"]) },
  })),
  createCase("create 10,000 webhooks", "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations", () => ({
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name: "#" },
    webhooks: listOf(10_000, (index) => ({
      name: `w${index}.example.com`,
      clientConfig: { url: "https://a.b/" },
      sideEffects: "None",
      admissionReviewVersions: ["v1"],
      failurePolicy: "Ignore",
      rules: [],
    })),
  })),
  createCase("create a ControllerRevision of 2.9 MB", "/apis/apps/v1/namespaces/default/controllerrevisions", () => ({
    apiVersion: "apps/v1",
    kind: "ControllerRevision",
    metadata: { name: "#" },
    revision: 1,
    data: keys(manyKeys),
  })),
  createCase(
    "create a definition whose schema has 20,000 fields",
    "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
    () => ({
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: "things.example.com" },
      spec: {
        group: "example.com",
        scope: "Namespaced",
        names: { plural: "things", kind: "Thing" },
        versions: [
          {
            name: "v1",
            served: true,
            storage: true,
            schema: {
              openAPIV3Schema: {
                type: "object",
                properties: recordOf(20_000, (index) => [
                  `f${index}`,
                  { type: "string", description: "A field of the thing.", maxLength: 10 },
                ]),
              },
            },
          },
        ],
      },
    }),
  ),
  createCase("dry run of a create with 180,000 keys", maps, () => configMap({ data: keys(manyKeys) }), {
    query: "?dryRun=All",
  }),
  createCase("review access with 100,000 groups", "/apis/authorization.k8s.io/v1/subjectaccessreviews", () => ({
    apiVersion: "authorization.k8s.io/v1",
    kind: "SubjectAccessReview",
    spec: {
      user: "jane",
      groups: listOf(100_000, (index) => `group-${index}`),
      resourceAttributes: { verb: "get", resource: "pods" },
    },
  })),
];
