/** Steps of the run, one for each controller that workloads need. */
import { setTimeout as pause } from "node:timers/promises";
import type { WireClient, WireResponse } from "../support/wire-client.ts";

/** One step of the scenario, which throws if the controllers do not reach the expected state. */
export interface Step {
  readonly title: string;
  run(client: WireClient): Promise<void>;
}

const namespace = "real";
const core = `/api/v1/namespaces/${namespace}`;
const apps = `/apis/apps/v1/namespaces/${namespace}`;
const batch = `/apis/batch/v1/namespaces/${namespace}`;
const timeoutMs = 120_000;
const mergePatch = { "content-type": "application/merge-patch+json" };

async function create(client: WireClient, collection: string, kind: string, object: object): Promise<void> {
  const apiVersion = collection.startsWith("/api/v1") ? "v1" : collection.split("/").slice(2, 4).join("/");
  const { status, text } = await client.request(collection, { body: { kind, apiVersion, ...object } });
  if (status !== 201) throw new Error(`${kind} cannot be created: ${text}`);
}

async function change(client: WireClient, path: string, body: object): Promise<void> {
  const { status, text } = await client.request(path, { method: "PATCH", headers: mergePatch, body });
  if (status !== 200) throw new Error(`${path} cannot be changed: ${text}`);
}

async function remove(client: WireClient, path: string, propagationPolicy = "Background"): Promise<void> {
  const { status, text } = await client.request(path, { method: "DELETE", body: { propagationPolicy } });
  if (status !== 200 && status !== 202) throw new Error(`${path} cannot be deleted: ${text}`);
}

/** Repeats a GET until the response satisfies the condition. */
async function until(client: WireClient, path: string, isDone: (answer: WireResponse) => boolean): Promise<void> {
  const endMs = performance.now() + timeoutMs;
  for (;;) {
    const answer = await client.request(path);
    if (isDone(answer)) return;
    if (performance.now() > endMs) throw new Error(`${path} did not reach the expected state: ${answer.text}`);
    await pause(200);
  }
}

const isGone = ({ status }: WireResponse): boolean => status === 404;

function template(app: string, image = "web:1"): object {
  const resources = { requests: { cpu: "100m", memory: "64Mi" }, limits: { cpu: "200m", memory: "128Mi" } };
  const ports = [{ name: "http", containerPort: 80 }];
  return { metadata: { labels: { app } }, spec: { containers: [{ name: "main", image, resources, ports }] } };
}

function jobTemplate(): object {
  return {
    spec: {
      restartPolicy: "Never",
      containers: [{ name: "main", image: "job:1", resources: { requests: { cpu: "10m", memory: "8Mi" } } }],
    },
  };
}

const selector = (app: string): object => ({ matchLabels: { app } });

/** The steps, in order. */
export const scenario: readonly Step[] = [
  {
    title: "a namespace gets its ServiceAccount and its root certificate",
    async run(client) {
      await create(client, "/api/v1/namespaces", "Namespace", { metadata: { name: namespace } });
      await until(client, `${core}/serviceaccounts/default`, ({ status }) => status === 200);
      await until(client, `${core}/configmaps/kube-root-ca.crt`, ({ status }) => status === 200);
    },
  },
  {
    title: "a quota is counted",
    async run(client) {
      const hard = { pods: "100", "requests.cpu": "20", "count/configmaps": "50", services: "10" };
      await create(client, `${core}/resourcequotas`, "ResourceQuota", { metadata: { name: "quota" }, spec: { hard } });
      await until(client, `${core}/resourcequotas/quota`, ({ json }) => json.status?.used?.services === "0");
    },
  },
  {
    title: "a Deployment rolls out, scales, rolls over and back",
    async run(client) {
      const path = `${apps}/deployments/web`;
      await create(client, `${apps}/deployments`, "Deployment", {
        metadata: { name: "web" },
        spec: { replicas: 3, selector: selector("web"), template: template("web") },
      });
      const isComplete = (replicas: number) => (answer: WireResponse) => {
        const { metadata, status } = answer.json;
        const { observedGeneration, updatedReplicas, availableReplicas } = status ?? {};
        const counts = [updatedReplicas, availableReplicas, status?.replicas];
        return observedGeneration === metadata.generation && counts.every((count) => count === replicas);
      };
      await until(client, path, isComplete(3));
      await change(client, `${path}/scale`, { spec: { replicas: 5 } });
      await until(client, path, isComplete(5));
      for (const image of ["web:2", "web:1"]) {
        await change(client, path, { spec: { template: template("web", image) } });
        await until(client, path, isComplete(5));
      }
    },
  },
  {
    title: "a Service gets Endpoints and EndpointSlices",
    async run(client) {
      const ports = [{ name: "http", port: 80, targetPort: "http" }];
      await create(client, `${core}/services`, "Service", {
        metadata: { name: "web" },
        spec: { selector: { app: "web" }, ports },
      });
      const slices = `/apis/discovery.k8s.io/v1/namespaces/${namespace}/endpointslices?labelSelector=kubernetes.io/service-name=web`;
      await until(client, slices, ({ json }) => json.items[0]?.endpoints?.length === 5);
      await until(client, `${core}/endpoints/web`, ({ json }) => json.subsets?.[0]?.addresses?.length === 5);
      await create(client, `${core}/endpoints`, "Endpoints", {
        metadata: { name: "outside" },
        subsets: [{ addresses: [{ ip: "192.0.2.1" }], ports: [{ port: 80 }] }],
      });
      await create(client, `${core}/services`, "Service", {
        metadata: { name: "outside" },
        spec: { ports: [{ port: 80 }] },
      });
      const mirrored = slices.replace("=web", "=outside");
      await until(client, mirrored, ({ json }) => json.items.length === 1);
    },
  },
  {
    title: "a claim is bound to a volume",
    async run(client) {
      const amount = { storage: "1Gi" };
      const accessModes = ["ReadWriteOnce"];
      for (const name of ["volume-a", "volume-b", "volume-c"]) {
        const hostPath = { path: `/tmp/${name}` };
        const spec = {
          capacity: amount,
          accessModes,
          hostPath,
          storageClassName: "manual",
          persistentVolumeReclaimPolicy: "Retain",
        };
        await create(client, "/api/v1/persistentvolumes", "PersistentVolume", { metadata: { name }, spec });
      }
      await create(client, `${core}/persistentvolumeclaims`, "PersistentVolumeClaim", {
        metadata: { name: "claim" },
        spec: { accessModes, storageClassName: "manual", resources: { requests: amount } },
      });
      await until(client, `${core}/persistentvolumeclaims/claim`, ({ json }) => json.status?.phase === "Bound");
    },
  },
  {
    title: "a StatefulSet starts in order, with a claim for each Pod",
    async run(client) {
      await create(client, `${apps}/statefulsets`, "StatefulSet", {
        metadata: { name: "db" },
        spec: {
          replicas: 2,
          serviceName: "db",
          selector: selector("db"),
          template: template("db"),
          volumeClaimTemplates: [
            {
              metadata: { name: "data" },
              spec: {
                accessModes: ["ReadWriteOnce"],
                storageClassName: "manual",
                resources: { requests: { storage: "1Gi" } },
              },
            },
          ],
        },
      });
      await until(client, `${apps}/statefulsets/db`, ({ json }) => json.status?.readyReplicas === 2);
      await change(client, `${apps}/statefulsets/db/scale`, { spec: { replicas: 1 } });
      await until(client, `${apps}/statefulsets/db`, ({ json }) => json.status?.replicas === 1);
    },
  },
  {
    title: "a DaemonSet runs on every Node",
    async run(client) {
      await create(client, `${apps}/daemonsets`, "DaemonSet", {
        metadata: { name: "agent" },
        spec: { selector: selector("agent"), template: template("agent") },
      });
      await until(client, `${apps}/daemonsets/agent`, ({ json }) => json.status?.numberAvailable === 2);
      await change(client, `${apps}/daemonsets/agent`, {
        spec: { template: { metadata: { annotations: { changed: "yes" } } } },
      });
      await until(client, `${apps}/daemonsets/agent`, ({ json }) => {
        const { observedGeneration, updatedNumberScheduled, numberAvailable } = json.status ?? {};
        return observedGeneration === 2 && updatedNumberScheduled === 2 && numberAvailable === 2;
      });
    },
  },
  {
    title: "a Job completes, and is removed after its time",
    async run(client) {
      await create(client, `${batch}/jobs`, "Job", {
        metadata: { name: "work" },
        spec: { completions: 3, parallelism: 2, template: jobTemplate() },
      });
      await until(client, `${batch}/jobs/work`, ({ json }) => json.status?.succeeded === 3);
      await create(client, `${batch}/jobs`, "Job", {
        metadata: { name: "short" },
        spec: {
          completionMode: "Indexed",
          completions: 2,
          parallelism: 2,
          ttlSecondsAfterFinished: 1,
          template: jobTemplate(),
        },
      });
      await until(client, `${batch}/jobs/short`, isGone);
    },
  },
  {
    title: "a CronJob starts a Job",
    async run(client) {
      await create(client, `${batch}/cronjobs`, "CronJob", {
        metadata: { name: "tick" },
        spec: { schedule: "* * * * *", jobTemplate: { spec: { template: jobTemplate() } } },
      });
      await until(client, `${batch}/cronjobs/tick`, ({ json }) => json.status?.lastSuccessfulTime !== undefined);
      await remove(client, `${batch}/cronjobs/tick`);
    },
  },
  {
    title: "an autoscaler reports that it has no metrics",
    async run(client) {
      const path = `/apis/autoscaling/v2/namespaces/${namespace}/horizontalpodautoscalers`;
      await create(client, path, "HorizontalPodAutoscaler", {
        metadata: { name: "web" },
        spec: {
          scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
          minReplicas: 1,
          maxReplicas: 6,
        },
      });
      await until(client, `${path}/web`, ({ json }) => json.status?.conditions?.length >= 2);
      await remove(client, `${path}/web`);
    },
  },
  {
    title: "a disruption budget is counted, and an eviction obeys it",
    async run(client) {
      const path = `/apis/policy/v1/namespaces/${namespace}/poddisruptionbudgets`;
      await create(client, path, "PodDisruptionBudget", {
        metadata: { name: "web" },
        spec: { minAvailable: 4, selector: selector("web") },
      });
      await until(client, `${path}/web`, ({ json }) => json.status?.disruptionsAllowed === 1);
      const { json } = await client.request(`${core}/pods?labelSelector=app=web`);
      const { name } = json.items[0].metadata;
      await create(client, `${core}/pods/${name}/eviction`, "Eviction", {
        apiVersion: "policy/v1",
        metadata: { name, namespace },
      });
      await until(client, `${core}/pods/${name}`, isGone);
      await until(client, `${apps}/deployments/web`, (answer) => answer.json.status?.availableReplicas === 5);
    },
  },
  {
    title: "owned objects go with their owner, or stay as orphans",
    async run(client) {
      const spec = { replicas: 1, selector: selector("pair"), template: template("pair") };
      await create(client, `${apps}/deployments`, "Deployment", { metadata: { name: "pair" }, spec });
      await until(client, `${apps}/deployments/pair`, ({ json }) => json.status?.readyReplicas === 1);
      await remove(client, `${apps}/deployments/pair`, "Foreground");
      await until(client, `${apps}/deployments/pair`, isGone);
      await until(client, `${core}/pods?labelSelector=app=pair`, ({ json }) => json.items.length === 0);
      await create(client, `${apps}/replicasets`, "ReplicaSet", { metadata: { name: "pair" }, spec });
      await until(client, `${apps}/replicasets/pair`, ({ json }) => json.status?.readyReplicas === 1);
      await remove(client, `${apps}/replicasets/pair`, "Orphan");
      await until(client, `${apps}/replicasets/pair`, isGone);
      await until(client, `${core}/pods?labelSelector=app=pair`, ({ json }) => {
        return json.items.length === 1 && json.items[0].metadata.ownerReferences === undefined;
      });
    },
  },
  {
    title: "the namespace is deleted with all that is in it",
    async run(client) {
      await remove(client, `/api/v1/namespaces/${namespace}`);
      await until(client, `/api/v1/namespaces/${namespace}`, isGone);
    },
  },
];
