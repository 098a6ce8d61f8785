/** One small object of every built-in kind, for tests of what all of them have in common. */

export interface Sample {
  /** Where it is created, in the vocabulary `orch`. */
  readonly collection: string;
  readonly kind: string;
  readonly apiVersion: string;
  readonly body: { readonly metadata: { readonly name: string } };
}

const labels = { app: "it" };
const podSpec = { containers: [{ name: "c", image: "image" }] };
const template = { metadata: { labels }, spec: podSpec };
const selector = { matchLabels: labels };
const jobTemplate = { metadata: { labels }, spec: { ...podSpec, restartPolicy: "Never" } };
const core = "/api/v1";
const ofDefault = "/api/v1/namespaces/default";
const apps = "/apis/apps/v1/namespaces/default";
const batch = "/apis/batch/v1/namespaces/default";

function sample(collection: string, kind: string, rest: object = {}): Sample {
  const [prefix = "", ...path] = collection.slice(1).split("/");
  const apiVersion = prefix === "api" ? "v1" : path.slice(0, 2).join("/");
  return { collection, kind, apiVersion, body: { metadata: { name: "it" }, ...rest } };
}

export const oneOfEach: readonly Sample[] = [
  sample(`${ofDefault}/configmaps`, "ConfigMap", { data: { x: "1" } }),
  sample(`${ofDefault}/endpoints`, "Endpoints", {
    subsets: [{ addresses: [{ ip: "10.0.0.1" }], ports: [{ port: 80 }] }],
  }),
  sample(`${ofDefault}/events`, "Event", {
    involvedObject: { kind: "Pod", namespace: "default", name: "p" },
    reason: "Started",
    message: "it has begun",
    type: "Normal",
  }),
  sample(`${core}/namespaces`, "Namespace"),
  sample(`${core}/nodes`, "Node", { spec: { podCIDR: "10.1.0.0/24" } }),
  sample(`${ofDefault}/persistentvolumeclaims`, "PersistentVolumeClaim", {
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
  }),
  sample(`${ofDefault}/pods`, "Pod", { spec: podSpec }),
  sample(`${ofDefault}/replicationcontrollers`, "ReplicationController", { spec: { selector: labels, template } }),
  sample(`${ofDefault}/secrets`, "Secret", { data: { x: "MQ==" } }),
  sample(`${ofDefault}/serviceaccounts`, "ServiceAccount"),
  sample(`${ofDefault}/services`, "Service", { spec: { ports: [{ port: 80 }], clusterIP: "None" } }),
  sample(`${apps}/daemonsets`, "DaemonSet", { spec: { selector, template } }),
  sample(`${apps}/deployments`, "Deployment", { spec: { selector, template } }),
  sample(`${apps}/replicasets`, "ReplicaSet", { spec: { selector, template } }),
  sample(`${apps}/statefulsets`, "StatefulSet", { spec: { selector, template, serviceName: "it" } }),
  sample(`${batch}/cronjobs`, "CronJob", {
    spec: { schedule: "0 * * * *", jobTemplate: { spec: { template: jobTemplate } } },
  }),
  sample(`${batch}/jobs`, "Job", { spec: { template: jobTemplate } }),
  sample("/apis/coordination.orch.io/v1/namespaces/default/leases", "Lease", { spec: { holderIdentity: "me" } }),
];
