/** The flags of `orch controller-manager`. */
import { isIP } from "node:net";
import { vocabularyNames } from "../../meta/vocabulary.ts";
import type { FlagSpec } from "../flags/flag-spec.ts";
import { controllerFlags } from "./controller-flags.ts";

/** All flags of the command, in the order of help. */
export const controllerManagerFlags = [
  {
    name: "kubeconfig",
    type: "path",
    group: "Server",
    doc: "Client configuration that says which server, and as whom. Default: as for the commands that show objects.",
  },
  {
    name: "context",
    type: "string",
    placeholder: "NAME",
    group: "Server",
    doc: "Context of the client configuration, instead of its current one.",
  },
  {
    name: "vocabulary",
    type: "enum",
    values: vocabularyNames,
    default: "orch",
    group: "Server",
    doc: "Spelling of names that carry the product's name, as the server has it.",
  },
  ...controllerFlags,
  {
    name: "root-ca-file",
    type: "path",
    group: "Controllers",
    doc:
      "CA certificates in PEM that every namespace is given to know the API server by. Default: those of the client " +
      "configuration.",
  },
  {
    name: "leader-elect",
    type: "boolean",
    default: true,
    group: "Leader election",
    doc: "Work only while this process holds the Lease, so that several can stand by for one another.",
  },
  {
    name: "leader-elect-lease-duration",
    type: "duration",
    default: "15s",
    minMs: 1000,
    group: "Leader election",
    doc: "How long others wait after the last renewal that they have seen.",
  },
  {
    name: "leader-elect-renew-deadline",
    type: "duration",
    default: "10s",
    minMs: 1,
    group: "Leader election",
    doc: "How long after its last renewal a leader stops to lead; shorter than the lease lasts.",
  },
  {
    name: "leader-elect-retry-period",
    type: "duration",
    default: "2s",
    minMs: 1,
    group: "Leader election",
    doc: "How often the Lease is renewed, and asked for.",
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
    doc: "Address on which /healthz and /metrics are served.",
  },
  {
    name: "secure-port",
    type: "integer",
    min: 0,
    max: 65_535,
    default: 10_257,
    group: "Health and metrics",
    doc: "Port on which they are served, with HTTPS; 0 takes a free one, which the ready line then names.",
  },
  {
    name: "client-ca-file",
    type: "path",
    group: "Health and metrics",
    doc:
      "CA certificates in PEM by which clients of /metrics are known, who must be of the group system:masters. Default: " +
      "those of the client configuration. Everybody may ask for /healthz.",
  },
  {
    name: "logging-format",
    type: "enum",
    values: ["text", "json"],
    default: "text",
    group: "Logging",
    doc: "Form of the log lines on standard error.",
  },
] as const satisfies readonly FlagSpec[];

/** Flag of `orch controller-manager`. */
export type ControllerManagerFlag = (typeof controllerManagerFlags)[number];
