/** Warnings for writes of Pods. */
import { describe } from "vitest";
import {
  appContainer,
  fractionalBytesWarning,
  hostNameWarning,
  noWarnings,
  shopPath,
  testWarnings,
  type WarningRow,
  warningServer,
} from "../support/warning-rows.ts";

const server = warningServer();
const gitVolume = { name: "source", gitRepo: { repository: "https://example.com/a.git" } };

/** Returns a row for a Pod. Only its creation returns warnings. */
function pod(title: string, spec: object, warnings: readonly string[], more: Partial<WarningRow> = {}): WarningRow {
  const object = { spec: { containers: [appContainer], ...spec } };
  return { title, collection: `/api/v1/${shopPath}/pods`, object, warnings, warningsOnRelabel: noWarnings, ...more };
}

describe("warnings about a Pod", () => {
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

  testWarnings(server, [
    pod("a valid Pod gets no warning", {}, []),
    pod("a Pod whose name is not a host name gets a warning", {}, [hostNameWarning("the Pod's hostname")], {
      name: "web.1",
    }),
    pod(
      "a Pod with deprecated labels in its nodeSelector gets a warning",
      { nodeSelector: { "beta.kubernetes.io/os": "linux" } },
      [`spec.nodeSelector[beta.kubernetes.io/os]: ${betaOs}`],
    ),
    pod(
      "a Pod with deprecated labels in its node affinity gets warnings",
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
      "a Pod with a deprecated label and no selector in its spread constraints gets warnings",
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
      "a Pod with annotations that have no effect gets warnings",
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
      "a Pod with annotations that repeat its fields gets warnings",
      {
        securityContext: { seccompProfile: { type: "RuntimeDefault" }, appArmorProfile: { type: "RuntimeDefault" } },
        containers: [{ ...appContainer, securityContext: { seccompProfile: { type: "Unconfined" } } }],
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
      "a Pod with an AppArmor annotation and no such field gets a warning",
      {},
      [annotation("container.apparmor.security.beta.kubernetes.io/app", appArmor)],
      { annotations: { "container.apparmor.security.beta.kubernetes.io/app": "localhost/mine" } },
    ),
    pod(
      "a Pod with volumes of removed plugins gets warnings",
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
      "a Pod with an ephemeral volume claim of a fractional byte value gets a warning",
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
      [
        fractionalBytesWarning(
          "spec.volumes[0].ephemeral.volumeClaimTemplate.spec.resources.requests[storage]",
          "1500m",
        ),
      ],
    ),
    pod(
      "a Pod with overlapping paths in a volume gets warnings",
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
      "a Pod with overlapping paths of several sources in a volume gets warnings",
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
        // A Secret without items keeps the items of the previous source, as in the reference.
        'volume "all" (Projected): overlapping paths: "token/x" (Secret "s") with "token/x" (Secret "s")',
        'volume "all" (Projected): overlapping paths: "token" (ServiceAccountToken) with "token" (ConfigMap "m")',
        'volume "all" (Projected): overlapping paths: "token" (ServiceAccountToken) with "token/x" (Secret "s")',
      ],
    ),
    pod(
      "a Pod whose projected volume has sources with and without items, and an empty one, gets warnings",
      {
        serviceAccountName: "default",
        volumes: [
          {
            name: "all",
            projected: {
              sources: [
                { configMap: { name: "whole" } },
                { serviceAccountToken: { path: "t" } },
                { serviceAccountToken: { path: "t/u" } },
                {},
                { configMap: { name: "whole" } },
              ],
            },
          },
        ],
      },
      [
        'volume "all" (Projected): overlapping paths: "t/u" (ServiceAccountToken) with "t" (ServiceAccountToken)',
        'volume "all" (Projected) has no sources provided',
        'volume "all" (Projected): overlapping paths: "t/u" (ServiceAccountToken) with "t/u" (ServiceAccountToken)',
      ],
    ),
    pod(
      "a Pod whose projected volume has an empty source gets a warning",
      { volumes: [{ name: "all", projected: { sources: [{}] } }] },
      ['volume "all" (Projected) has no sources provided'],
    ),
    pod(
      "a Pod with duplicate or unnamed host aliases and pull Secrets gets warnings",
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
      "a Pod with fractional byte values gets warnings",
      {
        containers: [
          {
            ...appContainer,
            resources: {
              limits: { memory: "2.5", "ephemeral-storage": "2500m" },
              requests: { memory: "1500m", "ephemeral-storage": "1500m", cpu: "1500m" },
            },
          },
        ],
      },
      [
        fractionalBytesWarning("spec.containers[0].resources.limits[memory]", "2500m"),
        fractionalBytesWarning("spec.containers[0].resources.requests[memory]", "1500m"),
        fractionalBytesWarning("spec.containers[0].resources.limits[ephemeral-storage]", "2500m"),
        fractionalBytesWarning("spec.containers[0].resources.requests[ephemeral-storage]", "1500m"),
      ],
    ),
    pod(
      "a Pod with duplicate environment variables gets warnings",
      {
        containers: [
          {
            ...appContainer,
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
      "a Pod with conflicting ports gets warnings",
      {
        containers: [
          {
            ...appContainer,
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
    pod(
      "a Pod with a negative grace period, which becomes a second, gets no warning",
      { terminationGracePeriodSeconds: -1 },
      [],
    ),
    pod(
      "a Pod whose affinity terms have no selector gets warnings",
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
