/** A Pod spec with many fields, in the canonical form in which the server returns it. */

const probe = { timeoutSeconds: 2, periodSeconds: 5, successThreshold: 1, failureThreshold: 4 };

/** Fields that both containers and init containers may have. */
const anyContainer = {
  image: "registry.example/shop/web:1.4",
  command: ["web"],
  args: ["--listen=:8080"],
  workingDir: "/srv",
  envFrom: [{ prefix: "SHOP_", configMapRef: { name: "settings", optional: true } }, { secretRef: { name: "login" } }],
  env: [
    { name: "CURRENCY", value: "EUR" },
    { name: "NODE", valueFrom: { fieldRef: { apiVersion: "v1", fieldPath: "spec.nodeName" } } },
    { name: "CPU", valueFrom: { resourceFieldRef: { resource: "limits.cpu", divisor: "1m" } } },
    { name: "THEME", valueFrom: { configMapKeyRef: { name: "settings", key: "theme", optional: true } } },
    { name: "PASSWORD", valueFrom: { secretKeyRef: { name: "login", key: "password" } } },
  ],
  resources: { limits: { cpu: "500m", memory: "128Mi" }, requests: { cpu: "100m", memory: "64Mi" } },
  volumeMounts: [
    { name: "scratch", mountPath: "/scratch" },
    { name: "settings", readOnly: true, mountPath: "/etc/web", subPath: "web" },
  ],
  volumeDevices: [{ name: "data", devicePath: "/dev/data" }],
  terminationMessagePath: "/dev/message",
  terminationMessagePolicy: "FallbackToLogsOnError",
  imagePullPolicy: "Always",
  securityContext: {
    capabilities: { add: ["NET_BIND_SERVICE"], drop: ["ALL"] },
    privileged: false,
    runAsUser: 1000,
    runAsGroup: 1000,
    runAsNonRoot: true,
    readOnlyRootFilesystem: true,
    allowPrivilegeEscalation: false,
    seccompProfile: { type: "Localhost", localhostProfile: "web.json" },
  },
  stdin: true,
  stdinOnce: true,
  tty: true,
};

const container = {
  ...anyContainer,
  name: "web",
  ports: [{ name: "http", hostPort: 18080, containerPort: 8080, protocol: "TCP", hostIP: "127.0.0.1" }],
  resizePolicy: [
    { resourceName: "cpu", restartPolicy: "NotRequired" },
    { resourceName: "memory", restartPolicy: "RestartContainer" },
  ],
  livenessProbe: { exec: { command: ["alive"] }, initialDelaySeconds: 3, ...probe },
  readinessProbe: {
    httpGet: { path: "/ready", port: "http", scheme: "HTTPS", httpHeaders: [{ name: "X-Probe", value: "yes" }] },
    ...probe,
  },
  startupProbe: { grpc: { port: 9090, service: "health" }, ...probe },
  lifecycle: { postStart: { tcpSocket: { port: 8080 } }, preStop: { sleep: { seconds: 2 } } },
};

const notRestarted = [
  { resourceName: "cpu", restartPolicy: "NotRequired" },
  { resourceName: "memory", restartPolicy: "NotRequired" },
];

const volumes = [
  { name: "scratch", emptyDir: { medium: "Memory", sizeLimit: "1Gi" } },
  {
    name: "settings",
    configMap: { name: "settings", items: [{ key: "web", path: "web", mode: 256 }], defaultMode: 420, optional: true },
  },
  { name: "login", secret: { secretName: "login", defaultMode: 288, optional: false } },
  { name: "host", hostPath: { path: "/var/log", type: "Directory" } },
  { name: "data", persistentVolumeClaim: { claimName: "data", readOnly: true } },
  {
    name: "all",
    projected: {
      sources: [
        { serviceAccountToken: { audience: "shop", expirationSeconds: 3600, path: "token" } },
        { downwardAPI: { items: [{ path: "labels", fieldRef: { apiVersion: "v1", fieldPath: "metadata.labels" } }] } },
      ],
      defaultMode: 420,
    },
  },
  { name: "csi", csi: { driver: "csi.example.com", readOnly: true, volumeAttributes: { tier: "gold" } } },
  { name: "nfs", nfs: { server: "nfs.example.com", path: "/export", readOnly: true } },
  {
    name: "own",
    ephemeral: {
      volumeClaimTemplate: {
        metadata: { creationTimestamp: null, labels: { tier: "gold" } },
        spec: {
          accessModes: ["ReadWriteOnce"],
          resources: { requests: { storage: "1Gi" } },
          storageClassName: "fast",
          volumeMode: "Filesystem",
        },
      },
    },
  },
];

const podTerm = {
  labelSelector: { matchExpressions: [{ key: "app", operator: "In", values: ["web"] }] },
  namespaces: ["shop"],
  topologyKey: "kubernetes.io/hostname",
};

const affinity = {
  nodeAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [{ matchExpressions: [{ key: "disk", operator: "In", values: ["ssd"] }] }],
    },
    preferredDuringSchedulingIgnoredDuringExecution: [
      { weight: 7, preference: { matchFields: [{ key: "metadata.name", operator: "In", values: ["worker-1"] }] } },
    ],
  },
  podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 3, podAffinityTerm: podTerm }] },
  podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [podTerm] },
};

/** Returns the spec with a restart policy that the owning kind allows. */
export function podSpec(restartPolicy: "Always" | "Never"): object {
  return {
    volumes,
    initContainers: [{ ...anyContainer, name: "migrate" }],
    containers: [restartPolicy === "Always" ? container : { ...container, resizePolicy: notRestarted }],
    restartPolicy,
    terminationGracePeriodSeconds: 5,
    dnsPolicy: "None",
    nodeSelector: { disk: "ssd" },
    serviceAccountName: "web",
    serviceAccount: "web",
    automountServiceAccountToken: false,
    shareProcessNamespace: true,
    securityContext: {
      runAsUser: 1000,
      runAsGroup: 1000,
      runAsNonRoot: true,
      supplementalGroups: [2000],
      fsGroup: 3000,
      sysctls: [{ name: "net.core.somaxconn", value: "1024" }],
      fsGroupChangePolicy: "OnRootMismatch",
      seccompProfile: { type: "RuntimeDefault" },
    },
    imagePullSecrets: [{ name: "registry-login" }],
    hostname: "web",
    subdomain: "shop",
    affinity,
    schedulerName: "own-scheduler",
    tolerations: [
      { key: "dedicated", operator: "Equal", value: "shop", effect: "NoExecute", tolerationSeconds: 60 },
      { key: "gpu", operator: "Exists", effect: "NoSchedule" },
    ],
    hostAliases: [{ ip: "192.0.2.9", hostnames: ["cache.example.com"] }],
    priorityClassName: "high",
    dnsConfig: { nameservers: ["192.0.2.53"], searches: ["example.com"], options: [{ name: "ndots", value: "2" }] },
    readinessGates: [{ conditionType: "example.com/warm" }],
    runtimeClassName: "gvisor",
    enableServiceLinks: false,
    preemptionPolicy: "Never",
    topologySpreadConstraints: [
      {
        maxSkew: 1,
        topologyKey: "zone",
        whenUnsatisfiable: "DoNotSchedule",
        labelSelector: { matchLabels: { app: "web" } },
        minDomains: 2,
        nodeAffinityPolicy: "Honor",
        nodeTaintsPolicy: "Ignore",
        matchLabelKeys: ["pod-template-hash"],
      },
    ],
    setHostnameAsFQDN: true,
    os: { name: "linux" },
  };
}
