/**
 * Expensive or hostile requests by a client with write permission. Most bodies are close to the size limit of 3 MB. `#`
 * in a path or body stands for a name that is unique to the case.
 */
import { type MessageFields, message } from "./protobuf.ts";

/** A request of a case. */
export interface CaseRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** An expensive request, and the requests that prepare it. */
export interface WaitCase {
  readonly name: string;
  /** Requests before the measurement. */
  readonly before?: () => readonly CaseRequest[];
  readonly requests: () => readonly CaseRequest[];
}

const maps = "/api/v1/namespaces/default/configmaps";
const pods = "/api/v1/namespaces/default/pods";
const deployments = "/apis/apps/v1/namespaces/default/deployments";
const json = { "content-type": "application/json" };
const yaml = { "content-type": "application/yaml" };
const protobuf = { "content-type": "application/vnd.kubernetes.protobuf" };
const applyPatch = { "content-type": "application/apply-patch+yaml" };
const mergePatch = { "content-type": "application/merge-patch+json" };
const jsonPatch = { "content-type": "application/json-patch+json" };
const strategicPatch = { "content-type": "application/strategic-merge-patch+json" };

type Fields = Readonly<Record<string, unknown>>;

function listOf<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function recordOf<T>(count: number, make: (index: number) => [string, T]): Record<string, T> {
  return Object.fromEntries(listOf(count, make));
}

function keys(count: number, prefix = "k"): Record<string, string> {
  return recordOf(count, (index) => [`${prefix}${index}`, ""]);
}

function configMap(fields: Fields, metadata: Fields = {}): Fields {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "#", ...metadata }, ...fields };
}

function pod(spec: Fields, container: Fields = {}, metadata: Fields = {}): Fields {
  const containers = [{ name: "main", image: "image", ...container }];
  return { apiVersion: "v1", kind: "Pod", metadata: { name: "#", ...metadata }, spec: { containers, ...spec } };
}

function deployment(spec: Fields, container: Fields = {}): Fields {
  const labels = { app: "web" };
  const template = { metadata: { labels }, spec: pod(spec, container)["spec"] };
  const metadata = { name: "#" };
  return { apiVersion: "apps/v1", kind: "Deployment", metadata, spec: { selector: { matchLabels: labels }, template } };
}

function env(count: number): object[] {
  return listOf(count, (index) => ({ name: `VARIABLE_${index}`, value: "some value" }));
}

function post(path: string, object: unknown, headers: Readonly<Record<string, string>> = json): CaseRequest {
  return { method: "POST", path, headers, body: typeof object === "string" ? object : JSON.stringify(object) };
}

function creation(name: string, path: string, object: () => unknown, query = ""): WaitCase {
  return { name, requests: () => [post(`${path}${query}`, object())] };
}

function get(path: string, headers: Readonly<Record<string, string>> = {}): CaseRequest {
  return { method: "GET", path, headers };
}

function patch(path: string, headers: Readonly<Record<string, string>>, body: unknown): CaseRequest {
  return { method: "PATCH", path, headers, body: typeof body === "string" ? body : JSON.stringify(body) };
}

/** Returns a case that sends a request about an existing object. The object is created before the measurement. */
function change(name: string, collection: string, object: () => unknown, request: () => CaseRequest): WaitCase {
  return { name, before: () => [post(collection, object())], requests: () => [request()] };
}

const group = "rbac.authorization.k8s.io";
const manyKeys = 180_000;

const creates: readonly WaitCase[] = [
  creation("create a ConfigMap with 180,000 keys", maps, () => configMap({ data: keys(manyKeys) })),
  creation("create a ConfigMap with one value of 2.9 MB", maps, () =>
    configMap({ data: { a: "x".repeat(2_900_000) } }),
  ),
  creation("create a ConfigMap with 2.9 MB of escapes", maps, () =>
    configMap({ data: { a: '"\\\n\u0001'.repeat(240_000) } }),
  ),
  creation("create a ConfigMap with 100,000 binary keys", maps, () =>
    configMap({ binaryData: recordOf(100_000, (index) => [`k${index}`, "AAAA"]) }),
  ),
  creation("create a Secret with 150,000 keys", "/api/v1/namespaces/default/secrets", () => ({
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: "#" },
    data: recordOf(150_000, (index) => [`k${index}`, "YQ=="]),
  })),
  creation("create with 180,000 labels", maps, () => configMap({}, { labels: keys(manyKeys) })),
  creation("create with 180,000 annotations", maps, () => configMap({}, { annotations: keys(manyKeys) })),
  creation("create with 100,000 finalizers", maps, () =>
    configMap({}, { finalizers: listOf(100_000, (index) => `example.com/f${index}`) }),
  ),
  creation("create with 20,000 owner references", maps, () =>
    configMap(
      {},
      {
        ownerReferences: listOf(20_000, (index) => ({
          apiVersion: "v1",
          kind: "Pod",
          name: `p${index}`,
          uid: `u${index}`,
        })),
      },
    ),
  ),
  creation("create with 10,000 owners of fields", maps, () =>
    configMap(
      {},
      {
        managedFields: listOf(10_000, (index) => ({
          manager: `m${index}`,
          operation: "Update",
          apiVersion: "v1",
          fieldsType: "FieldsV1",
          fieldsV1: { "f:data": { [`f:k${index}`]: {} } },
        })),
      },
    ),
  ),
  creation("create with an owner of 150,000 fields", maps, () =>
    configMap(
      {},
      {
        managedFields: [
          {
            manager: "m",
            operation: "Update",
            apiVersion: "v1",
            fieldsType: "FieldsV1",
            fieldsV1: { "f:data": recordOf(150_000, (index) => [`f:k${index}`, {}]) },
          },
        ],
      },
    ),
  ),
  creation("create with 180,000 unknown fields, returned as warnings", maps, () => configMap(keys(manyKeys, "u"))),
  creation(
    "create with 180,000 unknown fields, rejected",
    maps,
    () => configMap(keys(manyKeys, "u")),
    "?fieldValidation=Strict",
  ),
  creation(
    "create with 180,000 unknown fields, ignored",
    maps,
    () => configMap(keys(manyKeys, "u")),
    "?fieldValidation=Ignore",
  ),
  creation(
    "create with a field 200,000 times",
    maps,
    () => `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"#"}${',"data":{}'.repeat(200_000)}}`,
  ),
  creation(
    "create with a million empty objects",
    maps,
    () => `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"#"},"u":[${"{},".repeat(950_000)}{}]}`,
  ),
  creation(
    "create with a field 9,000 lists deep",
    maps,
    () => `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"#"},"u":${"[".repeat(9000)}${"]".repeat(9000)}}`,
  ),
  creation("create that ends in a syntax error after 2.9 MB", maps, () =>
    JSON.stringify(configMap({ data: keys(manyKeys) })).slice(0, -1),
  ),
  creation("create with 180,000 values of the wrong type", maps, () =>
    configMap({ data: recordOf(manyKeys, (index) => [`k${index}`, 1]) }),
  ),
  creation("create with 180,000 invalid keys", maps, () => configMap({ data: keys(manyKeys, "!") })),
  creation("create a Pod with 60,000 variables", pods, () => pod({}, { env: env(60_000) })),
  creation("create a Pod with 20,000 variables from keys", pods, () =>
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
  creation("create a Pod with 40,000 containers", pods, () =>
    pod({ containers: listOf(40_000, (index) => ({ name: `c${index}`, image: "image", imagePullPolicy: "Never" })) }),
  ),
  creation("create a Pod with 40,000 containers of one name", pods, () =>
    pod({ containers: listOf(40_000, () => ({ name: "c", image: "image" })) }),
  ),
  creation("create a Pod with 25,000 volumes and mounts", pods, () =>
    pod(
      { volumes: listOf(25_000, (index) => ({ name: `v${index}`, emptyDir: {} })) },
      { volumeMounts: listOf(25_000, (index) => ({ name: `v${index}`, mountPath: `/m${index}` })) },
    ),
  ),
  creation("create a Pod with 40,000 tolerations", pods, () =>
    pod({ tolerations: listOf(40_000, (index) => ({ key: `k${index}`, operator: "Exists", effect: "NoSchedule" })) }),
  ),
  creation("create a Pod with a million groups", pods, () =>
    pod({ securityContext: { supplementalGroups: listOf(1_000_000, () => 1) } }),
  ),
  creation("create a Pod with 25,000 node selector terms", pods, () =>
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
  creation("create a Pod with 15,000 pod affinity terms", pods, () =>
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
  creation("create a Pod with 15,000 topology spread constraints", pods, () =>
    pod({
      topologySpreadConstraints: listOf(15_000, (index) => ({
        topologyKey: `k${index}`,
        maxSkew: 1,
        whenUnsatisfiable: "DoNotSchedule",
        labelSelector: { matchLabels: { a: "b" } },
      })),
    }),
  ),
  creation("create a Pod with 100,000 pull secrets", pods, () =>
    pod({ imagePullSecrets: listOf(100_000, (index) => ({ name: `s${index}` })) }),
  ),
  creation("create a Pod with 30,000 ports", pods, () =>
    pod(
      {},
      { ports: listOf(30_000, (index) => ({ containerPort: index + 1, name: `p${index}`, hostPort: index + 1 })) },
    ),
  ),
  creation("create a Pod with 60,000 resources", pods, () =>
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
  creation("create a Pod with 60,000 host aliases", pods, () =>
    pod({ hostAliases: listOf(60_000, () => ({ ip: "10.0.0.1", hostnames: ["a.b"] })) }),
  ),
  creation("create a Deployment with 50,000 variables", deployments, () => deployment({}, { env: env(50_000) })),
  creation("create a StatefulSet with 10,000 claim templates", "/apis/apps/v1/namespaces/default/statefulsets", () => ({
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
  })),
  creation("create a Job with 20,000 rules for failures", "/apis/batch/v1/namespaces/default/jobs", () => ({
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { name: "#" },
    spec: {
      template: { spec: { ...(pod({})["spec"] as object), restartPolicy: "Never" } },
      podFailurePolicy: {
        rules: listOf(20_000, (index) => ({ action: "Ignore", onExitCodes: { operator: "In", values: [index + 1] } })),
      },
    },
  })),
  creation("create a Service with 30,000 ports", "/api/v1/namespaces/default/services", () => ({
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: "#" },
    spec: { ports: listOf(30_000, (index) => ({ name: `p${index}`, port: index + 1, protocol: "TCP" })) },
  })),
  creation(
    "create an EndpointSlice with 30,000 endpoints",
    "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices",
    () => ({
      apiVersion: "discovery.k8s.io/v1",
      kind: "EndpointSlice",
      metadata: { name: "#" },
      addressType: "IPv4",
      endpoints: listOf(30_000, (index) => ({ addresses: [`10.0.${index >> 8}.${index & 255}`] })),
    }),
  ),
  creation("create Endpoints with 50,000 addresses", "/api/v1/namespaces/default/endpoints", () => ({
    apiVersion: "v1",
    kind: "Endpoints",
    metadata: { name: "#" },
    subsets: [
      { addresses: listOf(50_000, (index) => ({ ip: `10.1.${index >> 8}.${index & 255}` })), ports: [{ port: 80 }] },
    ],
  })),
  creation("create a Role with 25,000 rules", `/apis/${group}/v1/namespaces/default/roles`, () => ({
    apiVersion: `${group}/v1`,
    kind: "Role",
    metadata: { name: "#" },
    rules: listOf(25_000, (index) => ({ apiGroups: [""], resources: [`r${index}`], verbs: ["get"] })),
  })),
  creation("create a RoleBinding with 40,000 subjects", `/apis/${group}/v1/namespaces/default/rolebindings`, () => ({
    apiVersion: `${group}/v1`,
    kind: "RoleBinding",
    metadata: { name: "#" },
    roleRef: { apiGroup: group, kind: "Role", name: "r" },
    subjects: listOf(40_000, (index) => ({ kind: "User", apiGroup: group, name: `u${index}` })),
  })),
  creation("create an Ingress with 20,000 paths", "/apis/networking.k8s.io/v1/namespaces/default/ingresses", () => ({
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
  creation(
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
  creation(
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
  creation("create a ResourceQuota with 80,000 resources", "/api/v1/namespaces/default/resourcequotas", () => ({
    apiVersion: "v1",
    kind: "ResourceQuota",
    metadata: { name: "#" },
    spec: { hard: recordOf(80_000, (index) => [`example.com/r${index}`, "1"]) },
  })),
  creation("create 10,000 webhooks", "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations", () => ({
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
  creation("create a ControllerRevision of 2.9 MB", "/apis/apps/v1/namespaces/default/controllerrevisions", () => ({
    apiVersion: "apps/v1",
    kind: "ControllerRevision",
    metadata: { name: "#" },
    revision: 1,
    data: keys(manyKeys),
  })),
  creation(
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
  creation("dry run of a create with 180,000 keys", maps, () => configMap({ data: keys(manyKeys) }), "?dryRun=All"),
  creation("review access with 100,000 groups", "/apis/authorization.k8s.io/v1/subjectaccessreviews", () => ({
    apiVersion: "authorization.k8s.io/v1",
    kind: "SubjectAccessReview",
    spec: {
      user: "jane",
      groups: listOf(100_000, (index) => `group-${index}`),
      resourceAttributes: { verb: "get", resource: "pods" },
    },
  })),
];

const otherMediaTypes: readonly WaitCase[] = [
  {
    name: "create in YAML with 150,000 keys",
    requests: () => [post(maps, `${yamlHead}data:\n${listOf(150_000, (index) => `  k${index}: ""\n`).join("")}`, yaml)],
  },
  {
    name: "create in YAML with 150,000 keys in braces",
    requests: () => [
      post(maps, `${yamlHead}data: {${listOf(150_000, (index) => `k${index}: ""`).join(", ")}}\n`, yaml),
    ],
  },
  {
    name: "create in YAML with 2.9 MB of comments",
    requests: () => [post(maps, `${yamlHead}${"# a comment\n".repeat(240_000)}`, yaml)],
  },
  {
    name: "create in YAML with a block of 2.9 MB",
    requests: () => [post(maps, `${yamlHead}data:\n  a: |\n${"    line\n".repeat(320_000)}`, yaml)],
  },
  {
    name: "create in YAML with 100,000 references to anchors",
    requests: () => [
      post(maps, `${yamlHead}data: {a: &a "x", ${listOf(100_000, (index) => `k${index}: *a`).join(", ")}}\n`, yaml),
    ],
  },
  {
    name: "create in YAML with 200,000 empty lists",
    requests: () => [post(maps, `${yamlHead}u:\n${"- []\n".repeat(500_000)}`, yaml)],
  },
  {
    name: "create in YAML with 9,000 lists in each other",
    requests: () => [post(maps, `${yamlHead}u: ${"[".repeat(9000)}${"]".repeat(9000)}\n`, yaml)],
  },
  {
    name: "create in protobuf with 180,000 keys",
    requests: () => [{ method: "POST", path: maps, headers: protobuf, body: protobufMap(manyKeys) }],
  },
  {
    name: "apply in YAML of 150,000 keys",
    requests: () => [
      patch(
        `${maps}/#?fieldManager=a`,
        applyPatch,
        `apiVersion: v1\nkind: ConfigMap\ndata:\n${listOf(150_000, (index) => `  k${index}: ""\n`).join("")}`,
      ),
    ],
  },
];

const yamlHead = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: '#'\n";

function protobufMap(count: number): Buffer {
  const entries: MessageFields = listOf(count, (index) => [
    2,
    [
      [1, `k${index}`],
      [2, ""],
    ],
  ]);
  const raw = message([[1, [[1, "#"]]], ...entries]);
  return Buffer.concat([
    Buffer.from("k8s\0"),
    message([
      [
        1,
        [
          [1, "v1"],
          [2, "ConfigMap"],
        ],
      ],
      [2, raw],
    ]),
  ]);
}

const bigMap = (): Fields => configMap({ data: keys(manyKeys) });
const bigPod = (): Fields => deployment({}, { env: env(40_000) });

const updates: readonly WaitCase[] = [
  change(
    "replace a ConfigMap by one of 180,000 keys",
    maps,
    () => configMap({}),
    () => ({ method: "PUT", path: `${maps}/#`, headers: json, body: JSON.stringify(bigMap()) }),
  ),
  change("replace 180,000 keys by as many others", maps, bigMap, () => ({
    method: "PUT",
    path: `${maps}/#`,
    headers: json,
    body: JSON.stringify(configMap({ data: keys(manyKeys, "n") })),
  })),
  change("replace 180,000 keys by nothing", maps, bigMap, () => ({
    method: "PUT",
    path: `${maps}/#`,
    headers: json,
    body: JSON.stringify(configMap({})),
  })),
  change("replace 180,000 keys by themselves", maps, bigMap, () => ({
    method: "PUT",
    path: `${maps}/#`,
    headers: json,
    body: JSON.stringify(bigMap()),
  })),
  change(
    "merge 180,000 keys",
    maps,
    () => configMap({}),
    () => patch(`${maps}/#`, mergePatch, { data: keys(manyKeys) }),
  ),
  change("merge that removes 150,000 keys", maps, bigMap, () =>
    patch(`${maps}/#`, mergePatch, { data: recordOf(150_000, (index) => [`k${index}`, null]) }),
  ),
  change("merge one key into 180,000", maps, bigMap, () => patch(`${maps}/#`, mergePatch, { data: { a: "b" } })),
  change(
    "JSON patch of 10,000 operations that insert first",
    deployments,
    () => deployment({}, { env: env(1) }),
    () =>
      patch(
        `${deployments}/#`,
        jsonPatch,
        listOf(10_000, (index) => ({
          op: "add",
          path: "/spec/template/spec/containers/0/env/0",
          value: { name: `N${index}`, value: "v" },
        })),
      ),
  ),
  change("JSON patch of 10,000 tests of a large list", deployments, bigPod, () =>
    patch(
      `${deployments}/#`,
      jsonPatch,
      listOf(10_000, (index) => ({
        op: "test",
        path: `/spec/template/spec/containers/0/env/${index}/name`,
        value: `VARIABLE_${index}`,
      })),
    ),
  ),
  change(
    "JSON patch of 10,000 copies",
    maps,
    () => configMap({ data: { a: "x".repeat(100) } }),
    () =>
      patch(
        `${maps}/#`,
        jsonPatch,
        listOf(10_000, (index) => ({ op: "copy", from: "/data/a", path: `/data/k${index}` })),
      ),
  ),
  change(
    "JSON patch of 20 copies of all data",
    maps,
    () => configMap({ data: keys(10_000) }),
    () =>
      patch(
        `${maps}/#`,
        jsonPatch,
        listOf(20, (index) => ({ op: "copy", from: "/data", path: `/u${index}` })),
      ),
  ),
  change(
    "JSON patch of 10,000 moves",
    maps,
    () => configMap({ data: keys(10_000) }),
    () =>
      patch(
        `${maps}/#`,
        jsonPatch,
        listOf(10_000, (index) => ({ op: "move", from: `/data/k${index}`, path: `/data/m${index}` })),
      ),
  ),
  change(
    "JSON patch of one value of 2.9 MB",
    maps,
    () => configMap({}),
    () => patch(`${maps}/#`, jsonPatch, [{ op: "add", path: "/data", value: keys(manyKeys) }]),
  ),
  change("strategic merge of 50,000 variables", deployments, bigPod, () =>
    patch(`${deployments}/#`, strategicPatch, {
      spec: {
        template: {
          spec: { containers: [{ name: "main", env: listOf(50_000, (index) => ({ name: `N${index}`, value: "v" })) }] },
        },
      },
    }),
  ),
  change("strategic merge that orders 40,000 variables", deployments, bigPod, () =>
    patch(`${deployments}/#`, strategicPatch, {
      spec: {
        template: {
          spec: {
            containers: [
              {
                name: "main",
                "$setElementOrder/env": listOf(40_000, (index) => ({ name: `VARIABLE_${39_999 - index}` })),
                env: [{ name: "VARIABLE_0", value: "new" }],
              },
            ],
          },
        },
      },
    }),
  ),
  change("strategic merge that removes 40,000 variables", deployments, bigPod, () =>
    patch(`${deployments}/#`, strategicPatch, {
      spec: {
        template: {
          spec: {
            containers: [
              { name: "main", env: listOf(40_000, (index) => ({ $patch: "delete", name: `VARIABLE_${index}` })) },
            ],
          },
        },
      },
    }),
  ),
  change(
    "strategic merge of 100,000 finalizers",
    maps,
    () => configMap({}, { finalizers: ["example.com/x"] }),
    () =>
      patch(`${maps}/#`, strategicPatch, {
        metadata: {
          "$deleteFromPrimitiveList/finalizers": listOf(50_000, (index) => `example.com/f${index}`),
          finalizers: listOf(50_000, (index) => `example.com/g${index}`),
        },
      }),
  ),
  {
    name: "apply 180,000 keys",
    requests: () => [
      patch(`${maps}/#?fieldManager=a`, applyPatch, { apiVersion: "v1", kind: "ConfigMap", data: keys(manyKeys) }),
    ],
  },
  {
    name: "apply 180,000 keys again",
    before: () => [
      patch(`${maps}/#?fieldManager=a`, applyPatch, { apiVersion: "v1", kind: "ConfigMap", data: keys(manyKeys) }),
    ],
    requests: () => [
      patch(`${maps}/#?fieldManager=a`, applyPatch, { apiVersion: "v1", kind: "ConfigMap", data: keys(manyKeys) }),
    ],
  },
  {
    name: "apply nothing over 180,000 applied keys",
    before: () => [
      patch(`${maps}/#?fieldManager=a`, applyPatch, { apiVersion: "v1", kind: "ConfigMap", data: keys(manyKeys) }),
    ],
    requests: () => [patch(`${maps}/#?fieldManager=a`, applyPatch, { apiVersion: "v1", kind: "ConfigMap" })],
  },
  {
    name: "apply that conflicts in 100,000 fields",
    before: () => [post(maps, configMap({ data: keys(100_000) }))],
    requests: () => [
      patch(`${maps}/#?fieldManager=a`, applyPatch, {
        apiVersion: "v1",
        kind: "ConfigMap",
        data: recordOf(100_000, (index) => [`k${index}`, "x"]),
      }),
    ],
  },
  {
    name: "apply by force over 100,000 fields",
    before: () => [post(maps, configMap({ data: keys(100_000) }))],
    requests: () => [
      patch(`${maps}/#?fieldManager=a&force=true`, applyPatch, {
        apiVersion: "v1",
        kind: "ConfigMap",
        data: recordOf(100_000, (index) => [`k${index}`, "x"]),
      }),
    ],
  },
  {
    name: "apply 50,000 variables",
    requests: () => [patch(`${deployments}/#?fieldManager=a`, applyPatch, deployment({}, { env: env(50_000) }))],
  },
  change("scale a Deployment with 40,000 variables", deployments, bigPod, () =>
    patch(`${deployments}/#/scale`, mergePatch, { spec: { replicas: 3 } }),
  ),
  change("write the status of a Deployment with 40,000 variables", deployments, bigPod, () =>
    patch(`${deployments}/#/status`, mergePatch, { status: { observedGeneration: 1 } }),
  ),
  change("delete a ConfigMap of 180,000 keys", maps, bigMap, () => ({ method: "DELETE", path: `${maps}/#` })),
  change(
    "delete a ConfigMap of 180,000 labels",
    maps,
    () => configMap({}, { labels: keys(manyKeys) }),
    () => ({ method: "DELETE", path: `${maps}/#` }),
  ),
  change(
    "delete with options of 2.9 MB",
    maps,
    () => configMap({}),
    () => ({
      method: "DELETE",
      path: `${maps}/#`,
      headers: json,
      body: JSON.stringify({ apiVersion: "v1", kind: "DeleteOptions", ...keys(manyKeys, "u") }),
    }),
  ),
];

const table = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io,application/json" };
const partial = { accept: "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io" };

function read(
  name: string,
  object: () => Fields,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): WaitCase {
  const collection = object()["kind"] === "ConfigMap" ? maps : deployments;
  return change(name, collection, object, () => get(path, headers));
}

const list = "/api/v1/namespaces/many/configmaps";

const reads: readonly WaitCase[] = [
  read("get 180,000 keys", bigMap, `${maps}/#`),
  read("get 180,000 keys, compressed", bigMap, `${maps}/#`, { "accept-encoding": "gzip" }),
  read("get 180,000 keys in YAML", bigMap, `${maps}/#`, { accept: "application/yaml" }),
  read("get 180,000 keys, indented", bigMap, `${maps}/#?pretty=true`),
  read("get 180,000 keys in protobuf", bigMap, `${maps}/#`, { accept: "application/vnd.kubernetes.protobuf" }),
  read("get 180,000 keys as a Table", bigMap, `${maps}/#`, table),
  read("list an object of 180,000 keys as a Table", bigMap, `${maps}?fieldSelector=metadata.name%3D#`, table),
  read("list an object of 180,000 keys in YAML", bigMap, `${maps}?fieldSelector=metadata.name%3D#`, {
    accept: "application/yaml",
  }),
  read(
    "list by labels beside an object of 180,000 labels",
    () => configMap({}, { labels: keys(manyKeys) }),
    `${maps}?labelSelector=k1%3Db,k2%3Dc`,
  ),
  { name: "list 10,000 objects", requests: () => [get(list)] },
  { name: "list 10,000 objects, compressed", requests: () => [get(list, { "accept-encoding": "gzip" })] },
  { name: "list 10,000 objects as a Table", requests: () => [get(list, table)] },
  { name: "list 10,000 objects' metadata", requests: () => [get(list, partial)] },
  { name: "list 10,000 objects in YAML", requests: () => [get(list, { accept: "application/yaml" })] },
  {
    name: "list 10,000 objects in protobuf",
    requests: () => [get(list, { accept: "application/vnd.kubernetes.protobuf" })],
  },
  {
    name: "list 10,000 objects by a selector of 300 keys",
    requests: () => [get(`${list}?labelSelector=${listOf(300, (index) => `!k${index}`).join(",")}`)],
  },
  {
    name: "list 10,000 objects by a selector of 1,500 values",
    requests: () => [get(`${list}?labelSelector=a+notin+(${listOf(1500, (index) => `v${index}`).join(",")})`)],
  },
  { name: "list 10,000 objects in 100 chunks at once", requests: () => listOf(100, () => get(`${list}?limit=100`)) },
  {
    name: "watch 10,000 objects from the beginning",
    requests: () => [
      {
        ...get(
          `${list}?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&timeoutSeconds=2`,
        ),
      },
    ],
  },
  {
    name: "watch 10,000 objects as Tables from the beginning",
    requests: () => [{ ...get(`${list}?watch=true&resourceVersion=0&timeoutSeconds=2`, table) }],
  },
  { name: "all OpenAPI documents in JSON", requests: () => [get("/openapi/v2")] },
  {
    name: "the OpenAPI document in protobuf",
    requests: () => [get("/openapi/v2", { accept: "application/com.github.proto-openapi.spec.v2@v1.0+protobuf" })],
  },
  {
    name: "an OpenAPI document of version 3",
    requests: () => [get("/openapi/v3/apis/apps/v1"), get("/openapi/v3/api/v1")],
  },
  { name: "delete 10,000 objects", requests: () => [{ method: "DELETE", path: `${list}?labelSelector=wanted!=no` }] },
];

/** Measures GETs without any other load. */
const idle: WaitCase = { name: "nothing, for comparison", requests: () => [get("/livez")] };

/** All cases, in the order of the table. The last case deletes the objects that earlier cases list. */
export const cases: readonly WaitCase[] = [idle, ...creates, ...otherMediaTypes, ...updates, ...reads];

/** Path of the collection with many objects. */
export const manyPath = list;
/** Number of objects in that collection. */
export const manyObjects = 10_000;

/** Returns an object of that collection. */
export function manyObject(index: number): object {
  const labels = { a: "b", index: String(index) };
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: `m${index}`, labels },
    data: { text: "x".repeat(700) },
  };
}
