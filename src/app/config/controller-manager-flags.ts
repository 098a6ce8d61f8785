/** The flags of `orch controller-manager`. */
import { isIP } from "node:net";
import { vocabularyNames } from "../../meta/vocabulary.ts";
import type { FlagSpec } from "../flags/flag-spec.ts";
import { controllerFlags, garbageCollectorFlag } from "./controller-flags.ts";
import { diagnosisFlags } from "./diagnosis-flags.ts";
import { featureFlags } from "./feature-flags.ts";
import { contentionProfilingFlag } from "./ineffective-flags.ts";
import { serverLoggingFlags } from "./logging-flags.ts";
import { metricsFlags } from "./metrics-config.ts";

/** All flags of the command, in the order of help. */
export const controllerManagerFlags = [
  {
    name: "kubeconfig",
    type: "path",
    group: "Server",
    doc:
      "Client configuration with the server and the user. Default: as for `orch get`, but with " +
      "./.orch/controller-manager.kubeconfig as the last choice.",
  },
  {
    name: "context",
    type: "string",
    placeholder: "NAME",
    group: "Server",
    doc: "Context of the client configuration. Default: its current context.",
  },
  {
    name: "vocabulary",
    type: "enum",
    values: vocabularyNames,
    default: "orch",
    group: "Server",
    doc: "Spelling of names that contain the product's name; must match the server.",
  },
  garbageCollectorFlag,
  ...controllerFlags,
  {
    name: "root-ca-file",
    type: "path",
    group: "Controllers",
    doc:
      "CA certificates in PEM that each namespace and each token Secret gets, to verify the API server. Default: those " +
      "of the client configuration.",
  },
  {
    name: "service-account-private-key-file",
    type: "path",
    group: "Controllers",
    doc:
      "Private key in PEM that signs the tokens in Secrets, such as pki/sa.key in the data directory of the server. Default: none, " +
      "so that serviceaccount-token-controller does not run, and token Secrets stay empty.",
  },
  {
    name: "use-service-account-credentials",
    type: "boolean",
    default: true,
    group: "Controllers",
    doc:
      "Whether each controller acts as its own ServiceAccount, with tokens that this process requests. Otherwise all " +
      "controllers act as the user of the client configuration, who then needs the roles of all controllers.",
  },
  {
    name: "leader-elect",
    type: "boolean",
    default: true,
    group: "Leader election",
    doc: "Work only while this process holds the Lease, so that other processes can stand by.",
  },
  {
    name: "leader-elect-lease-duration",
    type: "duration",
    default: "15s",
    minMs: 1000,
    group: "Leader election",
    doc: "Time after the last observed renewal at which another process may take the Lease.",
  },
  {
    name: "leader-elect-renew-deadline",
    type: "duration",
    default: "10s",
    minMs: 1,
    group: "Leader election",
    doc: "Time after its last renewal at which a leader stops leading; must be shorter than the lease duration.",
  },
  {
    name: "leader-elect-retry-period",
    type: "duration",
    default: "2s",
    minMs: 1,
    group: "Leader election",
    doc: "Interval between attempts to renew or acquire the Lease.",
  },
  {
    name: "leader-elect-resource-name",
    type: "string",
    placeholder: "NAME",
    group: "Leader election",
    doc: "Name of the Lease. Default: orch-controller-manager.",
  },
  {
    name: "leader-elect-resource-namespace",
    type: "string",
    placeholder: "NAME",
    group: "Leader election",
    doc: "Namespace of the Lease. Default: orch-system.",
  },
  {
    name: "bind-address",
    type: "string",
    placeholder: "IP",
    default: "127.0.0.1",
    check: (value) => (isIP(value) === 0 ? "is not an IP address" : undefined),
    group: "Health and metrics",
    doc: "Address for /healthz and /metrics.",
  },
  {
    name: "secure-port",
    type: "integer",
    min: 0,
    max: 65_535,
    default: 10_257,
    group: "Health and metrics",
    doc: "HTTPS port for /healthz and /metrics; 0 takes a free port, which the ready line names.",
  },
  {
    name: "client-ca-file",
    type: "path",
    group: "Health and metrics",
    doc:
      "CA certificates in PEM that identify clients of /metrics, who must be in the group system:masters. Default: " +
      "those of the client configuration. /healthz needs no certificate.",
  },
  ...featureFlags,
  ...metricsFlags,
  ...diagnosisFlags,
  contentionProfilingFlag,
  ...serverLoggingFlags,
] as const satisfies readonly FlagSpec[];

/** Flag of `orch controller-manager`. */
export type ControllerManagerFlag = (typeof controllerManagerFlags)[number];
