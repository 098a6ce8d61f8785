/** Typed objects of `apps`, `batch`, `autoscaling`, `policy` and `scheduling`. */
import type {
  ApiObject,
  ControllerRevision,
  CronJob,
  DaemonSet,
  Deployment,
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerV1,
  Job,
  PodDisruptionBudget,
  PodTemplateSpec,
  PriorityClass,
  ReplicaSet,
  StatefulSet,
} from "../../../src/api/index.ts";
import { sample } from "./sample.ts";

const labels = { app: "web" };
const selector = { matchLabels: labels };
const containers = [{ name: "web", image: "web:1" }];
const template: PodTemplateSpec = { metadata: { labels }, spec: { containers } };
const run: PodTemplateSpec = { spec: { containers, restartPolicy: "OnFailure" } };
const scaleTargetRef = { kind: "Deployment", apiVersion: "apps/v1", name: "web" };

export const workloadSamples: readonly ApiObject[] = [
  sample<ControllerRevision>({
    kind: "ControllerRevision",
    apiVersion: "apps/v1",
    metadata: { name: "web-1" },
    data: { spec: { replicas: 1 } },
    revision: 1,
  }),
  sample<DaemonSet>({
    kind: "DaemonSet",
    apiVersion: "apps/v1",
    metadata: { name: "web" },
    spec: { selector, template, updateStrategy: { type: "OnDelete" }, minReadySeconds: 3 },
  }),
  sample<Deployment>({
    kind: "Deployment",
    apiVersion: "apps/v1",
    metadata: { name: "web" },
    spec: {
      replicas: 3,
      selector,
      template,
      strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: "25%", maxSurge: 1 } },
      paused: true,
    },
  }),
  sample<ReplicaSet>({
    kind: "ReplicaSet",
    apiVersion: "apps/v1",
    metadata: { name: "web" },
    spec: { replicas: 3, selector: { matchExpressions: [{ key: "app", operator: "In", values: ["web"] }] }, template },
  }),
  sample<StatefulSet>({
    kind: "StatefulSet",
    apiVersion: "apps/v1",
    metadata: { name: "web" },
    spec: {
      serviceName: "web",
      selector,
      template,
      ordinals: { start: 2 },
      volumeClaimTemplates: [
        {
          kind: "PersistentVolumeClaim",
          apiVersion: "v1",
          metadata: { name: "data" },
          spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
        },
      ],
    },
  }),
  sample<HorizontalPodAutoscaler>({
    kind: "HorizontalPodAutoscaler",
    apiVersion: "autoscaling/v2",
    metadata: { name: "web" },
    spec: {
      scaleTargetRef,
      minReplicas: 2,
      maxReplicas: 9,
      metrics: [
        { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 60 } } },
      ],
      behavior: { scaleDown: { policies: [{ type: "Pods", value: 1, periodSeconds: 60 }] } },
    },
  }),
  sample<HorizontalPodAutoscalerV1>({
    kind: "HorizontalPodAutoscaler",
    apiVersion: "autoscaling/v1",
    metadata: { name: "of-v1" },
    spec: { scaleTargetRef, maxReplicas: 9, targetCPUUtilizationPercentage: 60 },
  }),
  sample<CronJob>({
    kind: "CronJob",
    apiVersion: "batch/v1",
    metadata: { name: "report" },
    spec: {
      schedule: "30 2 * * *",
      timeZone: "Europe/Lisbon",
      concurrencyPolicy: "Forbid",
      jobTemplate: { metadata: { labels }, spec: { template: run } },
    },
  }),
  sample<Job>({
    kind: "Job",
    apiVersion: "batch/v1",
    metadata: { name: "reindex" },
    spec: { completions: 4, parallelism: 2, completionMode: "Indexed", template: run },
  }),
  sample<PodDisruptionBudget>({
    kind: "PodDisruptionBudget",
    apiVersion: "policy/v1",
    metadata: { name: "web" },
    spec: { selector, maxUnavailable: "25%", unhealthyPodEvictionPolicy: "AlwaysAllow" },
  }),
  sample<PriorityClass>({
    kind: "PriorityClass",
    apiVersion: "scheduling.k8s.io/v1",
    metadata: { name: "urgent" },
    value: 1000,
    description: "For what people wait for.",
    preemptionPolicy: "Never",
  }),
];
