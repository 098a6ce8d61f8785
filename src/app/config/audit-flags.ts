/** The flags of the audit log, with the reference's names. */
import { group as groupToken, vocabularies, vocabularyNames } from "../../meta/vocabulary.ts";
import type { FlagSpec } from "../flags/flag-spec.ts";

const group = "Audit log";
const int32Max = 2 ** 31 - 1;
const bytesMax = 2 ** 40;

/** The modes of a backend. */
export const auditModes = ["batch", "blocking", "blocking-strict"] as const;

const positiveNumber = (text: string): string | undefined =>
  /^\d{1,9}(\.\d{1,9})?$/.test(text) ? undefined : "is not a number that is 0 or more";

const eventVersions = vocabularyNames.map((name) => `${vocabularies[name].bind(groupToken("audit"))}/v1`);

const eventVersion = (text: string): string | undefined =>
  eventVersions.includes(text) ? undefined : `must be ${eventVersions.join(" or ")}`;

const modeDoc =
  "How events are stored. With batch, they are stored while requests continue, and events are lost if the buffer is full. With " +
  "blocking, a response waits until its event is stored. With blocking-strict, a request also fails if its first event cannot be stored.";

/** The flags of policy, log and webhook, in the order of help. */
export const auditFlags = [
  {
    name: "audit-policy-file",
    type: "path",
    group,
    doc: "File with the audit policy, in YAML or JSON. Without it, no request is recorded.",
  },
  {
    name: "audit-log-path",
    type: "string",
    placeholder: "PATH",
    group,
    doc: "File to which audit events are written, a line each. With -, they are written to standard output.",
  },
  {
    name: "audit-log-maxage",
    type: "integer",
    unit: "days",
    min: 0,
    max: int32Max,
    default: 0,
    group,
    doc: "Number of days after which old log files are deleted. 0 keeps them.",
  },
  {
    name: "audit-log-maxbackup",
    type: "integer",
    min: 0,
    max: int32Max,
    default: 0,
    group,
    doc: "Number of old log files that are kept. 0 keeps all.",
  },
  {
    name: "audit-log-maxsize",
    type: "integer",
    unit: "megabytes",
    min: 0,
    max: 1_000_000,
    default: 0,
    group,
    doc: "Size in MiB at which the log file is replaced by a new one. 0 stands for 100.",
  },
  {
    name: "audit-log-compress",
    type: "boolean",
    default: false,
    group,
    doc: "Whether old log files are compressed with gzip.",
  },
  {
    name: "audit-log-format",
    type: "enum",
    values: ["legacy", "json"],
    default: "json",
    group,
    doc: "Form of the lines: json has all fields of an event, legacy is a short text.",
  },
  {
    name: "audit-log-version",
    type: "string",
    placeholder: "GROUP/VERSION",
    check: eventVersion,
    group,
    doc: "Version of the events in the log. There is one, which is the default.",
  },
  { name: "audit-log-mode", type: "enum", values: auditModes, default: "blocking", group, doc: modeDoc },
  {
    name: "audit-log-batch-buffer-size",
    type: "integer",
    min: 0,
    max: int32Max,
    default: 10_000,
    group,
    doc: "Events that can wait to be written. Only in the mode batch.",
  },
  {
    name: "audit-log-batch-max-size",
    type: "integer",
    min: 0,
    max: int32Max,
    default: 1,
    group,
    doc: "Largest number of events in a batch. Only in the mode batch.",
  },
  {
    name: "audit-log-batch-max-wait",
    type: "duration",
    minMs: 0,
    default: "0s",
    group,
    doc: "Longest time that an event waits for a full batch. Only in the mode batch.",
  },
  {
    name: "audit-log-batch-throttle-enable",
    type: "boolean",
    default: false,
    group,
    doc: "Whether the number of batches per second is limited. Only in the mode batch.",
  },
  {
    name: "audit-log-batch-throttle-qps",
    type: "string",
    placeholder: "NUMBER",
    default: "0",
    check: positiveNumber,
    group,
    doc: "Average number of batches per second. Only in the mode batch.",
  },
  {
    name: "audit-log-batch-throttle-burst",
    type: "integer",
    min: 0,
    max: int32Max,
    default: 0,
    group,
    doc: "Batches that can be written at once after a time with few events. Only in the mode batch.",
  },
  {
    name: "audit-log-truncate-enabled",
    type: "boolean",
    default: false,
    group,
    doc: "Whether objects are removed from large events, and large batches are divided.",
  },
  {
    name: "audit-log-truncate-max-batch-size",
    type: "integer",
    unit: "bytes",
    min: 0,
    max: bytesMax,
    default: 10_485_760,
    group,
    doc: "Largest size of a batch.",
  },
  {
    name: "audit-log-truncate-max-event-size",
    type: "integer",
    unit: "bytes",
    min: 0,
    max: bytesMax,
    default: 102_400,
    group,
    doc: "Largest size of an event. A larger one is stored without its objects. If it is still too large, it is dropped.",
  },
  {
    name: "audit-webhook-config-file",
    type: "path",
    group,
    doc: "Client configuration (kubeconfig) of the webhook that receives audit events.",
  },
  {
    name: "audit-webhook-initial-backoff",
    type: "duration",
    minMs: 0,
    default: "10s",
    group,
    doc: "Wait before a failed request to the webhook is sent again. It grows with each further failure.",
  },
  {
    name: "audit-webhook-batch-initial-backoff",
    type: "duration",
    minMs: 0,
    group,
    doc: "Former name of --audit-webhook-initial-backoff.",
    deprecation: {
      since: 10,
      replacements: ["audit-webhook-initial-backoff"],
      message: "Deprecated, use --audit-webhook-initial-backoff instead.",
    },
  },
  {
    name: "audit-webhook-version",
    type: "string",
    placeholder: "GROUP/VERSION",
    check: eventVersion,
    group,
    doc: "Version of the events that the webhook receives. There is one, which is the default.",
  },
  { name: "audit-webhook-mode", type: "enum", values: auditModes, default: "batch", group, doc: modeDoc },
  {
    name: "audit-webhook-batch-buffer-size",
    type: "integer",
    min: 0,
    max: int32Max,
    default: 10_000,
    group,
    doc: "Events that can wait to be sent. Only in the mode batch.",
  },
  {
    name: "audit-webhook-batch-max-size",
    type: "integer",
    min: 0,
    max: int32Max,
    default: 400,
    group,
    doc: "Largest number of events in a batch. Only in the mode batch.",
  },
  {
    name: "audit-webhook-batch-max-wait",
    type: "duration",
    minMs: 0,
    default: "30s",
    group,
    doc: "Longest time that an event waits for a full batch. Only in the mode batch.",
  },
  {
    name: "audit-webhook-batch-throttle-enable",
    type: "boolean",
    default: true,
    group,
    doc: "Whether the number of batches per second is limited. Only in the mode batch.",
  },
  {
    name: "audit-webhook-batch-throttle-qps",
    type: "string",
    placeholder: "NUMBER",
    default: "10",
    check: positiveNumber,
    group,
    doc: "Average number of batches per second. Only in the mode batch.",
  },
  {
    name: "audit-webhook-batch-throttle-burst",
    type: "integer",
    min: 0,
    max: int32Max,
    default: 15,
    group,
    doc: "Batches that can be sent at once after a time with few events. Only in the mode batch.",
  },
  {
    name: "audit-webhook-truncate-enabled",
    type: "boolean",
    default: false,
    group,
    doc: "Whether objects are removed from large events, and large batches are divided.",
  },
  {
    name: "audit-webhook-truncate-max-batch-size",
    type: "integer",
    unit: "bytes",
    min: 0,
    max: bytesMax,
    default: 10_485_760,
    group,
    doc: "Largest size of a batch.",
  },
  {
    name: "audit-webhook-truncate-max-event-size",
    type: "integer",
    unit: "bytes",
    min: 0,
    max: bytesMax,
    default: 102_400,
    group,
    doc: "Largest size of an event. A larger one is sent without its objects. If it is still too large, it is dropped.",
  },
] as const satisfies readonly FlagSpec[];

/** A flag of the audit log. */
export type AuditFlag = (typeof auditFlags)[number];
