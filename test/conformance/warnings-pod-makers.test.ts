/** Warnings for writes of objects with a Pod template. */
import { describe, expect, test } from "vitest";
import {
  app,
  fractional,
  hostName,
  labels,
  neverAgain,
  shop,
  showWarnings,
  warningServer,
} from "../support/warning-rows.ts";
import { warningsOf } from "../support/warnings.ts";
import { created, patch, put } from "../support/writes.ts";

const server = warningServer();
const gitVolume = { name: "source", gitRepo: { repository: "https://example.com/a.git" } };
const gitTemplate = { metadata: { labels }, spec: { containers: [app], volumes: [gitVolume] } };
const selector = { matchLabels: labels };
const oftenNamed = hostName("Pod names and hostnames");
const gitOf = (path: string): string => `${path}spec.volumes[0].gitRepo: deprecated in v1.11`;

describe("warnings about objects with a Pod template", () => {
  const isGit = [gitOf("spec.template.")];
  const once = { relabelled: neverAgain, changed: { by: { spec: { minReadySeconds: 5 } }, warnings: isGit } };
  const job = { template: { ...gitTemplate, spec: { ...gitTemplate.spec, restartPolicy: "Never" } } };
  const isHuge =
    "In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of indexes fail";
  const claim = {
    metadata: { name: "data" },
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1500m" } } },
  };
  const dotted = { name: "web.1" };

  showWarnings(server, [
    {
      ...once,
      ...dotted,
      title: "a Deployment gets warnings about its name and its template",
      collection: `/apis/apps/v1/${shop}/deployments`,
      object: { spec: { selector, template: gitTemplate } },
      warnings: [oftenNamed, ...isGit],
    },
    {
      title: "a Deployment with a long name gets a warning",
      name: "a".repeat(64),
      collection: `/apis/apps/v1/${shop}/deployments`,
      object: { spec: { selector, template: { metadata: { labels }, spec: { containers: [app] } } } },
      warnings: [oftenNamed.replace("must not contain dots", "must be no more than 63 characters")],
      relabelled: neverAgain,
    },
    {
      ...once,
      ...dotted,
      title: "a ReplicaSet gets warnings about its name and its template",
      collection: `/apis/apps/v1/${shop}/replicasets`,
      object: { spec: { selector, template: gitTemplate } },
      warnings: [oftenNamed, ...isGit],
    },
    {
      ...once,
      ...dotted,
      title: "a ReplicationController gets the warnings of its template",
      collection: `/api/v1/${shop}/replicationcontrollers`,
      object: { spec: { selector: labels, template: gitTemplate } },
      warnings: [oftenNamed, ...isGit],
    },
    {
      ...once,
      ...dotted,
      title: "a DaemonSet gets only the warnings of its template",
      collection: `/apis/apps/v1/${shop}/daemonsets`,
      object: { spec: { selector, template: gitTemplate } },
      warnings: isGit,
      changed: { by: { spec: { template: { spec: { hostNetwork: true } } } }, warnings: isGit },
    },
    {
      ...once,
      title: "a StatefulSet gets the warnings of its volume claims with every update",
      collection: `/apis/apps/v1/${shop}/statefulsets`,
      object: { spec: { serviceName: "web", selector, template: gitTemplate, volumeClaimTemplates: [claim] } },
      warnings: [...isGit, fractional("spec.volumeClaimTemplates[0].resources.requests[storage]", "1500m")],
      relabelled: [fractional("spec.volumeClaimTemplates[0].Spec.resources.requests[storage]", "1500m")],
      changed: {
        by: { spec: { minReadySeconds: 5 } },
        warnings: [...isGit, fractional("spec.volumeClaimTemplates[0].Spec.resources.requests[storage]", "1500m")],
      },
    },
    {
      title: "a PodTemplate gets the warnings of its template",
      collection: `/api/v1/${shop}/podtemplates`,
      object: { template: gitTemplate },
      warnings: [gitOf("template.")],
      relabelled: neverAgain,
      changed: { by: { template: { spec: { hostNetwork: true } } }, warnings: [gitOf("template.")] },
    },
    {
      title: "a Job with very many Pods gets a warning",
      collection: `/apis/batch/v1/${shop}/jobs`,
      object: { spec: { ...job, completionMode: "Indexed", completions: 100_001, parallelism: 10_001 } },
      warnings: [`spec: ${isHuge}`, ...isGit],
      relabelled: neverAgain,
      changed: { by: { spec: { backoffLimit: 2 } }, warnings: [`spec: ${isHuge}`, ...isGit] },
    },
    {
      ...dotted,
      title: "a Job gets the warnings of its template",
      collection: `/apis/batch/v1/${shop}/jobs`,
      object: { spec: job },
      warnings: [oftenNamed, ...isGit],
      relabelled: neverAgain,
    },
    {
      ...dotted,
      title: "a CronJob gets the warnings of its template",
      collection: `/apis/batch/v1/${shop}/cronjobs`,
      object: { spec: { schedule: "* * * * *", jobTemplate: { spec: job } } },
      warnings: [oftenNamed, gitOf("spec.jobTemplate.spec.template.")],
      relabelled: neverAgain,
      changed: { by: { spec: { suspend: true } }, warnings: [gitOf("spec.jobTemplate.spec.template.")] },
    },
    {
      title: "a template with a negative grace period gets a warning",
      collection: `/apis/apps/v1/${shop}/replicasets`,
      object: {
        spec: {
          selector,
          template: { metadata: { labels }, spec: { containers: [app], terminationGracePeriodSeconds: -1 } },
        },
      },
      warnings: [
        "spec.template.spec.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1",
      ],
      relabelled: neverAgain,
    },
    {
      title: "a template with deprecated AppArmor annotations gets warnings",
      collection: `/apis/apps/v1/${shop}/replicasets`,
      object: {
        spec: {
          selector,
          template: {
            metadata: {
              labels,
              annotations: {
                "container.apparmor.security.beta.kubernetes.io/app": "runtime/default",
                "seccomp.security.alpha.kubernetes.io/pod": "runtime/default",
              },
            },
            spec: { containers: [app] },
          },
        },
      },
      warnings: [
        'spec.template.metadata.annotations[seccomp.security.alpha.kubernetes.io/pod]: non-functional in v1.27+; use the "seccompProfile" field instead',
        'spec.template.metadata.annotations[container.apparmor.security.beta.kubernetes.io/app]: deprecated since v1.30; use the "appArmorProfile" field instead',
      ],
      relabelled: neverAgain,
    },
  ]);

  test("a write of the scale returns the warnings of the object, but a status write does not", async () => {
    const { client } = server();
    const deployments = `/apis/apps/v1/${shop}/deployments`;
    await created(client, deployments, { metadata: { name: "scaled" }, spec: { selector, template: gitTemplate } });
    const scaled = await patch(client, `${deployments}/scaled/scale`, "merge", { spec: { replicas: 2 } });
    expect([scaled.status, warningsOf(scaled)]).toEqual([200, [gitOf("spec.template.")]]);
    const nodes = "/api/v1/nodes";
    const spec = { externalID: "i-1" };
    await created(client, nodes, { metadata: { name: "n" }, spec });
    const reported = await patch(client, `${nodes}/n/status`, "merge", { status: { phase: "Running" } });
    expect([reported.status, warningsOf(reported)]).toEqual([200, []]);
  });

  test("an update of a ReplicationController returns the warnings of its old template", async () => {
    const { client } = server();
    const controllers = `/api/v1/${shop}/replicationcontrollers`;
    const fine = { metadata: { labels }, spec: { containers: [app] } };
    const made = await created(client, controllers, {
      metadata: { name: "turned" },
      spec: { selector: labels, template: fine },
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
