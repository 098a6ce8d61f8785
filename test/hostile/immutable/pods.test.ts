/** Immutable fields of Pods. Each test changes one field. */
import { type ImmutableField, testImmutableFields } from "../../support/immutable-fields.ts";

const container = { name: "app", image: "app:1" };
const setup = { name: "setup", image: "setup:1" };
const data = { name: "data", emptyDir: {} };
const gates = [{ name: "example.com/a" }, { name: "example.com/b" }];

const otherFieldsMessage =
  /^spec: Forbidden: pod updates may not change fields other than `spec\.containers\[\*\]\.image`,`spec\.initContainers\[\*\]\.image`,`spec\.activeDeadlineSeconds`,`spec\.tolerations` \(only additions to existing tolerations\),`spec\.terminationGracePeriodSeconds` \(allow it to be set to 1 if it was previously negative\)\n/;

/** Changes of fields of the spec that have no separate rule. */
const ofSpec: readonly [change: object, made?: object][] = [
  [{ volumes: [data] }],
  [{ volumes: null }, { volumes: [data] }],
  [{ restartPolicy: "Never" }],
  [{ terminationGracePeriodSeconds: 31 }],
  [{ terminationGracePeriodSeconds: 1 }, { terminationGracePeriodSeconds: 5 }],
  [{ dnsPolicy: "Default" }],
  [{ nodeSelector: { disk: "ssd" } }],
  [{ nodeSelector: null }, { nodeSelector: { disk: "ssd" } }],
  [{ serviceAccountName: "other", serviceAccount: "other" }],
  [{ automountServiceAccountToken: false }],
  [{ nodeName: "other" }],
  [{ nodeName: "other" }, { nodeName: "one" }],
  [{ hostNetwork: true }],
  [{ hostPID: true }],
  [{ hostIPC: true }],
  [{ shareProcessNamespace: true }],
  [{ securityContext: { runAsUser: 5 } }],
  [{ imagePullSecrets: [{ name: "other" }] }],
  [{ hostname: "other" }],
  [{ subdomain: "other" }],
  [{ affinity: { podAffinity: {} } }],
  [{ schedulerName: "other" }],
  [{ hostAliases: [{ ip: "10.0.0.1", hostnames: ["other"] }] }],
  [{ priorityClassName: "other" }],
  [{ priority: 5 }],
  [{ dnsConfig: { searches: ["example.com"] } }],
  [{ readinessGates: [{ conditionType: "example.com/other" }] }],
  [{ runtimeClassName: "other" }],
  [{ enableServiceLinks: false }],
  [{ preemptionPolicy: "Never" }],
  [{ overhead: { cpu: "1" } }],
  [
    {
      topologySpreadConstraints: [
        { maxSkew: 1, topologyKey: "zone", whenUnsatisfiable: "DoNotSchedule", labelSelector: {} },
      ],
    },
  ],
  [{ setHostnameAsFQDN: true }],
  [{ os: { name: "linux" } }],
  [{ hostUsers: false }],
  [{ resourceClaims: [{ name: "gpu", resourceClaimName: "gpu" }] }],
  [{ resources: { requests: { cpu: "1" } } }],
];

/** Changes of fields of a container or init container that have no separate rule. */
const ofContainer: readonly object[] = [
  { name: "other" },
  { command: ["sh"] },
  { args: ["-c"] },
  { workingDir: "/tmp" },
  { ports: [{ containerPort: 80 }] },
  { envFrom: [{ configMapRef: { name: "other" } }] },
  { env: [{ name: "A", value: "b" }] },
  { resources: { requests: { cpu: "1" } } },
  { resources: { claims: [{ name: "gpu" }] } },
  { volumeMounts: [{ name: "data", mountPath: "/data" }] },
  { volumeDevices: [{ name: "block", devicePath: "/dev/block" }] },
  { terminationMessagePath: "/tmp/other" },
  { terminationMessagePolicy: "FallbackToLogsOnError" },
  { imagePullPolicy: "Always" },
  { securityContext: { privileged: true } },
  { stdin: true },
  { stdinOnce: true },
  { tty: true },
];

const probe = { tcpSocket: { port: 80 } };
const ofMainContainer: readonly object[] = [
  { livenessProbe: probe },
  { readinessProbe: probe },
  { startupProbe: probe },
  { lifecycle: { preStop: { exec: { command: ["sh"] } } } },
];

/** Volumes and claims to which the containers refer. They exist before the change. */
const referredVolumes = {
  volumes: [data, { name: "block", persistentVolumeClaim: { claimName: "block" } }],
  resourceClaims: [{ name: "gpu", resourceClaimName: "gpu" }],
};

const titleOf = (change: object, made: object = {}): string =>
  `${Object.keys(made).length > 0 ? `${JSON.stringify(made)} ` : ""}changed to ${JSON.stringify(change)}`;

function inContainer(list: "containers" | "initContainers", change: object): ImmutableField {
  const one = list === "containers" ? container : setup;
  return {
    title: `spec.${list}[0] changed to ${JSON.stringify(change)}`,
    creationPatch: { spec: { ...referredVolumes, containers: [container], initContainers: [setup] } },
    change: { spec: { [list]: [{ ...one, ...change }] } },
    causes: [otherFieldsMessage],
  };
}

const terms = (...disks: string[]): object => ({
  nodeAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: disks.map((disk) => ({
        matchExpressions: [{ key: "disk", operator: "In", values: [disk] }],
      })),
    },
  },
});
const termsPath = "spec\\.affinity\\.nodeAffinity\\.requiredDuringSchedulingIgnoredDuringExecution\\.nodeSelectorTerms";
const mirror = "kubernetes.io/config.mirror";
const appArmor = "container.apparmor.security.beta.kubernetes.io/app";
const ephemeralContainer = {
  name: "debug",
  image: "debug:1",
  terminationMessagePolicy: "File",
  imagePullPolicy: "Always",
};

const sized = { ...container, resources: { requests: { cpu: "1" } } };
const sameResources = { cpu: "1", memory: "1Gi" };

const withOwnRules: readonly ImmutableField[] = [
  {
    title: "a container added",
    change: { spec: { containers: [container, { ...container, name: "other" }] } },
    causes: ["spec.containers: Forbidden: pod updates may not add or remove containers"],
  },
  {
    title: "a container removed",
    creationPatch: { spec: { containers: [container, { ...container, name: "other" }] } },
    change: { spec: { containers: [container] } },
    causes: ["spec.containers: Forbidden: pod updates may not add or remove containers"],
  },
  {
    title: "the order of the containers",
    creationPatch: { spec: { containers: [container, { ...container, name: "other" }] } },
    change: { spec: { containers: [{ ...container, name: "other" }, container] } },
    causes: [otherFieldsMessage],
  },
  {
    title: "an init container added",
    change: { spec: { initContainers: [setup] } },
    causes: ["spec.initContainers: Forbidden: pod updates may not add or remove containers"],
  },
  {
    title: "an init container removed",
    creationPatch: { spec: { initContainers: [setup] } },
    change: { spec: { initContainers: null } },
    causes: ["spec.initContainers: Forbidden: pod updates may not add or remove containers"],
  },
  {
    title: "the restartPolicy of an init container",
    creationPatch: { spec: { initContainers: [setup] } },
    change: { spec: { initContainers: [{ ...setup, restartPolicy: "Always" }] } },
    causes: [otherFieldsMessage],
  },
  {
    title: "spec.activeDeadlineSeconds increased",
    creationPatch: { spec: { activeDeadlineSeconds: 10 } },
    change: { spec: { activeDeadlineSeconds: 11 } },
    causes: ["spec.activeDeadlineSeconds: Invalid value: 11: must be less than or equal to previous value"],
  },
  {
    title: "spec.activeDeadlineSeconds removed",
    creationPatch: { spec: { activeDeadlineSeconds: 10 } },
    change: { spec: { activeDeadlineSeconds: null } },
    causes: ['spec.activeDeadlineSeconds: Invalid value: "null": must not update from a positive integer to nil value'],
  },
  {
    title: "a toleration removed",
    creationPatch: { spec: { tolerations: [{ key: "a", operator: "Exists" }] } },
    change: { spec: { tolerations: null } },
    causes: ["spec.tolerations: Forbidden: existing toleration can not be modified except its tolerationSeconds"],
  },
  {
    title: "a scheduling gate added",
    creationPatch: { spec: { schedulingGates: gates.slice(0, 1) } },
    change: { spec: { schedulingGates: gates } },
    causes: [
      "spec.schedulingGates[1].name: Forbidden: only deletion is allowed, but found new scheduling gate 'example.com/b'",
    ],
  },
  {
    title: "scheduling gates added to a Pod without any",
    change: { spec: { schedulingGates: gates.slice(0, 1) } },
    causes: [
      "spec.schedulingGates[0].name: Forbidden: only deletion is allowed, but found new scheduling gate 'example.com/a'",
    ],
  },
  {
    title: "spec.nodeSelector changed on a gated Pod, to which labels may only be added",
    creationPatch: { spec: { schedulingGates: gates, nodeSelector: { disk: "ssd" } } },
    change: { spec: { nodeSelector: { disk: "hdd" } } },
    causes: [
      'spec.nodeSelector: Invalid value: map[string]string{"disk":"hdd"}: only additions to spec.nodeSelector are allowed (no mutations or deletions)',
    ],
  },
  {
    title: "the number of node selector terms of a gated Pod",
    creationPatch: { spec: { schedulingGates: gates, affinity: terms("ssd") } },
    change: { spec: { affinity: terms("ssd", "hdd") } },
    causes: [
      new RegExp(
        `^${termsPath}: Invalid value: .*: no additions/deletions to non-empty NodeSelectorTerms list are allowed$`,
      ),
    ],
  },
  {
    title: "the node selector terms of a gated Pod",
    creationPatch: { spec: { schedulingGates: gates, affinity: terms("ssd") } },
    change: { spec: { affinity: terms("hdd") } },
    causes: [
      new RegExp(
        `^${termsPath}\\[0\\]: Invalid value: .*: only additions are allowed \\(no mutations or deletions\\)$`,
      ),
    ],
  },
  {
    title: "ephemeral containers changed through the Pod",
    change: { spec: { ephemeralContainers: [ephemeralContainer] } },
    causes: [otherFieldsMessage],
  },
  {
    title: "the mirror annotation added",
    creationPatch: { spec: { nodeName: "one" } },
    change: { metadata: { annotations: { [mirror]: "a" } } },
    causes: [`metadata.annotations[${mirror}]: Forbidden: may not add mirror pod annotation`],
  },
  ...[{ [mirror]: "b" }, { [mirror]: null }].map((annotations) => ({
    title: `the mirror annotation changed to ${String(annotations[mirror])}`,
    creationPatch: { metadata: { annotations: { [mirror]: "a" } }, spec: { nodeName: "one" } },
    change: { metadata: { annotations } },
    causes: [`metadata.annotations[${mirror}]: Forbidden: may not remove or update mirror pod annotation`],
  })),
  {
    title: "an AppArmor annotation added",
    change: { metadata: { annotations: { [appArmor]: "unconfined" } } },
    causes: [`metadata.annotations[${appArmor}]: Forbidden: may not add AppArmor annotations`],
  },
  ...[{ [appArmor]: "runtime/default" }, { [appArmor]: null }].map((annotations) => ({
    title: `an AppArmor annotation changed to ${String(annotations[appArmor])}`,
    creationPatch: { metadata: { annotations: { [appArmor]: "unconfined" } } },
    change: { metadata: { annotations } },
    causes: [`metadata.annotations[${appArmor}]: Forbidden: may not remove or update AppArmor annotations`],
  })),
  {
    title: "the image of an ephemeral container",
    earlierWrites: { ephemeralcontainers: { spec: { ephemeralContainers: [ephemeralContainer] } } },
    subresource: "ephemeralcontainers",
    change: { spec: { ephemeralContainers: [{ ...ephemeralContainer, image: "debug:2" }] } },
    causes: [/^spec\.ephemeralContainers: Forbidden: existing ephemeral containers "debug" may not be changed\n./],
  },
  {
    title: "an ephemeral container removed",
    earlierWrites: { ephemeralcontainers: { spec: { ephemeralContainers: [ephemeralContainer] } } },
    subresource: "ephemeralcontainers",
    change: { spec: { ephemeralContainers: null } },
    causes: ['spec.ephemeralContainers: Forbidden: existing ephemeral containers "debug" may not be removed\n'],
  },
  {
    title: "other fields changed through ephemeralcontainers",
    subresource: "ephemeralcontainers",
    change: { metadata: { labels: { a: "b" } }, spec: { hostname: "other" }, status: { phase: "Failed" } },
  },
  ...[{ image: "app:2" }, { command: ["sh"] }, { env: [{ name: "A", value: "b" }] }].map((change) => ({
    title: `its container changed through resize to ${JSON.stringify(change)}`,
    creationPatch: { spec: { containers: [sized] } },
    subresource: "resize",
    change: { spec: { containers: [{ ...sized, ...change }] } },
  })),
  {
    title: "other fields changed through resize",
    creationPatch: { spec: { containers: [sized] } },
    subresource: "resize",
    change: { metadata: { labels: { a: "b" } }, spec: { hostname: "other" }, status: { phase: "Failed" } },
  },
  {
    title: "other resources than cpu and memory changed through resize",
    creationPatch: { spec: { containers: [sized] } },
    subresource: "resize",
    change: { spec: { containers: [{ ...sized, resources: { requests: { cpu: "1", "ephemeral-storage": "1Gi" } } }] } },
    causes: [/^spec: Forbidden: only cpu and memory resources are mutable\n./],
  },
  {
    title: "the QoS class changed through resize",
    creationPatch: { spec: { containers: [sized] } },
    subresource: "resize",
    change: { spec: { containers: [{ ...container, resources: { requests: sameResources, limits: sameResources } }] } },
    causes: ['spec: Invalid value: "Burstable": Pod QOS Class may not change as a result of resizing'],
  },
  {
    title: "status.qosClass",
    subresource: "status",
    change: { status: { qosClass: "Guaranteed" } },
    causes: ['status.qosClass: Invalid value: "Guaranteed": field is immutable'],
  },
];

await testImmutableFields([
  {
    kind: "Pod",
    collection: "/api/v1/namespaces/default/pods",
    manifest: { spec: { containers: [container] } },
    fields: [
      ...ofSpec.map(([change, made]) => ({
        title: `spec ${titleOf(change, made)}`,
        creationPatch: { spec: made ?? {} },
        change: { spec: change },
        causes: [otherFieldsMessage],
      })),
      ...[...ofContainer, ...ofMainContainer].map((change) => inContainer("containers", change)),
      ...ofContainer.map((change) => inContainer("initContainers", change)),
      ...withOwnRules,
    ],
  },
]);
