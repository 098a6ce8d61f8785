/** Messages between the main process of a server and its worker processes (`frame-channel.ts`). */
import { deserialize, serialize } from "node:v8";
import type { AuditEvent } from "../../audit/index.ts";
import type { MetricFamily } from "../../base/metrics.ts";
import { assertPlainData } from "../../base/plain-data.ts";
import type { ProcessMetrics } from "../../server/index.ts";
import type { StoreFailure } from "../../storage/index.ts";
import type { ServerIdentity } from "../bootstrap/identity-lease.ts";
import type { MetricsPath } from "../cluster/cluster-options.ts";
import type { ProcessConfig } from "../config/process-config.ts";
import type { ProcessCredentials, ProcessListenerConfig } from "../server-process/server-process.ts";

/** Everything that a worker process needs to start. */
export interface WorkerStart {
  readonly config: ProcessConfig;
  readonly listener: ProcessListenerConfig;
  readonly credentials: ProcessCredentials;
  /** Directory of the store, which the main process has open. */
  readonly storeDir: string;
  /** Identity of the server, to which all its processes belong. Undefined if the server has no identity Lease. */
  readonly identity:
    | (Pick<ServerIdentity, "hostName" | "processId"> & { readonly address: string | undefined })
    | undefined;
  readonly mainProcessId: number;
  /** Keys of the store whose values are known to be unreadable, each with the reason. */
  readonly damagedKeys: readonly (readonly [key: string, reason: string])[];
  /** `host:port` at which clients reach the server. */
  readonly serverAddress: string;
}

/** A write of a commit. Values are attached to the message, in the order of the writes that have one. */
export interface SentWrite {
  readonly key: string;
  readonly expected: number;
  readonly hasValue: boolean;
}

/** A request to the process that owns the store. */
export type StoreCall =
  | { readonly operation: "commit"; readonly writes: readonly SentWrite[] }
  | { readonly operation: "removeDamaged"; readonly key: string }
  | { readonly operation: "compact"; readonly revision: number }
  | { readonly operation: "check" }
  /** No commit may run from the result on, until the message `commitsMayContinue`. */
  | { readonly operation: "pauseCommits" };

/** An event of the audit log without its objects. */
export type SentAuditEvent = Omit<AuditEvent, "requestObject" | "responseObject"> & {
  readonly hasRequestObject: boolean;
  readonly hasResponseObject: boolean;
};

/** Result of a StoreCall. */
export type StoreResult =
  | { readonly revision: number }
  /** The problems that a check has found. */
  | { readonly problems: readonly string[] }
  | { readonly arePaused: true }
  /** The value of `failure.current` is attached. */
  | { readonly failure: Omit<StoreFailure, "current">; readonly currentRevision?: number | undefined };

/** A message from a worker process to the main process. */
export type FromWorker =
  /** The worker can serve connections. */
  | { readonly type: "ready" }
  | { readonly type: "store"; readonly id: number; readonly call: StoreCall }
  /** Ends the pause of `pauseCommits`. */
  | { readonly type: "commitsMayContinue" }
  /** The worker needs the metrics of all processes. */
  | { readonly type: "collectMetrics"; readonly id: number; readonly path: MetricsPath }
  /** The answer to `showMetrics`. */
  | { readonly type: "metrics"; readonly id: number; readonly families: readonly MetricFamily[] }
  /** The answer to `announceStop`: the shutdown delay is over, and the worker needs no more connections. */
  | { readonly type: "stopAnnounced" }
  /** A request changes the detail of the log in all processes. */
  | { readonly type: "setVerbosity"; readonly verbosity: number }
  /** The answer to `ping`, with the share of the time since the last one in which the process was busy, from 0 to 1. */
  | { readonly type: "pong"; readonly busyShare: number }
  /** Connections that have arrived since the last message. The main process closes its copies of them. */
  | { readonly type: "connectionsArrived"; readonly count: number }
  /** Connections that have ended since the last message. */
  | { readonly type: "connectionsEnded"; readonly count: number }
  /** Events for the audit log. Their objects are attached, in the order of the events. */
  | { readonly type: "audit"; readonly events: readonly SentAuditEvent[] };

/** A message from the main process to a worker process. */
export type ToWorker =
  /** The `WorkerStart` is attached (`encodeStart`). */
  | { readonly type: "start" }
  /** There are new commits in the store. */
  | { readonly type: "committed" }
  | { readonly type: "storeResult"; readonly id: number; readonly result: StoreResult }
  | { readonly type: "showMetrics"; readonly id: number; readonly path: MetricsPath }
  /** The answer to `collectMetrics`. */
  | { readonly type: "allMetrics"; readonly id: number; readonly processes: ProcessMetrics }
  /** The worker must answer, to show that it does not hang. */
  | { readonly type: "ping" }
  | { readonly type: "controllers"; readonly areRunning: boolean }
  /** The detail of the log from now on. */
  | { readonly type: "verbosity"; readonly verbosity: number }
  /** The number of processes of the server that can serve connections. */
  | { readonly type: "processes"; readonly count: number }
  /** The answer to `audit`, in the order of the messages: whether each event was stored. */
  | { readonly type: "auditStored"; readonly stored: readonly boolean[] }
  /** The server will stop. Health checks fail, and requests are still served. The answer is `stopAnnounced`. */
  | { readonly type: "announceStop" }
  /** The worker must finish its requests, and end. */
  | { readonly type: "stop" };

/** Message with which the main process passes a connection, in the channel of Node that can transfer sockets. */
export const connectionMessage = "connection";

/**
 * Returns the bytes of everything that a worker needs to start. Unlike JSON, they keep numbers such as `Infinity`, which mean "no
 * limit" in a configuration.
 * @throws TypeError if the worker would get another value
 */
export function encodeStart(start: WorkerStart): Buffer {
  assertPlainData(start, "start");
  return serialize(start);
}

/** Returns what `encodeStart` has encoded. */
export function decodeStart(bytes: Buffer): WorkerStart {
  return deserialize(bytes) as WorkerStart;
}
