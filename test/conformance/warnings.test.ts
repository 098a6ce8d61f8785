/** Warning headers: what the release warns of, kind by kind, and the versions that are on their way out. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ClientAuthority } from "../support/client-authority.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { warningsOf } from "../support/warnings.ts";
import type { WireResponse } from "../support/wire-client.ts";
import { created, patch, put, remove } from "../support/writes.ts";

const shop = "namespaces/shop";
const deprecatedGroups = [
  "admissionregistration.k8s.io/v1beta1",
  "authentication.k8s.io/v1beta1",
  "storage.k8s.io/v1alpha1",
  "storage.k8s.io/v1beta1",
].map((version) => `${version}=true`);

let running: TestServer;

beforeAll(async () => {
  const flags = ["--vocabulary=kubernetes", `--runtime-config=${deprecatedGroups.join(",")}`];
  running = await startTestServer({ flags });
  await created(running.client, "/api/v1/namespaces", { metadata: { name: "shop" } });
});

afterAll(async () => {
  await running[Symbol.asyncDispose]();
});

interface Row {
  readonly title: string;
  readonly collection: string;
  /** Default: one that fits every kind. */
  readonly name?: string;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly object: object;
  /** Of a create. */
  readonly warnings: readonly string[];
  /** Of an update that changes a label only. Default: the same. */
  readonly relabelled?: readonly string[];
  /** A merge patch that changes what the object is about, and what is warned of then. */
  readonly changed?: { readonly by: object; readonly warnings: readonly string[] };
}

const app = { name: "app", image: "app:1" };
const gitVolume = { name: "source", gitRepo: { repository: "https://example.com/a.git" } };
const labels = { app: "web" };
const gitTemplate = { metadata: { labels }, spec: { containers: [app], volumes: [gitVolume] } };
const selector = { matchLabels: labels };
const neverAgain: readonly string[] = [];

const hostName = (what: string): string =>
  `metadata.name: this is used in ${what}, which can result in surprising behavior; a DNS label is recommended: [must not contain dots]`;
const oftenNamed = hostName("Pod names and hostnames");
const gitOf = (path: string): string => `${path}spec.volumes[0].gitRepo: deprecated in v1.11`;
const fractional = (path: string, amount: string): string =>
  `${path}: fractional byte value "${amount}" is invalid, must be an integer`;

function show(rows: readonly Row[]): void {
  test.each(rows.map((row, index) => ({ ...row, name: row.name ?? `it-${index}` })))("$title", async (row) => {
    const { collection, name, annotations = {}, object, warnings, relabelled = warnings, changed } = row;
    const { client } = running;
    const body = { metadata: { name, annotations }, ...object };
    const dry = await client.request(`${collection}?dryRun=All`, { body });
    expect([dry.status, warningsOf(dry)], dry.text).toEqual([201, warnings]);
    const made = await client.request(collection, { body });
    expect([made.status, warningsOf(made)], made.text).toEqual([201, warnings]);

    const path = `${collection}/${name}`;
    const again = made.json;
    const updated = await put(client, path, { ...again, metadata: { ...again.metadata, labels: { seen: "yes" } } });
    expect([updated.status, warningsOf(updated)], updated.text).toEqual([200, relabelled]);
    const patched = await patch(client, path, "merge", { metadata: { labels: { seen: "twice" } } });
    expect([patched.status, warningsOf(patched)], patched.text).toEqual([200, relabelled]);
    if (changed) {
      const tried = await patch(client, `${path}?dryRun=All`, "merge", changed.by);
      expect([tried.status, warningsOf(tried)], tried.text).toEqual([200, changed.warnings]);
      const done = await patch(client, path, "merge", changed.by);
      expect([done.status, warningsOf(done)], done.text).toEqual([200, changed.warnings]);
    }
    expect(warningsOf(await client.request(path))).toEqual([]);
    expect(warningsOf(await remove(client, path, { propagationPolicy: "Background" }))).toEqual([]);
  });
}

/** A Pod is never warned of again. */
function pod(title: string, spec: object, warnings: readonly string[], more: Partial<Row> = {}): Row {
  const object = { spec: { containers: [app], ...spec } };
  return { title, collection: `/api/v1/${shop}/pods`, object, warnings, relabelled: neverAgain, ...more };
}

describe("a Pod", () => {
  const annotation = (key: string, what: string): string => `metadata.annotations[${key}]: ${what}`;
  const old = (version: string, field: string): string =>
    `non-functional in ${version}+; use the "${field}" field instead`;
  const seccomp = old("v1.27", "seccompProfile");
  const appArmor = 'deprecated since v1.30; use the "appArmorProfile" field instead';
  const term = { topologyKey: "zone" };
  const noSelector = "a null labelSelector results in matching no pod";
  const betaOs = 'deprecated since v1.14; use "kubernetes.io/os" instead';
  const values = (path: string, key: string): string => `${path}: ${key} is ${betaOs}`;
  const expression = { key: "beta.kubernetes.io/os", operator: "Exists" };
  const file = (key: string, path: string): object => ({ key, path });
  const needs = "spec.affinity.nodeAffinity";

  show([
    pod("that is fine", {}, []),
    pod("by a name that is no host name", {}, [hostName("the Pod's hostname")], { name: "web.1" }),
    pod("that selects nodes by labels of old", { nodeSelector: { "beta.kubernetes.io/os": "linux" } }, [
      `spec.nodeSelector[beta.kubernetes.io/os]: ${betaOs}`,
    ]),
    pod(
      "that wants or prefers nodes by labels of old",
      {
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [{ matchExpressions: [expression] }],
            },
            preferredDuringSchedulingIgnoredDuringExecution: [
              { weight: 1, preference: { matchExpressions: [expression] } },
            ],
          },
        },
      },
      [
        values(
          `${needs}.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].key`,
          "beta.kubernetes.io/os",
        ),
        values(
          `${needs}.preferredDuringSchedulingIgnoredDuringExecution[0].preference.matchExpressions[0].key`,
          "beta.kubernetes.io/os",
        ),
      ],
    ),
    pod(
      "that is spread by a label of old, and over no Pods",
      {
        topologySpreadConstraints: [
          { maxSkew: 1, topologyKey: "beta.kubernetes.io/os", whenUnsatisfiable: "DoNotSchedule" },
        ],
      },
      [
        values("spec.topologySpreadConstraints[0].topologyKey", "beta.kubernetes.io/os"),
        `spec.topologySpreadConstraints[0].labelSelector: ${noSelector}`,
      ],
    ),
    pod(
      "with annotations that do nothing any more",
      {},
      [
        annotation("scheduler.alpha.kubernetes.io/critical-pod", old("v1.16", "priorityClassName")),
        annotation("security.alpha.kubernetes.io/sysctls", old("v1.11", "sysctls")),
        annotation("security.alpha.kubernetes.io/unsafe-sysctls", old("v1.11", "sysctls")),
        annotation("seccomp.security.alpha.kubernetes.io/pod", seccomp),
        annotation("container.seccomp.security.alpha.kubernetes.io/app", seccomp),
      ],
      {
        annotations: {
          "container.seccomp.security.alpha.kubernetes.io/app": "unconfined",
          "scheduler.alpha.kubernetes.io/critical-pod": "",
          "seccomp.security.alpha.kubernetes.io/pod": "runtime/default",
          "security.alpha.kubernetes.io/sysctls": "a=b",
          "security.alpha.kubernetes.io/unsafe-sysctls": "a=b",
        },
      },
    ),
    pod(
      "with annotations that say what the fields say",
      {
        securityContext: { seccompProfile: { type: "RuntimeDefault" }, appArmorProfile: { type: "RuntimeDefault" } },
        containers: [{ ...app, securityContext: { seccompProfile: { type: "Unconfined" } } }],
      },
      [],
      {
        annotations: {
          "container.apparmor.security.beta.kubernetes.io/app": "runtime/default",
          "container.seccomp.security.alpha.kubernetes.io/app": "unconfined",
          "seccomp.security.alpha.kubernetes.io/pod": "runtime/default",
        },
      },
    ),
    pod(
      "with an AppArmor profile that is only annotated",
      {},
      [annotation("container.apparmor.security.beta.kubernetes.io/app", appArmor)],
      { annotations: { "container.apparmor.security.beta.kubernetes.io/app": "localhost/mine" } },
    ),
    pod(
      "with volumes of plugins that are gone",
      {
        volumes: [
          { name: "a", photonPersistentDisk: { pdID: "1" } },
          gitVolume,
          { name: "c", scaleIO: { gateway: "g", system: "s", secretRef: { name: "s" }, volumeName: "v" } },
          { name: "d", flocker: { datasetName: "d" } },
          { name: "e", storageos: { volumeName: "v" } },
          { name: "f", quobyte: { registry: "r:1", volume: "v" } },
          { name: "g", glusterfs: { endpoints: "e", path: "p" } },
          { name: "h", cephfs: { monitors: ["m"] } },
          { name: "i", rbd: { monitors: ["m"], image: "i" } },
        ],
      },
      [
        "spec.volumes[0].photonPersistentDisk: deprecated in v1.11, non-functional in v1.16+",
        "spec.volumes[1].gitRepo: deprecated in v1.11",
        "spec.volumes[2].scaleIO: deprecated in v1.16, non-functional in v1.22+",
        "spec.volumes[3].flocker: deprecated in v1.22, non-functional in v1.25+",
        "spec.volumes[4].storageOS: deprecated in v1.22, non-functional in v1.25+",
        "spec.volumes[5].quobyte: deprecated in v1.22, non-functional in v1.25+",
        "spec.volumes[6].glusterfs: deprecated in v1.25, non-functional in v1.26+",
        "spec.volumes[7].cephfs: deprecated in v1.28, non-functional in v1.31+",
        "spec.volumes[8].rbd: deprecated in v1.28, non-functional in v1.31+",
      ],
    ),
    pod(
      "with a volume claim for a fraction of a byte",
      {
        volumes: [
          {
            name: "data",
            ephemeral: {
              volumeClaimTemplate: {
                spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1500m" } } },
              },
            },
          },
        ],
      },
      [fractional("spec.volumes[0].ephemeral.volumeClaimTemplate.spec.resources.requests[storage]", "1500m")],
    ),
    pod(
      "with files of a volume that are in each other's way",
      {
        volumes: [
          { name: "a", configMap: { name: "m", items: [file("1", "x"), file("2", "x/y"), file("3", "xy")] } },
          { name: "b", secret: { secretName: "s", items: [file("1", "x"), file("2", "x")] } },
          {
            name: "c",
            downwardAPI: {
              items: [
                { path: "d/e", fieldRef: { fieldPath: "metadata.name" } },
                { path: "d", fieldRef: { fieldPath: "metadata.name" } },
              ],
            },
          },
          { name: "d", configMap: { name: "m", items: [file("1", "x"), file("2", "y")] } },
        ],
      },
      [
        'volume "a" (ConfigMap "m"): overlapping paths: "x/y" with "x"',
        'volume "b" (Secret "s"): overlapping paths: "x" with "x"',
        'volume "c" (DownwardAPI): overlapping paths: "d" with "d/e"',
      ],
    ),
    pod(
      "with files of several sources that are in each other's way",
      {
        serviceAccountName: "default",
        volumes: [
          {
            name: "all",
            projected: {
              sources: [
                { configMap: { name: "m", items: [file("1", "token")] } },
                { secret: { name: "s", items: [file("1", "token/x")] } },
                { secret: { name: "whole" } },
                { serviceAccountToken: { path: "token" } },
                { downwardAPI: { items: [{ path: "name", fieldRef: { fieldPath: "metadata.name" } }] } },
              ],
            },
          },
        ],
      },
      [
        'volume "all" (Projected): overlapping paths: "token/x" (Secret "s") with "token" (ConfigMap "m")',
        'volume "all" (Projected): overlapping paths: "token" (ServiceAccountToken) with "token" (ConfigMap "m")',
        'volume "all" (Projected): overlapping paths: "token" (ServiceAccountToken) with "token/x" (Secret "s")',
      ],
    ),
    pod("with a source of files that is none", { volumes: [{ name: "all", projected: { sources: [{}] } }] }, [
      'volume "all" (Projected) has no sources provided',
    ]),
    pod(
      "with hosts and secrets that stand there twice, or have no name",
      {
        hostAliases: [
          { ip: "10.0.0.1", hostnames: ["a"] },
          { ip: "10.0.0.1", hostnames: ["b"] },
        ],
        imagePullSecrets: [{ name: "s" }, { name: "s" }, { name: "" }],
      },
      [
        'spec.hostAliases[1].ip: duplicate ip "10.0.0.1"',
        'spec.imagePullSecrets[1].name: duplicate name "s"',
        'spec.imagePullSecrets[2].name: invalid empty name ""',
      ],
    ),
    pod(
      "with amounts that are fractions of a byte",
      {
        containers: [
          {
            ...app,
            resources: {
              limits: { memory: "2.5", "ephemeral-storage": "2500m" },
              requests: { memory: "1500m", "ephemeral-storage": "1500m", cpu: "1500m" },
            },
          },
        ],
      },
      [
        fractional("spec.containers[0].resources.limits[memory]", "2500m"),
        fractional("spec.containers[0].resources.requests[memory]", "1500m"),
        fractional("spec.containers[0].resources.limits[ephemeral-storage]", "2500m"),
        fractional("spec.containers[0].resources.requests[ephemeral-storage]", "1500m"),
      ],
    ),
    pod(
      "with variables that hide others",
      {
        containers: [
          {
            ...app,
            env: [
              { name: "A", value: "1" },
              { name: "A", value: "2" },
              { name: "A", value: "$(A)3" },
              { name: "A", value: "$(A)" },
              { name: "A", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } },
            ],
          },
        ],
      },
      [1, 3, 4].map(
        (index) =>
          `spec.containers[0].env[${index}]: hides previous definition of "A", which may be dropped when using apply`,
      ),
    ),
    pod(
      "with ports that clash",
      {
        containers: [
          {
            ...app,
            ports: [
              { name: "a", containerPort: 80, hostIP: "10.0.0.1" },
              { containerPort: 81 },
              { containerPort: 82, hostPort: 82 },
              { containerPort: 82, hostPort: 82, hostIP: "10.0.0.1" },
            ],
          },
          { name: "log", image: "log:1", ports: [{ containerPort: 81 }, { containerPort: 82 }] },
        ],
      },
      [
        "spec.containers[0].ports[0]: hostIP set without hostPort: {Name:a HostPort:0 ContainerPort:80 Protocol:TCP HostIP:10.0.0.1}",
        "spec.containers[0].ports[3]: dangerously ambiguous port definition with spec.containers[0].ports[2]",
        "spec.containers[1].ports[0]: duplicate port definition with spec.containers[0].ports[1]",
        "spec.containers[1].ports[1]: overlapping port definition with spec.containers[0].ports[2]",
        "spec.containers[1].ports[1]: overlapping port definition with spec.containers[0].ports[3]",
      ],
    ),
    pod("that has less than no time to end and is given a second", { terminationGracePeriodSeconds: -1 }, []),
    pod(
      "that is placed by Pods that nothing selects",
      {
        affinity: {
          podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] },
          podAntiAffinity: {
            preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: term }],
          },
        },
      },
      [
        `spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector: ${noSelector}`,
        `spec.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].podAffinityTerm.labelSelector: ${noSelector}`,
      ],
    ),
  ]);
});

describe("what makes Pods", () => {
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

  show([
    {
      ...once,
      ...dotted,
      title: "a Deployment",
      collection: `/apis/apps/v1/${shop}/deployments`,
      object: { spec: { selector, template: gitTemplate } },
      warnings: [oftenNamed, ...isGit],
    },
    {
      title: "a Deployment of a long name",
      name: "a".repeat(64),
      collection: `/apis/apps/v1/${shop}/deployments`,
      object: { spec: { selector, template: { metadata: { labels }, spec: { containers: [app] } } } },
      warnings: [oftenNamed.replace("must not contain dots", "must be no more than 63 characters")],
      relabelled: neverAgain,
    },
    {
      ...once,
      ...dotted,
      title: "a ReplicaSet",
      collection: `/apis/apps/v1/${shop}/replicasets`,
      object: { spec: { selector, template: gitTemplate } },
      warnings: [oftenNamed, ...isGit],
    },
    {
      ...once,
      ...dotted,
      title: "a ReplicationController",
      collection: `/api/v1/${shop}/replicationcontrollers`,
      object: { spec: { selector: labels, template: gitTemplate } },
      warnings: [oftenNamed, ...isGit],
    },
    {
      ...once,
      ...dotted,
      title: "a DaemonSet, whose template alone counts",
      collection: `/apis/apps/v1/${shop}/daemonsets`,
      object: { spec: { selector, template: gitTemplate } },
      warnings: isGit,
      changed: { by: { spec: { template: { spec: { hostNetwork: true } } } }, warnings: isGit },
    },
    {
      ...once,
      title: "a StatefulSet, whose claims are always looked at",
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
      title: "a PodTemplate",
      collection: `/api/v1/${shop}/podtemplates`,
      object: { template: gitTemplate },
      warnings: [gitOf("template.")],
      relabelled: neverAgain,
      changed: { by: { template: { spec: { hostNetwork: true } } }, warnings: [gitOf("template.")] },
    },
    {
      title: "a Job of very many Pods",
      collection: `/apis/batch/v1/${shop}/jobs`,
      object: { spec: { ...job, completionMode: "Indexed", completions: 100_001, parallelism: 10_001 } },
      warnings: [`spec: ${isHuge}`, ...isGit],
      relabelled: neverAgain,
      changed: { by: { spec: { backoffLimit: 2 } }, warnings: [`spec: ${isHuge}`, ...isGit] },
    },
    {
      ...dotted,
      title: "a Job",
      collection: `/apis/batch/v1/${shop}/jobs`,
      object: { spec: job },
      warnings: [oftenNamed, ...isGit],
      relabelled: neverAgain,
    },
    {
      ...dotted,
      title: "a CronJob",
      collection: `/apis/batch/v1/${shop}/cronjobs`,
      object: { spec: { schedule: "* * * * *", jobTemplate: { spec: job } } },
      warnings: [oftenNamed, gitOf("spec.jobTemplate.spec.template.")],
      relabelled: neverAgain,
      changed: { by: { spec: { suspend: true } }, warnings: [gitOf("spec.jobTemplate.spec.template.")] },
    },
    {
      title: "a template of Pods that have less than no time to end",
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
      title: "a template of Pods with AppArmor profiles that are only annotated",
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

  test("a new scale is a change of the object, a new status is none", async () => {
    const { client } = running;
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

  test("a ReplicationController is warned of the template that is replaced", async () => {
    const { client } = running;
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

describe("a Service", () => {
  const services = `/api/v1/${shop}/services`;
  const ports = [{ port: 80 }];
  const zero = (path: string, what: string, error: string): string =>
    `${path}: IP ${what} was accepted, but will be invalid in a future Kubernetes release: ${error}`;
  const six = (path: string, what: string, text: string, canonical: string): string =>
    `${path}: IPv6 ${what} "${text}" is not in RFC 5952 canonical format ("${canonical}"), which may cause controller apply-loops`;

  show([
    { title: "that is fine", collection: services, object: { spec: { ports } }, warnings: [] },
    {
      title: "with an annotation that has another name now",
      collection: services,
      annotations: { "service.kubernetes.io/topology-aware-hints": "Auto" },
      object: { spec: { ports } },
      warnings: [
        "annotation service.kubernetes.io/topology-aware-hints is deprecated, please use service.kubernetes.io/topology-mode instead",
      ],
    },
    {
      title: "with addresses of leading zeros",
      collection: services,
      object: {
        spec: {
          type: "LoadBalancer",
          ports,
          externalIPs: ["192.0.2.1", "192.0.2.01"],
          loadBalancerIP: "192.0.02.1",
          loadBalancerSourceRanges: ["10.0.0.0/8", "010.0.0.0/8"],
        },
      },
      warnings: [
        zero("spec.externalIPs[1]", "address", 'ParseAddr("192.0.2.01"): IPv4 field has octet with leading zero'),
        zero("spec.loadBalancerIP", "address", 'ParseAddr("192.0.02.1"): IPv4 field has octet with leading zero'),
        zero(
          "spec.loadBalancerSourceRanges[1]",
          "prefix",
          'netip.ParsePrefix("010.0.0.0/8"): ParseAddr("010.0.0.0"): IPv4 field has octet with leading zero',
        ),
      ],
    },
    {
      title: "with addresses of more digits than they need",
      collection: services,
      object: {
        spec: {
          type: "LoadBalancer",
          ports,
          externalIPs: ["2001:db8::1", "2001:DB8:0::1"],
          loadBalancerIP: "2001:db8:0:0:0:0:0:2",
          loadBalancerSourceRanges: ["2001:db8::/32", "2001:db8:0::/48"],
        },
      },
      warnings: [
        six("spec.externalIPs[1]", "address", "2001:DB8:0::1", "2001:db8::1"),
        six("spec.loadBalancerIP", "address", "2001:db8:0:0:0:0:0:2", "2001:db8::2"),
        six("spec.loadBalancerSourceRanges[1]", "prefix", "2001:db8:0::/48", "2001:db8::/48"),
      ],
    },
    {
      title: "whose external addresses do nothing",
      collection: services,
      object: { spec: { type: "ExternalName", externalName: "example.com", externalIPs: ["192.0.2.1"] } },
      warnings: ['spec.externalIPs is ignored when spec.type is "ExternalName"'],
    },
    {
      title: "whose external name does nothing",
      collection: services,
      object: { spec: { ports, externalName: "example.com" } },
      warnings: ['spec.externalName is ignored when spec.type is not "ExternalName"'],
    },
  ]);
});

describe("volumes", () => {
  const storage = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1500m" } } };
  const volume = { capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"] };
  const path = { hostPath: { path: "/data" } };
  const beta = { key: "beta.kubernetes.io/arch", operator: "In", values: ["amd64"] };
  const arch = 'deprecated since v1.14; use "kubernetes.io/arch" instead';
  const zone = 'deprecated since v1.17; use "topology.kubernetes.io/zone" instead';
  const volumes = "/api/v1/persistentvolumes";
  const gone = (title: string, source: object, warning: string): Row => ({
    title: `a volume of ${title}`,
    collection: volumes,
    object: { spec: { ...volume, ...source } },
    warnings: [`spec.${title}: ${warning}`],
  });

  show([
    {
      title: "a claim for a fraction of a byte, with the class in an annotation",
      collection: `/api/v1/${shop}/persistentvolumeclaims`,
      annotations: { "volume.beta.kubernetes.io/storage-class": "fast" },
      object: { spec: storage },
      warnings: [
        'metadata.annotations[volume.beta.kubernetes.io/storage-class]: deprecated since v1.8; use "storageClassName" attribute instead',
        fractional("spec.resources.requests[storage]", "1500m"),
      ],
    },
    {
      title:
        "a volume that says in an annotation what there is a field for, is emptied, and lies where labels of old are",
      collection: volumes,
      annotations: { "volume.beta.kubernetes.io/storage-class": "fast" },
      object: {
        spec: {
          ...volume,
          ...path,
          persistentVolumeReclaimPolicy: "Recycle",
          nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [beta] }] } },
        },
      },
      warnings: [
        'metadata.annotations[volume.beta.kubernetes.io/storage-class]: deprecated since v1.8; use "storageClassName" attribute instead',
        "spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.",
        `spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].key: beta.kubernetes.io/arch is ${arch}`,
      ],
    },
    {
      title: "a volume that is mounted as an annotation says",
      collection: volumes,
      annotations: { "volume.beta.kubernetes.io/mount-options": "ro" },
      object: { spec: { ...volume, nfs: { server: "s", path: "/" } } },
      warnings: [
        'metadata.annotations[volume.beta.kubernetes.io/mount-options]: deprecated since v1.31; use "mountOptions" attribute instead',
      ],
    },
    { title: "a volume that is fine", collection: volumes, object: { spec: { ...volume, ...path } }, warnings: [] },
    gone("cephfs", { cephfs: { monitors: ["m"] } }, "deprecated in v1.28, non-functional in v1.31+"),
    gone(
      "photonPersistentDisk",
      { photonPersistentDisk: { pdID: "1" } },
      "deprecated in v1.11, non-functional in v1.16+",
    ),
    gone(
      "scaleIO",
      { scaleIO: { gateway: "g", system: "s", secretRef: { name: "s" }, volumeName: "v" } },
      "deprecated in v1.16, non-functional in v1.22+",
    ),
    {
      ...gone("storageOS", { storageos: { volumeName: "v" } }, "deprecated in v1.22, non-functional in v1.25+"),
      title: "a volume of storageos",
    },
    gone("glusterfs", { glusterfs: { endpoints: "e", path: "p" } }, "deprecated in v1.25, non-functional in v1.26+"),
    gone("rbd", { rbd: { monitors: ["m"], image: "i" } }, "deprecated in v1.28, non-functional in v1.31+"),
    {
      title: "a StorageClass",
      collection: "/apis/storage.k8s.io/v1/storageclasses",
      object: {
        provisioner: "example.com/disks",
        allowedTopologies: [
          { matchLabelExpressions: [{ key: "failure-domain.beta.kubernetes.io/zone", values: ["a"] }] },
        ],
      },
      warnings: [`allowedTopologies[0].matchLabelExpressions[0].key: ${zone}`],
    },
    {
      title: "a CSIStorageCapacity",
      collection: `/apis/storage.k8s.io/v1/${shop}/csistoragecapacities`,
      object: {
        storageClassName: "fast",
        nodeTopology: {
          matchExpressions: [beta],
          matchLabels: { "failure-domain.beta.kubernetes.io/zone": "a" },
        },
      },
      warnings: [
        `nodeTopology.matchExpressions[0].key: beta.kubernetes.io/arch is ${arch}`,
        `nodeTopology.matchLabels.failure-domain.beta.kubernetes.io/zone: ${zone}`,
      ],
    },
  ]);
});

describe("other kinds", () => {
  const ingress = {
    collection: `/apis/networking.k8s.io/v1/${shop}/ingresses`,
    relabelled: neverAgain,
  };
  const defaultBackend = { service: { name: "web", port: { number: 80 } } };
  const mountable = "kubernetes.io/enforce-mountable-secrets";

  show([
    {
      title: "a Node with an identity that nobody asks for",
      collection: "/api/v1/nodes",
      object: { spec: { externalID: "i-1" } },
      warnings: ["spec.externalID: this field is deprecated, and is unused by Kubernetes"],
    },
    {
      title: "a ServiceAccount that limits Secrets",
      collection: `/api/v1/${shop}/serviceaccounts`,
      annotations: { [mountable]: "true" },
      object: {},
      warnings: [
        `metadata.annotations[${mountable}]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets`,
      ],
      relabelled: neverAgain,
    },
    {
      ...ingress,
      title: "an Ingress that names its class in an annotation",
      annotations: { "kubernetes.io/ingress.class": "web" },
      object: { spec: { defaultBackend } },
      warnings: [`annotation "kubernetes.io/ingress.class" is deprecated, please use 'spec.ingressClassName' instead`],
    },
    {
      ...ingress,
      title: "an Ingress that names its class",
      object: { spec: { defaultBackend, ingressClassName: "web" } },
      warnings: [],
    },
    {
      title: "an EndpointSlice of names",
      collection: `/apis/discovery.k8s.io/v1/${shop}/endpointslices`,
      object: { addressType: "FQDN", endpoints: [{ addresses: ["example.com"] }] },
      warnings: ["spec.addressType: FQDN endpoints are deprecated"],
      relabelled: neverAgain,
    },
    {
      title: "an EndpointSlice of addresses",
      collection: `/apis/discovery.k8s.io/v1/${shop}/endpointslices`,
      object: { addressType: "IPv4", endpoints: [{ addresses: ["10.0.0.1"] }] },
      warnings: [],
    },
    {
      title: "a RuntimeClass for nodes of old labels",
      collection: "/apis/node.k8s.io/v1/runtimeclasses",
      object: { handler: "runc", scheduling: { nodeSelector: { "node-role.kubernetes.io/master": "" } } },
      warnings: ['scheduling.nodeSelector: use "node-role.kubernetes.io/control-plane" instead'],
    },
    {
      title: "a PodDisruptionBudget that selects every Pod",
      collection: `/apis/policy/v1/${shop}/poddisruptionbudgets`,
      object: { spec: { selector: {}, minAvailable: 1 } },
      warnings: [],
    },
    {
      title: "Endpoints",
      collection: `/api/v1/${shop}/endpoints`,
      object: { subsets: [{ addresses: [{ ip: "10.0.0.1" }], ports: [{ port: 80 }] }] },
      warnings: [],
    },
    {
      title: "a NetworkPolicy",
      collection: `/apis/networking.k8s.io/v1/${shop}/networkpolicies`,
      object: { spec: { podSelector: {}, ingress: [{ from: [{ ipBlock: { cidr: "10.0.0.1/8" } }] }] } },
      warnings: [],
    },
  ]);
});

describe("a Secret for TLS", () => {
  const secrets = `/api/v1/${shop}/secrets`;
  let authority: ClientAuthority;
  let pair: { cert: string; key: string };
  let otherKey: string;
  let count = 0;

  beforeAll(async () => {
    authority = await ClientAuthority.create();
    pair = await authority.issue({ name: "web", usage: "serverAuth", hosts: ["web"] });
    otherKey = (await authority.issue({ name: "other" })).key;
  });

  afterAll(() => {
    authority[Symbol.dispose]();
  });

  async function told(cert: string, key: string): Promise<string[]> {
    const { client } = running;
    count += 1;
    const stringData = { "tls.crt": cert, "tls.key": key };
    const body = { metadata: { name: `pair-${count}` }, type: "kubernetes.io/tls", stringData };
    const made = await client.request(secrets, { body });
    expect(made.status, made.text).toBe(201);
    const path = `${secrets}/pair-${count}`;
    expect(warningsOf(await put(client, path, made.json))).toEqual(warningsOf(made));
    return warningsOf(made);
  }

  const block = (type: string): string => `-----BEGIN ${type}-----\nMAMBAf8=\n-----END ${type}-----\n`;

  test("that is a pair is fine", async () => {
    expect(await told(pair.cert, pair.key)).toEqual([]);
    expect(await told(`a certificate\n${pair.cert}${authority.certificate}`, pair.key)).toEqual([]);
  });

  test.each([
    ["nothing", "", "", "tls: failed to find any PEM data in certificate input"],
    [
      "a key for a certificate",
      block("PRIVATE KEY"),
      "",
      "tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched",
    ],
    [
      "something for a certificate",
      block("A") + block("B"),
      "",
      'tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: [A B]',
    ],
    ["no key", block("CERTIFICATE"), "", "tls: failed to find any PEM data in key input"],
    [
      "a certificate for a key",
      block("CERTIFICATE"),
      block("CERTIFICATE"),
      "tls: found a certificate rather than a key in the PEM for the private key",
    ],
    [
      "something for a key",
      block("CERTIFICATE"),
      block("A") + block("B"),
      'tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: [A B]',
    ],
    ["a certificate that is none", block("CERTIFICATE"), block("PRIVATE KEY"), "x509: malformed certificate"],
  ])("with %s is told so", async (_, cert, key, warning) => {
    expect(await told(cert, key)).toEqual([warning]);
  });

  test("with a key that is none, or another's, is told so", async () => {
    expect(await told(pair.cert, block("PRIVATE KEY"))).toEqual(["tls: failed to parse private key"]);
    expect(await told(pair.cert, otherKey)).toEqual(["tls: private key does not match public key"]);
    const { generateKeyPairSync } = await import("node:crypto");
    const keyOf = (type: "ed25519" | "x25519"): string =>
      (type === "ed25519" ? generateKeyPairSync("ed25519") : generateKeyPairSync("x25519")).privateKey
        .export({ type: "pkcs8", format: "pem" })
        .toString();
    expect(await told(pair.cert, keyOf("ed25519"))).toEqual(["tls: private key type does not match public key type"]);
    expect(await told(pair.cert, keyOf("x25519"))).toEqual(["tls: found unknown private key type in PKCS#8 wrapping"]);
  });

  test("of another type holds what it wants", async () => {
    const answer = await running.client.request(secrets, {
      body: { metadata: { name: "opaque" }, stringData: { "tls.crt": "a" } },
    });
    expect([answer.status, warningsOf(answer)]).toEqual([201, []]);
  });
});

describe("warnings of owners", () => {
  const owner = { apiVersion: "v1", kind: "ConfigMap", name: "a", uid: "u-1" };
  const maps = `/api/v1/${shop}/configmaps`;
  const twice = (when: string): string =>
    `.metadata.ownerReferences contains duplicate entries${when}; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: u-1`;

  test("tell of those that stand there twice", async () => {
    const { client } = running;
    const body = { metadata: { name: "owned", ownerReferences: [owner, owner] } };
    const made = await client.request(maps, { body });
    expect([made.status, warningsOf(made)]).toEqual([201, [twice("")]]);
    expect(made.json.metadata.ownerReferences).toHaveLength(1);
    const updated = await put(client, `${maps}/owned`, body);
    expect([updated.status, warningsOf(updated)]).toEqual([200, [twice("")]]);
    const patched = await patch(client, `${maps}/owned`, "merge", { metadata: { ownerReferences: [owner, owner] } });
    expect([patched.status, warningsOf(patched)]).toEqual([200, [twice(" after mutating admission happens")]]);
  });
});

describe("a version that is on its way out", () => {
  const registration = "/apis/admissionregistration.k8s.io";
  const gone = (title: string, since: number, end: number): string =>
    `${title} is deprecated in v1.${since}+, unavailable in v1.${end}+`;
  const classes = "storage.k8s.io/v1alpha1";
  const classWarning = gone(`${classes} VolumeAttributesClass`, 32, 35);

  test.each([
    ["/api/v1/componentstatuses", "v1 ComponentStatus is deprecated in v1.19+"],
    [
      `${registration}/v1beta1/validatingadmissionpolicies`,
      gone("admissionregistration.k8s.io/v1beta1 ValidatingAdmissionPolicy", 31, 34),
    ],
    [
      `${registration}/v1beta1/validatingadmissionpolicybindings`,
      gone("admissionregistration.k8s.io/v1beta1 ValidatingAdmissionPolicyBinding", 31, 34),
    ],
    [`/apis/${classes}/volumeattributesclasses`, classWarning],
  ])("[DEPR-24] says so to readers of %s", async (path, warning) => {
    const { client } = running;
    for (const asked of [path, `${path}/nothing`, `${path}?limit=1`]) {
      expect(warningsOf(await client.request(asked)), asked).toEqual([warning]);
    }
  });

  test("[DEPR-24] says so to whoever posts a document", async () => {
    const answer = await running.client.request("/apis/authentication.k8s.io/v1beta1/selfsubjectreviews", { body: {} });
    expect([answer.status, warningsOf(answer)]).toEqual([
      201,
      [gone("authentication.k8s.io/v1beta1 SelfSubjectReview", 30, 33)],
    ]);
  });

  test("[DEPR-24] says so to watchers and whatever verb, and later versions do not", async () => {
    const { client } = running;
    const path = `/apis/${classes}/volumeattributesclasses`;
    const body = { metadata: { name: "fast" }, driverName: "example.com", parameters: { iops: "1" } };
    const watch = await client.open(`${path}?watch=true`);
    expect([watch.status, warningsOf(watch)]).toEqual([200, [classWarning]]);
    watch.close();
    const answers: WireResponse[] = [
      await client.request(path, { body }),
      await put(client, `${path}/fast`, body),
      await patch(client, `${path}/fast`, "merge", { metadata: { labels: { a: "b" } } }),
      await remove(client, `${path}/fast?dryRun=All`),
      await client.request(path, { method: "DELETE" }),
    ];
    expect(answers.map((answer) => [answer.status, warningsOf(answer)])).toEqual(
      [201, 200, 200, 200, 200].map((status) => [status, [classWarning]]),
    );
    const later = path.replace("v1alpha1", "v1beta1");
    const made = await client.request(later, { body });
    expect([made.status, warningsOf(made)]).toEqual([201, []]);
    expect(warningsOf(await client.request(later))).toEqual([]);
  });

  test("[DEPR-24] says so with the status of an object as well", async () => {
    const path = `${registration}/v1beta1/validatingadmissionpolicies/nothing/status`;
    const answer = await running.client.request(path);
    expect([answer.status, warningsOf(answer)]).toEqual([
      404,
      [gone("admissionregistration.k8s.io/v1beta1 ValidatingAdmissionPolicy", 31, 34)],
    ]);
  });

  test("says nothing to those who may not ask", async () => {
    const answer = await running.anonymous.request("/api/v1/componentstatuses");
    expect([answer.status, warningsOf(answer)]).toEqual([403, []]);
  });

  test("[DEPR-26] sets a metric, with the release that removes it", async () => {
    const { client } = running;
    await client.request("/api/v1/componentstatuses");
    await client.request(`/apis/${classes}/volumeattributesclasses`);
    const { text } = await client.request("/metrics");
    const labelled = (group: string, version: string, resource: string, release: string): string =>
      `apiserver_requested_deprecated_apis{group="${group}",version="${version}",resource="${resource}",subresource="",removed_release="${release}"} 1\n`;
    expect(text).toContain(labelled("", "v1", "componentstatuses", ""));
    expect(text).toContain(labelled("storage.k8s.io", "v1alpha1", "volumeattributesclasses", "1.35"));
    expect(text).not.toMatch(/deprecated_apis\{[^\n]*configmaps/);
  });
});

describe("hostile content", () => {
  const maps = `/api/v1/${shop}/configmaps`;

  test.each(["h1", "h2"] as const)("stays within its header over %s", async (protocol) => {
    await using client = running.connect({ protocol });
    const field = 'a"\\ \r\nSet-Cookie: x=y\r\n\u0000\u0085 ☃ 😀';
    const answer = await client.request(`${maps}?dryRun=All`, { body: { metadata: { name: "a" }, [field]: 1 } });
    expect(answer.status).toBe(201);
    expect(answer.headers).not.toHaveProperty("set-cookie");
    expect(warningsOf(answer)).toEqual(['unknown field "a"\\   Set-Cookie: x=y     ☃ 😀"']);
  });

  test("is cut when there is very much of it", async () => {
    const fields = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`${index + 10}`.padEnd(500, "x"), 1] as const),
    );
    const answer = await running.client.request(`${maps}?dryRun=All`, { body: { metadata: { name: "a" }, ...fields } });
    expect(answer.status).toBe(201);
    expect(warningsOf(answer)).toEqual(
      Object.keys(fields)
        .slice(0, 16)
        .map((field) => `unknown field "${field}"`.slice(0, 256)),
    );
  });
});
