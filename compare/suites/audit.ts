/** Events of the audit log: all levels and stages, forms of bodies and responses, errors, users, annotations. */
import type { ComparedRequest, ComparedServer, Json, Scenario, Suite } from "../suite.ts";

/** Sends requests, and compares their audit events. */
export const audit: Suite = {
  name: "audit",
  covers: "the audit log: events of all levels and stages, with the objects of requests and responses, and annotations",
  usesNamespaces: true,
  plugins: "audited",
  standardCount: Number.POSITIVE_INFINITY,
  rewriteBody: (text) => text.replaceAll(/"ey[\w-]+\.[\w-]+\.[\w-]+"/g, '"<token>"'),
  *scenarios(): Iterable<Scenario> {
    for (const [title, steps] of Object.entries(scenarios)) {
      yield { title, run: (server) => runSteps(server, steps) };
    }
  },
};

/** A request, or a preparation, whose event is not compared. */
type Step = readonly [target: string, request?: ComparedRequest & { readonly isPreparation?: boolean }];

async function runSteps(server: ComparedServer, steps: (server: ComparedServer) => readonly Step[]): Promise<void> {
  for (const [index, [target, { isPreparation = false, ...request } = {}]] of steps(server).entries()) {
    const auditId = server.name(`step-${index}`);
    const headers = { "user-agent": "compare/1.0", ...request.headers, "audit-id": auditId };
    if (isPreparation) await server.prepare(target, { ...request, headers });
    else await server.send(target, { ...request, headers });
    await server.audit(auditId);
  }
}

const json = { "content-type": "application/json" };
const patch = (type: string, body: unknown): ComparedRequest => ({
  method: "PATCH",
  headers: { "content-type": `application/${type}` },
  body,
});
const accepting = (accept: string): ComparedRequest => ({ headers: { accept } });
const table = "application/json;as=Table;v=v1;g=meta.k8s.io";
const metadataOnly = "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io";
const metadataList = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io";
const protobuf = "application/vnd.kubernetes.protobuf";
const asUser = (user: string, ...groups: readonly string[]): ComparedRequest => ({
  headers: { "impersonate-user": user, ...(groups.length > 0 ? { "impersonate-group": groups.join(",") } : {}) },
});
const container = { name: "c", image: "i" };
const podTemplate = { metadata: { labels: { app: "a" } }, spec: { containers: [container] } };
const deployment: Json = {
  metadata: { name: "web" },
  spec: { replicas: 2, selector: { matchLabels: { app: "a" } }, template: podTemplate },
};
const prepared = (body: Json): ComparedRequest & { readonly isPreparation: true } => ({ body, isPreparation: true });

const scenarios: Readonly<Record<string, (server: ComparedServer) => readonly Step[]>> = {
  "writes of a ConfigMap": ({ namespace }) => {
    const maps = `/api/v1/namespaces/${namespace}/configmaps`;
    return [
      [maps, { body: { metadata: { name: "a", labels: { x: "y" } }, data: { k: "<&>" } } }],
      [maps, { body: { metadata: { generateName: "g-" } } }],
      [maps, { body: { metadata: { name: "a" } } }],
      [maps, { body: { metadata: { name: "A b" } } }],
      [`${maps}/a`, { method: "PUT", body: { metadata: { name: "a", resourceVersion: "1" }, data: {} } }],
      [`${maps}/a`, { method: "PUT", body: { metadata: { name: "b" } } }],
      [`${maps}/a`, patch("merge-patch+json", '{ "data": { "z": "<1> \\u00e9" } }')],
      [`${maps}/a`, patch("json-patch+json", '[ {"op": "test", "path": "/data/z", "value": "other"} ]')],
      [`${maps}/a`, patch("strategic-merge-patch+json", { data: { s: "1" } })],
      [
        `${maps}/b?fieldManager=m`,
        patch("apply-patch+yaml", '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"b"}}'),
      ],
      [`${maps}/a?dryRun=All`, { method: "DELETE" }],
      [
        `${maps}/a`,
        { method: "DELETE", headers: json, body: { kind: "DeleteOptions", apiVersion: "v1", gracePeriodSeconds: 0 } },
      ],
      [
        maps,
        {
          method: "DELETE",
          headers: json,
          body: { kind: "DeleteOptions", apiVersion: "v1", propagationPolicy: "Orphan" },
        },
      ],
    ];
  },
  "reads in all forms": ({ namespace }) => {
    const endpoints = `/api/v1/namespaces/${namespace}/podtemplates`;
    return [
      [endpoints, prepared({ metadata: { name: "a" }, template: podTemplate })],
      [endpoints],
      [`${endpoints}/a`],
      [`${endpoints}?limit=1&labelSelector=x%3Dy`],
      [`${endpoints}?fieldSelector=metadata.name%3Da`],
      [endpoints, accepting("application/yaml")],
      [`${endpoints}/a`, accepting("application/yaml")],
      [endpoints, accepting(protobuf)],
      [`${endpoints}/a`, accepting(protobuf)],
      [`${endpoints}/a?pretty=true`],
      [endpoints, accepting(table)],
      [`${endpoints}/a`, accepting(table)],
      [endpoints, accepting(metadataList)],
      [`${endpoints}/a`, accepting(metadataOnly)],
      [`${endpoints}/missing`],
      [`${endpoints}/missing`, accepting("text/x")],
      [`${endpoints}/a`, accepting("text/x")],
    ];
  },
  "levels of other resources": ({ namespace }) => {
    const at = (resource: string): string => `/api/v1/namespaces/${namespace}/${resource}`;
    return [
      [at("secrets"), { body: { metadata: { name: "s" }, stringData: { password: "secret" } } }],
      [at("secrets")],
      [at("serviceaccounts"), { body: { metadata: { name: "web" } } }],
      [at("serviceaccounts")],
      [at("configmaps")],
      ["/version"],
      ["/nowhere"],
      ["/api/v1/nowhere"],
      ["/apis/apps/v1"],
      ["/api"],
      ["/livez"],
    ];
  },
  "objects with defaults and other versions": ({ namespace }) => {
    const apps = `/apis/apps/v1/namespaces/${namespace}/deployments`;
    const scalers = `namespaces/${namespace}/horizontalpodautoscalers`;
    const target = { kind: "Deployment", name: "web", apiVersion: "apps/v1" };
    return [
      [apps, { body: deployment }],
      [`${apps}/web/scale`],
      [`${apps}/web/scale`, { method: "PUT", body: { metadata: { name: "web", namespace }, spec: { replicas: 3 } } }],
      [`${apps}/web/scale`, patch("merge-patch+json", { spec: { replicas: 4 } })],
      [`${apps}/web/status`, patch("merge-patch+json", { status: { replicas: 1 } })],
      [
        `/apis/autoscaling/v1/${scalers}`,
        { body: { metadata: { name: "h" }, spec: { scaleTargetRef: target, maxReplicas: 3 } } },
      ],
      [`/apis/autoscaling/v2/${scalers}/h`],
      [
        `/api/v1/namespaces/${namespace}/services`,
        { body: { metadata: { name: "svc" }, spec: { clusterIP: "None", ports: [{ port: 80 }] } } },
      ],
    ];
  },
  "Pods, and their subresources": ({ namespace }) => {
    const pods = `/api/v1/namespaces/${namespace}/pods`;
    const grace = { kind: "DeleteOptions", apiVersion: "v1", gracePeriodSeconds: 0 };
    return [
      [
        pods,
        { body: { metadata: { name: "p" }, spec: { containers: [container], terminationGracePeriodSeconds: 0 } } },
      ],
      [pods, { body: { metadata: { name: "q" }, spec: { containers: [] } } }],
      [`${pods}/p/binding`, { body: { target: { kind: "Node", name: "n" } } }],
      [`${pods}/missing/log`],
      [`${pods}/missing/exec?command=ls`, { method: "POST" }],
      [`${pods}/p/eviction`, { body: { metadata: { name: "p" } } }],
      [`${pods}/p`, { method: "DELETE", headers: json, body: grace }],
      ["/api/v1/nodes/missing/proxy/metrics"],
    ];
  },
  "Pod security": (server) => {
    const name = server.name("secure");
    const labels = (enforce: string): Json => ({
      "pod-security.kubernetes.io/enforce": enforce,
      "pod-security.kubernetes.io/audit": "restricted",
      "pod-security.kubernetes.io/audit-version": "v1.30",
    });
    const pods = `/api/v1/namespaces/${name}/pods`;
    const privileged = { ...container, securityContext: { privileged: true } };
    return [
      ["/api/v1/namespaces", prepared({ metadata: { name, labels: labels("baseline") } })],
      [
        pods,
        { body: { metadata: { name: "a" }, spec: { containers: [container], terminationGracePeriodSeconds: 0 } } },
      ],
      [pods, { body: { metadata: { name: "b" }, spec: { containers: [privileged] } } }],
      [`/apis/apps/v1/namespaces/${name}/deployments`, { body: deployment }],
      [
        `/api/v1/namespaces/${name}`,
        patch("merge-patch+json", { metadata: { labels: { "pod-security.kubernetes.io/enforce": "restricted" } } }),
      ],
    ];
  },
  "users and permissions": ({ namespace }) => {
    const maps = `/api/v1/namespaces/${namespace}/podtemplates`;
    const roles = `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}`;
    const apiGroup = "rbac.authorization.k8s.io";
    const subject = { kind: "User", name: "reader", apiGroup };
    const roleRef = { kind: "Role", name: "read", apiGroup };
    return [
      [
        `${roles}/roles`,
        prepared({
          metadata: { name: "read" },
          rules: [{ apiGroups: [""], resources: ["podtemplates"], verbs: ["list"] }],
        }),
      ],
      [`${roles}/rolebindings`, prepared({ metadata: { name: "read" }, subjects: [subject], roleRef })],
      [maps, asUser("reader")],
      [maps, asUser("modest")],
      [maps, asUser("other", "dev")],
      [maps, asUser("root", "system:masters")],
      [maps, { headers: { "impersonate-user": "x", "impersonate-extra-scopes": "a", "impersonate-uid": "u" } }],
      [maps, { headers: { "impersonate-group": "dev" } }],
      [maps, { isAnonymous: true }],
      [maps, { isAnonymous: true, headers: { authorization: "Bearer unknown" } }],
      [maps, { isAnonymous: true, headers: { authorization: "Basic YTpi" } }],
      [
        "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
        { body: { spec: { nonResourceAttributes: { path: "/x", verb: "get" } } } },
      ],
    ];
  },
  "headers and malformed requests": ({ namespace }) => {
    const maps = `/api/v1/namespaces/${namespace}/podtemplates`;
    return [
      [
        maps,
        {
          headers: { "x-forwarded-for": "192.0.2.1, 2001:DB8::1,wrong, ::ffff:192.0.2.9", "x-real-ip": "198.51.100.7" },
        },
      ],
      [maps, { headers: { "x-forwarded-for": "127.0.0.1", "x-real-ip": "127.0.0.1" } }],
      [maps, { headers: { "user-agent": "x".repeat(1100) } }],
      [`${maps}?timeout=abc`],
      [`${maps}?watch=1&timeoutSeconds=1`],
      [`${maps}?limit=x`],
      [maps, { method: "OPTIONS" }],
      [maps, { headers: json, body: '{"kind":"PodTemplate",' }],
      [maps, { headers: json, body: '{"kind":"Secret","apiVersion":"v1"}' }],
      [maps, { headers: { "content-type": "text/x" }, body: "x" }],
      [`${maps}/a?dryRun=x`, { method: "DELETE" }],
    ];
  },
  tokens: ({ namespace }) => {
    const accounts = `/api/v1/namespaces/${namespace}/serviceaccounts`;
    return [
      [accounts, prepared({ metadata: { name: "web" } })],
      [`${accounts}/web/token`, { body: { spec: {} } }],
      ["/apis/authentication.k8s.io/v1/tokenreviews", { body: { spec: { token: "unknown" } } }],
    ];
  },
  "deprecated versions": () => [["/api/v1/componentstatuses/etcd-0"]],
};
