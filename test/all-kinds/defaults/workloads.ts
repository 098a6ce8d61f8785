/** Default values of kinds of `apps`, `batch`, `autoscaling` and `scheduling`. */
import type { DefaultsRow } from "./defaults-row.ts";

const labels = { app: "it" };
const selector = { matchLabels: labels };
const containers = [{ name: "app", image: "app:1" }];
const template = { metadata: { labels }, spec: { containers } };
const jobTemplate = { metadata: { labels }, spec: { containers, restartPolicy: "Never" } };
const claim = { metadata: { name: "data" }, spec: { accessModes: ["ReadWriteOnce"] } };
const resources = { requests: { storage: "1Gi" } };

/** Returns examples of the defaults of a Pod template. The table of Pods has all of them. */
function podsAt(path: string): Readonly<Record<string, unknown>> {
  return {
    [`${path}.dnsPolicy`]: "ClusterFirst",
    [`${path}.securityContext`]: {},
    [`${path}.terminationGracePeriodSeconds`]: 30,
    [`${path}.schedulerName`]: "default-scheduler",
    [`${path}.containers.0.imagePullPolicy`]: "IfNotPresent",
    [`${path}.containers.0.terminationMessagePath`]: "/dev/termination-log",
    [`${path}.containers.0.terminationMessagePolicy`]: "File",
  };
}

const apps: readonly DefaultsRow[] = [
  {
    versionAndKind: "apps/v1 Deployment",
    title: "fields that are always set",
    manifest: { spec: { selector, template } },
    expectedDefaults: {
      "spec.replicas": 1,
      "spec.strategy": { type: "RollingUpdate", rollingUpdate: { maxUnavailable: "25%", maxSurge: "25%" } },
      "spec.revisionHistoryLimit": 10,
      "spec.progressDeadlineSeconds": 600,
      ...podsAt("spec.template.spec"),
    },
  },
  {
    versionAndKind: "apps/v1 Deployment",
    title: "a Deployment with Recreate",
    manifest: { spec: { selector, template, strategy: { type: "Recreate" } } },
    expectedDefaults: { "spec.strategy.rollingUpdate": undefined, "spec.replicas": 1 },
  },
  {
    versionAndKind: "apps/v1 DaemonSet",
    title: "fields that are always set",
    manifest: { spec: { selector, template } },
    expectedDefaults: {
      "spec.updateStrategy": { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
      "spec.revisionHistoryLimit": 10,
      ...podsAt("spec.template.spec"),
    },
  },
  {
    versionAndKind: "apps/v1 StatefulSet",
    title: "fields that are always set",
    manifest: {
      spec: {
        selector,
        template,
        serviceName: "it",
        volumeClaimTemplates: [{ ...claim, spec: { ...claim.spec, resources } }],
      },
    },
    expectedDefaults: {
      "spec.podManagementPolicy": "OrderedReady",
      "spec.updateStrategy": { type: "RollingUpdate", rollingUpdate: { partition: 0, maxUnavailable: 1 } },
      "spec.persistentVolumeClaimRetentionPolicy": { whenDeleted: "Retain", whenScaled: "Retain" },
      "spec.replicas": 1,
      "spec.revisionHistoryLimit": 10,
      "spec.volumeClaimTemplates.0.spec.volumeMode": "Filesystem",
      "spec.volumeClaimTemplates.0.status.phase": "Pending",
      ...podsAt("spec.template.spec"),
    },
  },
  {
    versionAndKind: "apps/v1 StatefulSet",
    title: "a StatefulSet with update settings",
    manifest: { spec: { selector, template, serviceName: "it", updateStrategy: { type: "RollingUpdate" } } },
    expectedDefaults: { "spec.updateStrategy.rollingUpdate": undefined, "spec.replicas": 1 },
  },
  {
    versionAndKind: "apps/v1 ReplicaSet",
    title: "fields that are always set",
    manifest: { spec: { selector, template } },
    expectedDefaults: { "spec.replicas": 1, ...podsAt("spec.template.spec") },
  },
];

const failurePolicy = { rules: [{ action: "Count", onPodConditions: [{ type: "DisruptionTarget" }] }] };
const jobBase = {
  "spec.completionMode": "NonIndexed",
  "spec.suspend": false,
  "spec.manualSelector": false,
  "spec.parallelism": 1,
};

const batch: readonly DefaultsRow[] = [
  {
    versionAndKind: "batch/v1 Job",
    title: "fields that are always set",
    manifest: { spec: { template: jobTemplate } },
    expectedDefaults: {
      ...jobBase,
      "spec.completions": 1,
      "spec.backoffLimit": 6,
      "spec.podReplacementPolicy": "TerminatingOrFailed",
      "metadata.labels.app": "it",
      ...podsAt("spec.template.spec"),
    },
  },
  {
    versionAndKind: "batch/v1 Job",
    title: "a Job with parallelism",
    manifest: { spec: { parallelism: 2, template: jobTemplate } },
    expectedDefaults: { "spec.completions": undefined, "spec.backoffLimit": 6 },
  },
  {
    versionAndKind: "batch/v1 Job",
    title: "a Job with a podFailurePolicy",
    manifest: {
      spec: {
        completionMode: "Indexed",
        completions: 2,
        backoffLimitPerIndex: 1,
        podFailurePolicy: failurePolicy,
        template: jobTemplate,
      },
    },
    expectedDefaults: {
      "spec.parallelism": 1,
      "spec.backoffLimit": 2_147_483_647,
      "spec.podReplacementPolicy": "Failed",
      "spec.podFailurePolicy.rules.0.onPodConditions.0.status": "True",
    },
  },
  {
    versionAndKind: "batch/v1 CronJob",
    title: "fields that are always set",
    manifest: { spec: { schedule: "0 * * * *", jobTemplate: { spec: { template: jobTemplate } } } },
    expectedDefaults: {
      "spec.concurrencyPolicy": "Allow",
      "spec.suspend": false,
      "spec.successfulJobsHistoryLimit": 3,
      "spec.failedJobsHistoryLimit": 1,
      ...podsAt("spec.jobTemplate.spec.template.spec"),
    },
  },
];

const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: "it" };
const everyQuarterMinute = { periodSeconds: 15 };

const others: readonly DefaultsRow[] = [
  {
    versionAndKind: "v1 PodTemplate",
    title: "the Pod template",
    manifest: { template },
    expectedDefaults: podsAt("template.spec"),
  },
  {
    versionAndKind: "autoscaling/v1 HorizontalPodAutoscaler",
    title: "fields that are always set",
    manifest: { spec: { scaleTargetRef, maxReplicas: 3 } },
    expectedDefaults: { "spec.minReplicas": 1 },
  },
  {
    versionAndKind: "autoscaling/v2 HorizontalPodAutoscaler",
    title: "fields that are always set",
    manifest: { spec: { scaleTargetRef, maxReplicas: 3, behavior: {} } },
    expectedDefaults: {
      "spec.minReplicas": 1,
      "spec.metrics": [
        { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } } },
      ],
      "spec.behavior.scaleUp": {
        stabilizationWindowSeconds: 0,
        selectPolicy: "Max",
        policies: [
          { type: "Pods", value: 4, ...everyQuarterMinute },
          { type: "Percent", value: 100, ...everyQuarterMinute },
        ],
      },
      "spec.behavior.scaleDown": {
        selectPolicy: "Max",
        policies: [{ type: "Percent", value: 100, ...everyQuarterMinute }],
      },
    },
  },
  {
    versionAndKind: "scheduling.k8s.io/v1 PriorityClass",
    title: "fields that are always set",
    manifest: { value: 10 },
    expectedDefaults: { preemptionPolicy: "PreemptLowerPriority" },
  },
];

export const workloadDefaults: readonly DefaultsRow[] = [...apps, ...batch, ...others];
