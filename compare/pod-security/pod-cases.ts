/** Pods that violate one check each, in every place where a field can be, and some that violate many. */
import type { Json } from "../suite.ts";

/** A Pod, or the template of one. */
export interface PodCase {
  readonly title: string;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly spec: Json;
}

/** The settings of a container that conforms to every level. */
const secure: Json = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ["ALL"] },
  runAsNonRoot: true,
  seccompProfile: { type: "RuntimeDefault" },
};

function container(name: string, securityContext: Json, others: Json = {}): Json {
  return { name, image: "i", securityContext, ...others };
}

/** Returns a Pod with one container that conforms to every level. */
function securePod(title: string, spec: Json, annotations?: Readonly<Record<string, string>>): PodCase {
  return {
    title,
    ...(annotations ? { annotations } : {}),
    spec: { containers: [container("a", secure)], ...spec },
  };
}

const withEscalation = { ...secure, allowPrivilegeEscalation: undefined };

/** Settings of containers, and settings of the Pod without which validation rejects them. */
const containerSettings: readonly (readonly [title: string, securityContext: Json, spec?: Json])[] = [
  ["nothing", {}],
  ["escalation", { ...secure, allowPrivilegeEscalation: true }],
  ["unknown escalation", withEscalation],
  ["privileged", { ...withEscalation, privileged: true }],
  ["not privileged", { ...secure, privileged: false }],
  ["a dropped capability", { ...secure, capabilities: { drop: ["KILL"] } }],
  ["all dropped in lower case", { ...secure, capabilities: { drop: ["all"] } }],
  ["no capabilities", { ...secure, capabilities: {} }],
  ["the capability of ports", { ...secure, capabilities: { drop: ["ALL"], add: ["NET_BIND_SERVICE"] } }],
  ["default capabilities", { ...secure, capabilities: { drop: ["KILL", "ALL"], add: ["CHOWN", "SETUID", "CHOWN"] } }],
  ["other capabilities", { ...secure, capabilities: { add: ["NET_RAW", "AUDIT_CONTROL", "CHOWN", "x"] } }],
  ["the default mount", { ...secure, procMount: "Default" }],
  ["an unmasked mount", { ...secure, procMount: "Unmasked" }, { hostUsers: false }],
  ["no seccomp", { ...secure, seccompProfile: undefined }],
  ["unconfined seccomp", { ...secure, seccompProfile: { type: "Unconfined" } }],
  ["local seccomp", { ...secure, seccompProfile: { type: "Localhost", localhostProfile: "x" } }],
  ["unconfined AppArmor", { ...secure, appArmorProfile: { type: "Unconfined" } }],
  ["default AppArmor", { ...secure, appArmorProfile: { type: "RuntimeDefault" } }],
  ["local AppArmor", { ...secure, appArmorProfile: { type: "Localhost", localhostProfile: "x" } }],
  ["the type of containers", { ...secure, seLinuxOptions: { type: "container_init_t", level: "s0" } }],
  ["the type of engines", { ...secure, seLinuxOptions: { type: "container_engine_t" } }],
  ["another type", { ...secure, seLinuxOptions: { type: "spc_t" } }],
  ["a SELinux user", { ...secure, seLinuxOptions: { user: "u" } }],
  ["a SELinux user, role and type", { ...secure, seLinuxOptions: { user: "u", role: "r", type: "b_t" } }],
  ["no rule about root", { ...secure, runAsNonRoot: undefined }],
  ["allowed root", { ...secure, runAsNonRoot: false }],
  ["root", { ...secure, runAsNonRoot: undefined, runAsUser: 0 }],
  ["another user", { ...secure, runAsUser: 7 }],
];

/** Settings that are in the Pod. Container `a` conforms to every level, `b` says nothing. */
const podSettings: readonly (readonly [title: string, securityContext: Json, spec?: Json])[] = [
  ["nothing", {}],
  ["non-root", { runAsNonRoot: true }],
  ["allowed root", { runAsNonRoot: false }],
  ["root", { runAsUser: 0 }],
  ["root in a user namespace", { runAsUser: 0, runAsNonRoot: false }, { hostUsers: false }],
  ["seccomp", { seccompProfile: { type: "RuntimeDefault" } }],
  ["unconfined seccomp", { seccompProfile: { type: "Unconfined" } }],
  ["AppArmor", { appArmorProfile: { type: "RuntimeDefault" } }],
  ["unconfined AppArmor", { appArmorProfile: { type: "Unconfined" } }],
  ["a SELinux type", { seLinuxOptions: { type: "a_t" } }],
  ["a SELinux role", { seLinuxOptions: { role: "r" } }],
  ["a SELinux level", { seLinuxOptions: { level: "s0" } }],
];

const sysctlNames = [
  "kernel.shm_rmid_forced",
  "net.ipv4.ip_local_port_range",
  "net.ipv4.tcp_syncookies",
  "net.ipv4.ping_group_range",
  "net.ipv4.ip_unprivileged_port_start",
  "net.ipv4.ip_local_reserved_ports",
  "net.ipv4.tcp_keepalive_time",
  "net.ipv4.tcp_fin_timeout",
  "net.ipv4.tcp_keepalive_intvl",
  "net.ipv4.tcp_keepalive_probes",
  "net.ipv4.tcp_rmem",
  "net.ipv4.tcp_wmem",
  "net.ipv4.tcp_slow_start_after_idle",
  "kernel.msgmax",
];

/** A volume of each type. */
const volumes: Readonly<Record<string, Json>> = {
  configMap: { name: "x" },
  csi: { driver: "d" },
  downwardAPI: {},
  emptyDir: {},
  ephemeral: {
    volumeClaimTemplate: { spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } } },
  },
  persistentVolumeClaim: { claimName: "x" },
  projected: { sources: [] },
  secret: { secretName: "x" },
  hostPath: { path: "/a" },
  gcePersistentDisk: { pdName: "x" },
  awsElasticBlockStore: { volumeID: "x" },
  gitRepo: { repository: "x" },
  nfs: { server: "x", path: "/a" },
  iscsi: { targetPortal: "1.2.3.4", iqn: "iqn.2001-04.com.example:storage.kube.sys1.xyz", lun: 0 },
  glusterfs: { endpoints: "x", path: "y" },
  rbd: { monitors: ["x"], image: "y" },
  flexVolume: { driver: "d/x" },
  cinder: { volumeID: "x" },
  cephfs: { monitors: ["x"] },
  flocker: { datasetName: "x" },
  fc: { targetWWNs: ["x"], lun: 0 },
  azureFile: { secretName: "x", shareName: "y" },
  vsphereVolume: { volumePath: "x" },
  quobyte: { registry: "a:1", volume: "x" },
  azureDisk: { diskName: "x", diskURI: "https://blob/x" },
  photonPersistentDisk: { pdID: "x" },
  portworxVolume: { volumeID: "x" },
  scaleIO: { gateway: "x", system: "y", volumeName: "z", secretRef: { name: "s" } },
  storageos: { volumeName: "x" },
  image: { reference: "x" },
};

const seccomp = "seccomp.security.alpha.kubernetes.io/pod";
const seccompOf = "container.seccomp.security.alpha.kubernetes.io/";
const appArmorOf = "container.apparmor.security.beta.kubernetes.io/";
const two = { containers: [container("a", {}), container("b", {})] };

/** Annotations of a Pod with the containers `a` and `b`, which have no profiles. */
const annotations: readonly Readonly<Record<string, string>>[] = [
  { [seccomp]: "unconfined" },
  { [seccomp]: "docker/default", [`${seccompOf}a`]: "localhost/x" },
  { [`${seccompOf}a`]: "unconfined", [`${seccompOf}b`]: "unconfined", [`${seccompOf}c`]: "unconfined" },
  { [`${appArmorOf}a`]: "unconfined" },
  { [`${appArmorOf}a`]: "runtime/default", [`${appArmorOf}b`]: "localhost/x" },
  { [`${appArmorOf}b`]: "unconfined", [`${appArmorOf}a`]: "unconfined" },
];

const windows = { os: { name: "windows" } };

/** Ports of the host in two containers. */
const hostPorts = {
  initContainers: [container("i", secure, { ports: [{ containerPort: 1, hostPort: 90 }] })],
  containers: [
    container("a", secure, {
      ports: [
        { containerPort: 1, hostPort: 90 },
        { containerPort: 2, hostPort: 8080 },
      ],
    }),
    container("b", secure, { ports: [{ containerPort: 3 }] }),
  ],
};

const worstContainer = (name: string): Json =>
  container(
    name,
    { privileged: true, capabilities: { add: ["SYS_TIME"] }, seLinuxOptions: { user: "u" }, runAsUser: 0 },
    { ports: [{ containerPort: 1, hostPort: 1 }] },
  );

/** Every Pod whose evaluation is recorded. */
export const podCases: readonly PodCase[] = [
  ...containerSettings.flatMap(([title, securityContext, spec]) => [
    securePod(`a container: ${title}`, { ...spec, containers: [container("a", securityContext)] }),
    securePod(`all kinds of containers: ${title}`, {
      ...spec,
      initContainers: [container("i", securityContext), container("j", secure)],
      containers: [container("b", securityContext), container("a", securityContext), container("c", secure)],
      ephemeralContainers: [container("e", securityContext)],
    }),
    securePod(`an ephemeral container: ${title}`, {
      ...spec,
      ephemeralContainers: [container("e", securityContext)],
    }),
  ]),
  ...podSettings.flatMap(([title, securityContext, spec]) => [
    securePod(`a Pod: ${title}`, { ...spec, securityContext }),
    securePod(`a Pod with a container that says nothing: ${title}`, {
      ...spec,
      securityContext,
      containers: [container("a", secure), container("b", {})],
    }),
  ]),
  ...[...sysctlNames, "kernel.sem"].map((name) =>
    securePod(`the parameter ${name}`, { securityContext: { sysctls: [{ name, value: "1" }] } }),
  ),
  securePod("all parameters", { securityContext: { sysctls: sysctlNames.map((name) => ({ name, value: "1" })) } }),
  ...Object.entries(volumes).map(([type, source]) =>
    securePod(`a volume: ${type}`, { volumes: [{ name: "v", [type]: source }] }),
  ),
  securePod("volumes of several types", {
    volumes: ["nfs", "hostPath", "secret", "nfs"].map((type, index) => ({ name: `v${index}`, [type]: volumes[type] })),
  }),
  ...annotations.map((one) => securePod(`annotations ${JSON.stringify(one)}`, two, one)),
  ...(["hostNetwork", "hostPID", "hostIPC"] as const).map((field) => securePod(field, { [field]: true })),
  securePod("all namespaces of the host", { hostNetwork: true, hostPID: true, hostIPC: true }),
  securePod("ports of the host", hostPorts),
  securePod("Windows without settings", { ...windows, containers: [container("a", {})] }),
  securePod("Windows without root", { ...windows, containers: [container("a", { runAsNonRoot: true })] }),
  securePod("a host process", {
    ...windows,
    hostNetwork: true,
    securityContext: { windowsOptions: { hostProcess: true } },
    containers: [container("a", {})],
  }),
  securePod("host processes in all containers", {
    hostNetwork: true,
    initContainers: [container("i", { windowsOptions: { hostProcess: true } })],
    containers: [container("a", { windowsOptions: { hostProcess: true } })],
  }),
  securePod("Linux without settings", { os: { name: "linux" }, containers: [container("a", {})] }),
  {
    title: "everything at once",
    annotations: { [seccomp]: "unconfined" },
    spec: {
      hostPID: true,
      securityContext: { runAsNonRoot: false, sysctls: [{ name: "kernel.msgmax", value: "1" }] },
      volumes: [{ name: "v", hostPath: volumes["hostPath"] }],
      initContainers: [worstContainer("i")],
      containers: [worstContainer("a")],
    },
  },
];
