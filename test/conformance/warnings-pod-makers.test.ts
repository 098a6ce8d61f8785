/** Warnings for writes of objects with a Pod template. */
import { describe, expect, test } from "vitest";
import {
  appContainer,
  fractionalBytesWarning,
  hostNameWarning,
  noWarnings,
  shopPath,
  testWarnings,
  warningServer,
  webLabels,
} from "../support/warning-rows.ts";
import { warningsOf } from "../support/warnings.ts";
import { createObject, patch, put } from "../support/writes.ts";

const server = warningServer();
const gitVolume = { name: "source", gitRepo: { repository: "https://example.com/a.git" } };
const gitTemplate = { metadata: { labels: webLabels }, spec: { containers: [appContainer], volumes: [gitVolume] } };
const selector = { matchLabels: webLabels };
const podNameWarning = hostNameWarning("Pod names and hostnames");
const gitOf = (path: string): string => `${path}spec.volumes[0].gitRepo: deprecated in v1.11`;

describe("warnings about objects with a Pod template", () => {
  const isGit = [gitOf("spec.template.")];
  const once = {
    warningsOnRelabel: noWarnings,
    otherChange: { mergePatch: { spec: { minReadySeconds: 5 } }, warnings: isGit },
  };
  const job = { template: { ...gitTemplate, spec: { ...gitTemplate.spec, restartPolicy: "Never" } } };
  const isHuge =
    "In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of indexes fail";
  const claim = {
    metadata: { name: "data" },
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1500m" } } },
  };
  const dotted = { name: "web.1" };

  testWarnings(server, [
    {
      ...once,
      ...dotted,
      title: "a Deployment gets warnings about its name and its template",
      collection: `/apis/apps/v1/${shopPath}/deployments`,
      object: { spec: { selector, template: gitTemplate } },
      warnings: [podNameWarning, ...isGit],
    },
    {
      title: "a Deployment with a long name gets a warning",
      name: "a".repeat(64),
      collection: `/apis/apps/v1/${shopPath}/deployments`,
      object: {
        spec: { selector, template: { metadata: { labels: webLabels }, spec: { containers: [appContainer] } } },
      },
      warnings: [podNameWarning.replace("must not contain dots", "must be no more than 63 characters")],
      warningsOnRelabel: noWarnings,
    },
    {
      ...once,
      ...dotted,
      title: "a ReplicaSet gets warnings about its name and its template",
      collection: `/apis/apps/v1/${shopPath}/replicasets`,
      object: { spec: { selector, template: gitTemplate } },
      warnings: [podNameWarning, ...isGit],
    },
    {
      ...once,
      ...dotted,
      title: "a ReplicationController gets the warnings of its template",
      collection: `/api/v1/${shopPath}/replicationcontrollers`,
      object: { spec: { selector: webLabels, template: gitTemplate } },
      warnings: [podNameWarning, ...isGit],
    },
    {
      ...once,
      ...dotted,
      title: "a DaemonSet gets only the warnings of its template",
      collection: `/apis/apps/v1/${shopPath}/daemonsets`,
      object: { spec: { selector, template: gitTemplate } },
      warnings: isGit,
      otherChange: { mergePatch: { spec: { template: { spec: { hostNetwork: true } } } }, warnings: isGit },
    },
    {
      ...once,
      title: "a StatefulSet gets the warnings of its volume claims with every update",
      collection: `/apis/apps/v1/${shopPath}/statefulsets`,
      object: { spec: { serviceName: "web", selector, template: gitTemplate, volumeClaimTemplates: [claim] } },
      warnings: [...isGit, fractionalBytesWarning("spec.volumeClaimTemplates[0].resources.requests[storage]", "1500m")],
      warningsOnRelabel: [
        fractionalBytesWarning("spec.volumeClaimTemplates[0].Spec.resources.requests[storage]", "1500m"),
      ],
      otherChange: {
        mergePatch: { spec: { minReadySeconds: 5 } },
        warnings: [
          ...isGit,
          fractionalBytesWarning("spec.volumeClaimTemplates[0].Spec.resources.requests[storage]", "1500m"),
        ],
      },
    },
    {
      title: "a PodTemplate gets the warnings of its template",
      collection: `/api/v1/${shopPath}/podtemplates`,
      object: { template: gitTemplate },
      warnings: [gitOf("template.")],
      warningsOnRelabel: noWarnings,
      otherChange: { mergePatch: { template: { spec: { hostNetwork: true } } }, warnings: [gitOf("template.")] },
    },
    {
      title: "a Job with very many Pods gets a warning",
      collection: `/apis/batch/v1/${shopPath}/jobs`,
      object: { spec: { ...job, completionMode: "Indexed", completions: 100_001, parallelism: 10_001 } },
      warnings: [`spec: ${isHuge}`, ...isGit],
      warningsOnRelabel: noWarnings,
      otherChange: { mergePatch: { spec: { backoffLimit: 2 } }, warnings: [`spec: ${isHuge}`, ...isGit] },
    },
    {
      ...dotted,
      title: "a Job gets the warnings of its template",
      collection: `/apis/batch/v1/${shopPath}/jobs`,
      object: { spec: job },
      warnings: [podNameWarning, ...isGit],
      warningsOnRelabel: noWarnings,
    },
    {
      ...dotted,
      title: "a CronJob gets the warnings of its template",
      collection: `/apis/batch/v1/${shopPath}/cronjobs`,
      object: { spec: { schedule: "* * * * *", jobTemplate: { spec: job } } },
      warnings: [podNameWarning, gitOf("spec.jobTemplate.spec.template.")],
      warningsOnRelabel: noWarnings,
      otherChange: { mergePatch: { spec: { suspend: true } }, warnings: [gitOf("spec.jobTemplate.spec.template.")] },
    },
    {
      title: "a template with a negative grace period gets a warning",
      collection: `/apis/apps/v1/${shopPath}/replicasets`,
      object: {
        spec: {
          selector,
          template: {
            metadata: { labels: webLabels },
            spec: { containers: [appContainer], terminationGracePeriodSeconds: -1 },
          },
        },
      },
      warnings: [
        "spec.template.spec.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1",
      ],
      warningsOnRelabel: noWarnings,
    },
    {
      title: "a template with deprecated AppArmor annotations gets warnings",
      collection: `/apis/apps/v1/${shopPath}/replicasets`,
      object: {
        spec: {
          selector,
          template: {
            metadata: {
              labels: webLabels,
              annotations: {
                "container.apparmor.security.beta.kubernetes.io/app": "runtime/default",
                "seccomp.security.alpha.kubernetes.io/pod": "runtime/default",
              },
            },
            spec: { containers: [appContainer] },
          },
        },
      },
      warnings: [
        'spec.template.metadata.annotations[seccomp.security.alpha.kubernetes.io/pod]: non-functional in v1.27+; use the "seccompProfile" field instead',
        'spec.template.metadata.annotations[container.apparmor.security.beta.kubernetes.io/app]: deprecated since v1.30; use the "appArmorProfile" field instead',
      ],
      warningsOnRelabel: noWarnings,
    },
  ]);

  test("a write of the scale returns the warnings of the object, but a status write does not", async () => {
    const { client } = server();
    const deployments = `/apis/apps/v1/${shopPath}/deployments`;
    await createObject(client, deployments, {
      metadata: { name: "scaled" },
      spec: { selector, template: gitTemplate },
    });
    const scaled = await patch(client, `${deployments}/scaled/scale`, "merge", { spec: { replicas: 2 } });
    expect([scaled.status, warningsOf(scaled)]).toEqual([200, [gitOf("spec.template.")]]);
    const nodes = "/api/v1/nodes";
    const spec = { externalID: "i-1" };
    await createObject(client, nodes, { metadata: { name: "n" }, spec });
    const reported = await patch(client, `${nodes}/n/status`, "merge", { status: { phase: "Running" } });
    expect([reported.status, warningsOf(reported)]).toEqual([200, []]);
  });

  test("an update of a ReplicationController returns the warnings of its old template", async () => {
    const { client } = server();
    const controllers = `/api/v1/${shopPath}/replicationcontrollers`;
    const fine = { metadata: { labels: webLabels }, spec: { containers: [appContainer] } };
    const made = await createObject(client, controllers, {
      metadata: { name: "turned" },
      spec: { selector: webLabels, template: fine },
    });
    const worse = await put(client, `${controllers}/turned`, {
      ...made,
      metadata: { name: "turned" },
      spec: { ...made.spec, template: gitTemplate },
    });
    expect([worse.status, warningsOf(worse)]).toEqual([200, []]);
    const better = await put(client, `${controllers}/turned`, { ...made, metadata: { name: "turned" } });
    expect([better.status, warningsOf(better)]).toEqual([200, [gitOf("spec.template.")]]);
  });
});
