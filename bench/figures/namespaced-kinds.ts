/**
 * A namespaced kind: the path of its collection, in which `NAMESPACE` stands for the namespace, and a body with a
 * counter (`#`) in the name.
 */
export interface NamespacedKind {
  readonly path: string;
  readonly body: object;
}

const metadata = { name: "o-######" };
const labels = { app: "it" };
const podSpec = { containers: [{ name: "c", image: "image" }] };
const template = { metadata: { labels }, spec: podSpec };
const jobTemplate = { metadata: { labels }, spec: { ...podSpec, restartPolicy: "Never" } };
const selector = { matchLabels: labels };
const rbacGroup = "rbac.authorization.k8s.io";

function namespacedKind(groupVersion: string, plural: string, rest: object = {}): NamespacedKind {
  const root = groupVersion === "v1" ? "/api/v1" : `/apis/${groupVersion}`;
  return { path: `${root}/namespaces/NAMESPACE/${plural}`, body: { metadata, ...rest } };
}

export const namespacedKinds: readonly NamespacedKind[] = [
  namespacedKind("v1", "configmaps", { data: { x: "1" } }),
  namespacedKind("v1", "secrets", { stringData: { x: "1" } }),
  namespacedKind("v1", "serviceaccounts"),
  namespacedKind("v1", "endpoints"),
  namespacedKind("v1", "limitranges", { spec: { limits: [{ type: "Pod", max: { cpu: "2" } }] } }),
  namespacedKind("v1", "resourcequotas", { spec: { hard: { pods: "10" } } }),
  namespacedKind("v1", "podtemplates", { template }),
  namespacedKind("v1", "pods", { spec: podSpec }),
  namespacedKind("v1", "replicationcontrollers", { spec: { selector: labels, template } }),
  namespacedKind("apps/v1", "deployments", { spec: { selector, template } }),
  namespacedKind("apps/v1", "replicasets", { spec: { selector, template } }),
  namespacedKind("apps/v1", "statefulsets", { spec: { selector, template, serviceName: "it" } }),
  namespacedKind("apps/v1", "daemonsets", { spec: { selector, template } }),
  namespacedKind("batch/v1", "jobs", { spec: { template: jobTemplate } }),
  namespacedKind("batch/v1", "cronjobs", {
    spec: { schedule: "0 0 * * *", jobTemplate: { spec: { template: jobTemplate } } },
  }),
  namespacedKind("coordination.k8s.io/v1", "leases"),
  namespacedKind("networking.k8s.io/v1", "networkpolicies", { spec: { podSelector: {} } }),
  namespacedKind("policy/v1", "poddisruptionbudgets", { spec: { selector, minAvailable: 1 } }),
  namespacedKind(`${rbacGroup}/v1`, "roles", { rules: [{ verbs: ["get"], apiGroups: [""], resources: ["pods"] }] }),
  namespacedKind(`${rbacGroup}/v1`, "rolebindings", { roleRef: { apiGroup: rbacGroup, kind: "Role", name: "o" } }),
];
