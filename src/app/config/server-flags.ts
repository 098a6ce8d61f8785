/**
 * The flags of servers, in the order of help and documentation. A flag of the reference keeps its name and meaning.
 * Some defaults differ, because a cluster of `orch` starts on one machine.
 */
import { isIP } from "node:net";
import type { FlagSpec } from "../flags/flag-spec.ts";
import { controllerFlags } from "./controller-flags.ts";
import { parsePortRange } from "./port-range.ts";

const int32Max = 2 ** 31 - 1;

const servingFlags = [
  {
    name: "data-dir",
    type: "path",
    default: "./.orch",
    group: "Cluster",
    doc: "Folder of the cluster: its store, keys, certificates and admin.kubeconfig. Made when it does not exist.",
  },
  {
    name: "vocabulary",
    type: "enum",
    values: ["orch", "kubernetes"],
    default: "orch",
    group: "Cluster",
    doc:
      "Spelling of API groups, labels and other names that carry the product's name. With kubernetes, every existing " +
      "client works unchanged. Chosen when the data directory is made, and kept for its life: later starts need not repeat it.",
  },
  {
    name: "bind-address",
    type: "string",
    placeholder: "IP",
    default: "127.0.0.1",
    check: (value) => (isIP(value) === 0 ? "is not an IP address" : undefined),
    group: "Serving",
    doc: "Address on which to listen; 0.0.0.0 or :: for all interfaces.",
  },
  {
    name: "secure-port",
    type: "integer",
    min: 0,
    max: 65_535,
    default: 6443,
    group: "Serving",
    doc: "Port on which to serve HTTPS; 0 takes a free one, which the ready line then names.",
  },
  {
    name: "tls-cert-file",
    type: "path",
    group: "Serving",
    doc:
      "Serving certificate in PEM, with its intermediate certificates after it. Needs --tls-private-key-file. Without " +
      "it, a certificate signed by the cluster's own CA is kept in the data directory.",
  },
  {
    name: "tls-private-key-file",
    type: "path",
    group: "Serving",
    doc: "Private key in PEM that belongs to --tls-cert-file.",
  },
  {
    name: "tls-min-version",
    type: "enum",
    values: ["VersionTLS12", "VersionTLS13"],
    default: "VersionTLS12",
    group: "Serving",
    doc: "Oldest version of TLS that is spoken.",
  },
  {
    name: "client-ca-file",
    type: "path",
    group: "Serving",
    doc:
      "CA certificates in PEM. A client certificate signed by one of them identifies its user by common name, and its " +
      "groups by organization. The cluster's own CA counts besides, so that admin.kubeconfig goes on working.",
  },
  {
    name: "http2-max-streams-per-connection",
    type: "integer",
    min: 1,
    max: int32Max,
    default: 100,
    group: "Serving",
    doc: "Requests that one HTTP/2 connection may have open at a time, watches included.",
  },
  {
    name: "storage",
    type: "enum",
    values: ["lmdb", "memory"],
    default: "lmdb",
    group: "Storage",
    doc: "Where objects are kept: lmdb in the data directory, durable; memory until the server stops.",
  },
  {
    name: "etcd-prefix",
    type: "string",
    placeholder: "PREFIX",
    default: "/registry",
    check: (value) => (value.startsWith("/") ? undefined : "does not begin with a slash"),
    group: "Storage",
    doc: "Prefix of every key in the store, whatever the engine.",
  },
  {
    name: "etcd-compaction-interval",
    type: "duration",
    default: "5m0s",
    minMs: 0,
    group: "Storage",
    doc:
      "How long the store keeps history, whatever the engine: for so long a watch can go on from a past version and a " +
      "listing can be continued. 0 keeps all of it.",
  },
  {
    name: "event-ttl",
    type: "duration",
    default: "1h0m0s",
    minMs: 0,
    group: "Storage",
    doc:
      "How long an Event is kept after it was last written. It is settled when the Event is written: another value holds " +
      "for what is written from then on. 0 keeps Events until they are deleted.",
  },
  {
    name: "service-cluster-ip-range",
    type: "list",
    placeholder: "CIDR,...",
    default: ["10.96.0.0/12"],
    group: "Services",
    doc:
      "Range that cluster addresses of Services are taken from, or one of each address family with the main one first. " +
      "The first address is that of the API server's own Service. A range may hold 2^20 addresses.",
  },
  {
    name: "service-node-port-range",
    type: "string",
    placeholder: "FIRST-LAST",
    default: "30000-32767",
    check: (value) => (parsePortRange(value) ? undefined : "is not a range of ports such as 30000-32767"),
    group: "Services",
    doc: "Range that node ports of Services are taken from, health checks included; FIRST+MORE means the same.",
  },
  {
    name: "request-timeout",
    type: "duration",
    default: "1m0s",
    minMs: 1,
    group: "Requests",
    doc: "Time after which a request is answered with a timeout. Watches and other long-running requests are exempt.",
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
      "Shortest time for which a watch is kept open when its client does not say. Each watch gets a random time between " +
      "this and twice as long, so that they do not all come back at once.",
  },
  {
    name: "max-requests-inflight",
    type: "integer",
    min: 0,
    max: int32Max,
    default: 400,
    group: "Requests",
    doc: "Reading requests that are served at a time; more are refused with 429. 0 sets no limit.",
  },
  {
    name: "max-mutating-requests-inflight",
    type: "integer",
    min: 0,
    max: int32Max,
    default: 200,
    group: "Requests",
    doc: "Writing requests that are served at a time; more are refused with 429. 0 sets no limit.",
  },
  {
    name: "compression-min-bytes",
    type: "integer",
    unit: "bytes",
    min: 0,
    max: int32Max,
    default: 0,
    group: "Requests",
    doc: "Size from which an answer is compressed for clients that accept gzip.",
  },
  {
    name: "livez-grace-period",
    type: "duration",
    default: "0s",
    minMs: 0,
    group: "Start and stop",
    doc: "Time after the start during which /livez does not yet fail because of start-up work that is unfinished.",
  },
  {
    name: "shutdown-delay-duration",
    type: "duration",
    default: "0s",
    minMs: 0,
    group: "Start and stop",
    doc:
      "Time between the stop signal and the end of serving. Meanwhile /readyz fails and everything else goes on, so that " +
      "load balancers can turn away first.",
  },
  {
    name: "runtime-config",
    type: "list",
    placeholder: "KEY=true|false,...",
    default: [],
    group: "Features",
    doc:
      "Versions and resources of the API to turn on or off: group/version or group/version/resource; api/alpha, api/beta " +
      "and api/ga for all of a stability, api/all for everything. A key alone means true; the most exact key counts.",
  },
  {
    name: "allow-privileged",
    type: "boolean",
    default: true,
    group: "Features",
    doc: "Whether Pods may ask for privileged containers, and for host process containers on Windows.",
  },
  {
    name: "feature-gates",
    type: "list",
    placeholder: "NAME=true|false,...",
    default: [],
    group: "Features",
    doc:
      "Features to turn on or off, by the names of the reference's gates; AllAlpha and AllBeta stand for all of a stage. " +
      "A gate that has no effect in this release is accepted with a warning.",
  },
] as const satisfies readonly FlagSpec[];

const loggingFlags = [
  {
    name: "logging-format",
    type: "enum",
    values: ["text", "json"],
    default: "text",
    group: "Logging",
    doc: "Form of the log lines on standard error.",
  },
] as const satisfies readonly FlagSpec[];

/** Flags of `orch apiserver`. */
export const apiserverFlags = [...servingFlags, ...loggingFlags] as const;

/** Flags of `orch up`: those of `orch apiserver`, and those of its controllers. */
export const upFlags = [...servingFlags, ...controllerFlags, ...loggingFlags] as const;

/** Flag of a server. */
export type ServerFlag = (typeof upFlags)[number];
