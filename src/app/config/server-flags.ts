/**
 * The flags of servers, in the order of help and documentation. A flag of the reference keeps its name and meaning.
 * Some defaults differ, because a cluster of `orch` starts on one machine.
 */
import { isIP } from "node:net";
import type { FlagSpec } from "../flags/flag-spec.ts";
import { addressFlags } from "./address-flags.ts";
import { admissionFlags } from "./admission-config.ts";
import { auditFlags } from "./audit-flags.ts";
import { authenticationFlags } from "./authentication-flags.ts";
import { authorizationFlags } from "./authorization-flags.ts";
import { tlsFlags, webFlags } from "./connection-flags.ts";
import { controllerFlags, garbageCollectorFlag } from "./controller-flags.ts";
import { diagnosisFlags } from "./diagnosis-flags.ts";
import { encryptionFlags } from "./encryption-flags.ts";
import { etcdFlags, etcdPrefixFlag } from "./etcd-flags.ts";
import { featureFlags } from "./feature-flags.ts";
import { ineffectiveFlags } from "./ineffective-flags.ts";
import { serverLoggingFlags } from "./logging-flags.ts";
import { metricsFlags } from "./metrics-config.ts";
import { serviceFlags } from "./service-flags.ts";
import { tracingFlags } from "./tracing-flags.ts";

const int32Max = 2 ** 31 - 1;
/** Greatest number of processes of a server. LMDB has 126 slots for readers, and each process uses at least one. */
export const workersMax = 64;

const servingFlags = [
  {
    name: "data-dir",
    type: "path",
    default: "./.orch",
    group: "Cluster",
    doc:
      "Folder of the cluster with its store, keys, certificates and admin.kubeconfig. It is created if it is " +
      "missing.",
  },
  {
    name: "vocabulary",
    type: "enum",
    values: ["orch", "kubernetes"],
    default: "orch",
    group: "Cluster",
    doc:
      "Spelling of API groups, labels and other names that contain the product's name. With kubernetes, every " +
      "existing client works unchanged. It is chosen when the data directory is created and cannot be changed. " +
      "Later starts need not repeat it.",
  },
  {
    name: "bind-address",
    type: "string",
    placeholder: "IP",
    default: "127.0.0.1",
    check: (value) => (isIP(value) === 0 ? "is not an IP address" : undefined),
    group: "Serving",
    doc: "Address to listen on; 0.0.0.0 or :: for all interfaces.",
  },
  {
    name: "secure-port",
    type: "integer",
    min: 0,
    max: 65_535,
    default: 6443,
    group: "Serving",
    doc: "Port for HTTPS; 0 takes a free port, which the ready line names.",
  },
  ...addressFlags,
  {
    name: "cert-dir",
    type: "path",
    group: "Serving",
    doc:
      "Folder of the serving certificate, apiserver.crt and apiserver.key. If both files exist, they are used. Otherwise, a " +
      "certificate of the cluster's own CA is created there. Ignored with --tls-cert-file. Default: the data directory.",
  },
  {
    name: "tls-cert-file",
    type: "path",
    group: "Serving",
    doc:
      "Serving certificate in PEM, followed by its intermediate certificates. Requires --tls-private-key-file. " +
      "Default: a certificate in the data directory that the cluster's own CA signs.",
  },
  {
    name: "tls-private-key-file",
    type: "path",
    group: "Serving",
    doc: "Private key of --tls-cert-file, in PEM.",
  },
  {
    name: "tls-min-version",
    type: "enum",
    values: ["VersionTLS10", "VersionTLS11", "VersionTLS12", "VersionTLS13"],
    unknownText: (value) => `unknown tls version ${JSON.stringify(value)}`,
    default: "VersionTLS12",
    group: "Serving",
    doc: "Oldest TLS version that is accepted. HTTP/2 requires TLS 1.2, so older clients can use only HTTP/1.1.",
  },
  ...tlsFlags,
  {
    name: "http2-max-streams-per-connection",
    type: "integer",
    min: 0,
    max: int32Max,
    default: 100,
    group: "Serving",
    doc: "Maximum number of concurrent requests on one HTTP/2 connection, including watches. 0 means the default.",
  },
  ...webFlags,
  ...authenticationFlags,
  ...authorizationFlags,
  ...auditFlags,
  ...admissionFlags,
  {
    name: "workers",
    type: "integer",
    min: 1,
    max: workersMax,
    group: "Serving",
    doc:
      "Number of processes with which the server starts, 1 if the flag is absent. All of them serve connections on the " +
      "port and use the same store. Each process admits its share of the concurrent requests.",
  },
  {
    name: "workers-max",
    type: "integer",
    min: 1,
    max: workersMax,
    group: "Serving",
    doc:
      "Greatest number of processes. While all processes are busy, the server adds others. If the flag is absent, the " +
      "limit is the number of --workers, or else the number of cores, but 1 on one or two cores.",
  },
  {
    name: "storage",
    type: "enum",
    values: ["lmdb", "memory"],
    default: "lmdb",
    group: "Storage",
    doc:
      "Where objects are stored: lmdb durably in the data directory, memory until the server stops. With " +
      "--etcd-servers, they are stored in etcd instead.",
  },
  ...etcdFlags,
  { ...etcdPrefixFlag, doc: "Prefix of all keys in the store, with any engine." },
  ...encryptionFlags,
  {
    name: "etcd-compaction-interval",
    type: "duration",
    default: "5m0s",
    minMs: 0,
    group: "Storage",
    doc:
      "How long the store keeps old revisions, with any engine. Watches can resume and lists can continue from " +
      "revisions within this time. 0 keeps all history. With etcd, one of the servers compacts once in this interval, " +
      "so revisions are kept for up to twice as long. All servers should have the same value.",
  },
  {
    name: "history-max-size",
    type: "integer",
    unit: "MiB",
    default: 256,
    min: 0,
    max: 1_048_576,
    group: "Storage",
    doc:
      "Greatest size of the replaced values that a local store keeps beyond --etcd-compaction-interval, for `orch history`, " +
      "`orch get --at` and `orch undo`. 0 keeps none. With etcd, the history ends at the last compaction.",
  },
  {
    name: "etcd-db-metric-poll-interval",
    type: "duration",
    default: "30s",
    minMs: 0,
    group: "Storage",
    doc:
      "How often the size of etcd's database is read for the metric apiserver_storage_size_bytes. 0 leaves the metric " +
      "out. Requires --etcd-servers. The size of a local store is read for each request of the metrics.",
  },
  {
    name: "lease-reuse-duration-seconds",
    type: "integer",
    default: 60,
    min: 0,
    max: int32Max,
    group: "Storage",
    doc:
      "How long a lease of etcd is given to further objects that expire, such as Events, but at most for a twentieth of " +
      "their lifetime. Each object may live this much longer. Requires --etcd-servers.",
  },
  {
    name: "etcd-healthcheck-timeout",
    type: "duration",
    default: "2s",
    minMs: 1,
    group: "Storage",
    doc: "Time limit of the check etcd of /livez and /healthz, which requests the newest revision from the store.",
  },
  {
    name: "etcd-readycheck-timeout",
    type: "duration",
    default: "2s",
    minMs: 1,
    group: "Storage",
    doc: "Time limit of the check etcd of /readyz, which requests the newest revision from the store.",
  },
  {
    name: "event-ttl",
    type: "duration",
    default: "1h0m0s",
    minMs: 0,
    group: "Storage",
    doc:
      "How long an Event is kept after its last write. Each Event keeps the value that applied when it was written. " +
      "0 keeps Events until they are deleted.",
  },
  ...serviceFlags,
  {
    name: "request-timeout",
    type: "duration",
    default: "1m0s",
    minMs: 1,
    group: "Requests",
    doc: "Time after which a request fails with a timeout. Watches and other long-running requests are exempt.",
  },
  {
    name: "min-request-timeout",
    type: "integer",
    unit: "seconds",
    min: 0,
    max: int32Max,
    default: 1800,
    group: "Requests",
    doc:
      "Shortest duration of a watch whose client does not request one. Each watch gets a random duration from this " +
      "value to twice this value, so that watches do not all reconnect at the same time.",
  },
  {
    name: "enable-priority-and-fairness",
    type: "boolean",
    default: true,
    group: "Requests",
    doc:
      "Share the sum of --max-requests-inflight and --max-mutating-requests-inflight between priority levels, as the " +
      "FlowSchemas and PriorityLevelConfigurations of the cluster say. Otherwise, reads and writes are limited separately.",
  },
  {
    name: "max-requests-inflight",
    type: "integer",
    min: 0,
    max: int32Max,
    default: 400,
    group: "Requests",
    doc:
      "With --enable-priority-and-fairness, the part of the concurrent requests that this flag adds. Otherwise, the " +
      "maximum number of concurrent reading requests: a limited number of further requests waits for up to 5 seconds, " +
      "others are rejected with 429, and 0 sets no limit.",
  },
  {
    name: "max-mutating-requests-inflight",
    type: "integer",
    min: 0,
    max: int32Max,
    default: 200,
    group: "Requests",
    doc:
      "With --enable-priority-and-fairness, the part of the concurrent requests that this flag adds. Otherwise, the " +
      "maximum number of concurrent writing requests: a limited number of further requests waits for up to 5 seconds, " +
      "others are rejected with 429, and 0 sets no limit.",
  },
  {
    name: "compression-min-bytes",
    type: "integer",
    unit: "bytes",
    min: 0,
    max: int32Max,
    default: 0,
    group: "Requests",
    doc: "Smallest response that is compressed for clients that accept gzip.",
  },
  {
    name: "livez-grace-period",
    type: "duration",
    default: "0s",
    minMs: 0,
    group: "Start and stop",
    doc: "Time after the start during which unfinished start-up work does not fail /livez.",
  },
  {
    name: "shutdown-delay-duration",
    type: "duration",
    default: "0s",
    minMs: 0,
    group: "Start and stop",
    doc:
      "Time between the stop signal and the end of serving. During this time /readyz fails and requests are still " +
      "served, so that load balancers can switch to another server.",
  },
  {
    name: "runtime-config",
    type: "list",
    placeholder: "KEY=true|false,...",
    default: [],
    group: "Features",
    doc:
      "API versions and resources to enable or disable: group/version or group/version/resource; api/alpha, " +
      "api/beta and api/ga for a stability; api/all for all. A key without a value means true. The most specific " +
      "key counts.",
  },
  {
    name: "allow-privileged",
    type: "boolean",
    default: true,
    group: "Features",
    doc: "Whether Pods may use privileged containers, and host process containers on Windows.",
  },
  garbageCollectorFlag,
  ...featureFlags,
  ...metricsFlags,
  ...diagnosisFlags,
  ...tracingFlags,
  ...ineffectiveFlags,
] as const satisfies readonly FlagSpec[];

/** Flags of `orch apiserver`. */
export const apiserverFlags = [...servingFlags, ...serverLoggingFlags] as const;

/** Flags of `orch up`: those of `orch apiserver`, and those of its controllers. */
export const upFlags = [...servingFlags, ...controllerFlags, ...serverLoggingFlags] as const;

/** Any flag of `orch up`, which has all flags of servers. */
export type ServerFlag = (typeof upFlags)[number];
