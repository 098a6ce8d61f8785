/** The configuration of the audit log. It is plain data. */
import type { AuditPolicy } from "../../audit/index.ts";
import type { ExplicitValues, FlagValues } from "../flags/flag-spec.ts";
import { withDefaults } from "../flags/flag-value.ts";
import { type AuditFlag, auditFlags, type auditModes } from "./audit-flags.ts";

/** How a backend stores events. */
export type AuditMode = (typeof auditModes)[number];

/** Policy and backends of the audit log. Paths are absolute. */
export interface AuditConfig {
  readonly policyFile: string | undefined;
  /** Undefined without `--audit-log-path`. */
  readonly log: AuditLogConfig | undefined;
  /** Undefined without `--audit-webhook-config-file`. */
  readonly webhook: AuditWebhookConfig | undefined;
}

/** How a backend gets its events. */
export interface AuditBackendConfig {
  readonly mode: AuditMode;
  readonly batch: AuditBatchConfig;
  /** Undefined: events are not truncated. */
  readonly truncation: AuditTruncationConfig | undefined;
}

/** Sizes and rates of batches. */
export interface AuditBatchConfig {
  readonly bufferSize: number;
  readonly batchSize: number;
  readonly maxWaitMs: number;
  /** Undefined: no limit. */
  readonly throttle: { readonly perSecond: number; readonly burst: number } | undefined;
}

/** Largest sizes of events and batches. */
export interface AuditTruncationConfig {
  readonly eventBytesMax: number;
  readonly batchBytesMax: number;
}

/** The backend that writes lines. */
export interface AuditLogConfig extends AuditBackendConfig {
  /** `-` for standard output. */
  readonly path: string;
  readonly format: "json" | "legacy";
  readonly bytesMax: number;
  /** `Infinity`: no limit. */
  readonly ageMsMax: number;
  /** `Infinity`: no limit. */
  readonly backupsMax: number;
  readonly compresses: boolean;
}

/** The backend that sends lists of events to a server. */
export interface AuditWebhookConfig extends AuditBackendConfig {
  readonly configFile: string;
  readonly initialBackoffMs: number;
}

/** The policy and the properties of the backends that each process of a server needs. */
export interface LoadedAudit {
  readonly policy: AuditPolicy;
  readonly needsLegacyText: boolean;
  readonly isStrict: boolean;
  /** Whether responses wait for events. */
  readonly isBlocking: boolean;
}

const mebibyte = 1_048_576;
const defaultMegabytes = 100;
const dayMs = 86_400_000;

/** Returns the configuration that the flags describe. */
export function auditConfig(
  values: FlagValues<AuditFlag>,
  absolute: (path: string | undefined) => string | undefined,
): AuditConfig {
  return {
    policyFile: absolute(values["audit-policy-file"]),
    log: logConfig(values, absolute),
    webhook: webhookConfig(values, absolute),
  };
}

type Backend = "log" | "webhook";

function logConfig(
  values: FlagValues<AuditFlag>,
  absolute: (path: string | undefined) => string | undefined,
): AuditLogConfig | undefined {
  const path = values["audit-log-path"];
  if (path === undefined) return undefined;
  return {
    ...backendConfig("log", values),
    path: path === "-" ? path : (absolute(path) ?? path),
    format: values["audit-log-format"],
    bytesMax: (values["audit-log-maxsize"] || defaultMegabytes) * mebibyte,
    ageMsMax: (values["audit-log-maxage"] || Number.POSITIVE_INFINITY) * dayMs,
    backupsMax: values["audit-log-maxbackup"] || Number.POSITIVE_INFINITY,
    compresses: values["audit-log-compress"],
  };
}

function webhookConfig(
  values: FlagValues<AuditFlag>,
  absolute: (path: string | undefined) => string | undefined,
): AuditWebhookConfig | undefined {
  const configFile = absolute(values["audit-webhook-config-file"]);
  if (configFile === undefined) return undefined;
  const initialBackoffMs = values["audit-webhook-batch-initial-backoff"] ?? values["audit-webhook-initial-backoff"];
  return { ...backendConfig("webhook", values), configFile, initialBackoffMs };
}

function backendConfig(backend: Backend, values: FlagValues<AuditFlag>): AuditBackendConfig {
  return {
    mode: values[`audit-${backend}-mode`],
    batch: {
      bufferSize: values[`audit-${backend}-batch-buffer-size`],
      batchSize: values[`audit-${backend}-batch-max-size`],
      maxWaitMs: values[`audit-${backend}-batch-max-wait`],
      throttle: values[`audit-${backend}-batch-throttle-enable`]
        ? {
            perSecond: Number(values[`audit-${backend}-batch-throttle-qps`]),
            burst: values[`audit-${backend}-batch-throttle-burst`],
          }
        : undefined,
    },
    truncation: values[`audit-${backend}-truncate-enabled`]
      ? {
          eventBytesMax: values[`audit-${backend}-truncate-max-event-size`],
          batchBytesMax: values[`audit-${backend}-truncate-max-batch-size`],
        }
      : undefined,
  };
}

/** Returns the problems of the flags. As in the reference, flags of a backend that is not used have none. */
export function auditProblems(explicitValues: ExplicitValues<AuditFlag>): readonly string[] {
  const values = withDefaults<AuditFlag>(auditFlags, explicitValues);
  return [
    ...(values["audit-log-path"] === undefined ? [] : backendProblems("log", values)),
    ...(values["audit-webhook-config-file"] === undefined ? [] : backendProblems("webhook", values)),
  ];
}

function backendProblems(backend: Backend, values: FlagValues<AuditFlag>): readonly string[] {
  const { mode, batch } = backendConfig(backend, values);
  const eventBytes = values[`audit-${backend}-truncate-max-event-size`];
  const batchBytes = values[`audit-${backend}-truncate-max-batch-size`];
  const positive = (name: string, value: number): readonly string[] =>
    value > 0 ? [] : [`invalid audit batch ${backend} ${name} ${value}, must be a positive number`];
  const batchProblems = [
    ...positive("buffer size", batch.bufferSize),
    ...positive("max batch size", batch.batchSize),
    ...(batch.throttle
      ? [...positive("throttle QPS", batch.throttle.perSecond), ...positive("throttle burst", batch.throttle.burst)]
      : []),
  ];
  const truncate = `invalid audit truncate ${backend}`;
  return [
    // As in the reference, one of them is reported.
    ...(mode === "batch" ? batchProblems.slice(0, 1) : []),
    ...(eventBytes > 0 ? [] : [`${truncate} max event size ${eventBytes}, must be a positive number`]),
    ...(batchBytes >= eventBytes
      ? []
      : [`${truncate} max batch size ${batchBytes}, must be greater than max event size (${eventBytes})`]),
  ];
}

/** Returns messages about the flags, for the log. */
export function auditWarnings(explicitValues: ExplicitValues<AuditFlag>): readonly string[] {
  const isUnused =
    explicitValues["audit-policy-file"] === undefined &&
    (explicitValues["audit-log-path"] !== undefined || explicitValues["audit-webhook-config-file"] !== undefined);
  return isUnused ? ["there is no --audit-policy-file, so no audit events are recorded"] : [];
}
