/** Default values of kinds of `apps`, `batch`, `autoscaling` and `scheduling`. */
import type { Defaulted } from "./defaulted.ts";

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

const apps: readonly Defaulted[] = [
  {
    of: "apps/v1 Deployment",
    what: "fields that are always set",
    sent: { spec: { selector, template } },
    given: {
      "spec.replicas": 1,
      "spec.strategy": { type: "RollingUpdate", rollingUpdate: { maxUnavailable: "25%", maxSurge: "25%" } },
      "spec.revisionHistoryLimit": 10,
      "spec.progressDeadlineSeconds": 600,
      ...podsAt("spec.template.spec"),
    },
  },
  {
    of: "apps/v1 Deployment",
    what: "a Deployment with Recreate",
    sent: { spec: { selector, template, strategy: { type: "Recreate" } } },
    given: { "spec.strategy.rollingUpdate": undefined, "spec.replicas": 1 },
  },
  {
    of: "apps/v1 DaemonSet",
    what: "fields that are always set",
    sent: { spec: { selector, template } },
    given: {
      "spec.updateStrategy": { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
      "spec.revisionHistoryLimit": 10,
      ...podsAt("spec.template.spec"),
    },
  },
  {
    of: "apps/v1 StatefulSet",
    what: "fields that are always set",
    sent: {
      spec: {
        selector,
        template,
        serviceName: "it",
        volumeClaimTemplates: [{ ...claim, spec: { ...claim.spec, resources } }],
      },
    },
    given: {
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
    of: "apps/v1 StatefulSet",
    what: "a StatefulSet with update settings",
    sent: { spec: { selector, template, serviceName: "it", updateStrategy: { type: "RollingUpdate" } } },
    given: { "spec.updateStrategy.rollingUpdate": undefined, "spec.replicas": 1 },
  },
  {
    of: "apps/v1 ReplicaSet",
    what: "fields that are always set",
    sent: { spec: { selector, template } },
    given: { "spec.replicas": 1, ...podsAt("spec.template.spec") },
  },
];

const failurePolicy = { rules: [{ action: "Count", onPodConditions: [{ type: "DisruptionTarget" }] }] };
const jobBase = {
  "spec.completionMode": "NonIndexed",
  "spec.suspend": false,
  "spec.manualSelector": false,
  "spec.parallelism": 1,
};

const batch: readonly Defaulted[] = [
  {
    of: "batch/v1 Job",
    what: "fields that are always set",
    sent: { spec: { template: jobTemplate } },
    given: {
      ...jobBase,
      "spec.completions": 1,
      "spec.backoffLimit": 6,
      "spec.podReplacementPolicy": "TerminatingOrFailed",
      "metadata.labels.app": "it",
      ...podsAt("spec.template.spec"),
    },
  },
  {
    of: "batch/v1 Job",
    what: "a Job with parallelism",
    sent: { spec: { parallelism: 2, template: jobTemplate } },
    given: { "spec.completions": undefined, "spec.backoffLimit": 6 },
  },
  {
    of: "batch/v1 Job",
    what: "a Job with a podFailurePolicy",
    sent: {
      spec: {
        completionMode: "Indexed",
        completions: 2,
        backoffLimitPerIndex: 1,
        podFailurePolicy: failurePolicy,
        template: jobTemplate,
      },
    },
    given: {
      "spec.parallelism": 1,
      "spec.backoffLimit": 2_147_483_647,
      "spec.podReplacementPolicy": "Failed",
      "spec.podFailurePolicy.rules.0.onPodConditions.0.status": "True",
    },
  },
  {
    of: "batch/v1 CronJob",
    what: "fields that are always set",
    sent: { spec: { schedule: "0 * * * *", jobTemplate: { spec: { template: jobTemplate } } } },
    given: {
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

const others: readonly Defaulted[] = [
  { of: "v1 PodTemplate", what: "the Pod template", sent: { template }, given: podsAt("template.spec") },
  {
    of: "autoscaling/v1 HorizontalPodAutoscaler",
    what: "fields that are always set",
    sent: { spec: { scaleTargetRef, maxReplicas: 3 } },
    given: { "spec.minReplicas": 1 },
  },
  {
    of: "autoscaling/v2 HorizontalPodAutoscaler",
    what: "fields that are always set",
    sent: { spec: { scaleTargetRef, maxReplicas: 3, behavior: {} } },
    given: {
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
    of: "scheduling.k8s.io/v1 PriorityClass",
    what: "fields that are always set",
    sent: { value: 10 },
    given: { preemptionPolicy: "PreemptLowerPriority" },
  },
];

export const workloadDefaults: readonly Defaulted[] = [...apps, ...batch, ...others];
