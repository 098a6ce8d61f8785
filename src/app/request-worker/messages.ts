/** Messages between the main thread and the request worker. All of them are structured-cloneable. */
import type { MessagePort } from "node:worker_threads";
import { builtinKinds } from "../../api/builtin.ts";
import { unprivilegedOnly } from "../../meta/feature-gates.ts";
import { StatusError } from "../../meta/status-error.ts";
import type { OffloadedItem, OffloadedRequest, OffloadedResponse } from "../../server/index.ts";
import { type Entry, StorageError, type StorageErrorCode, type Write } from "../../storage/index.ts";
import { featureGates } from "../config/feature-gate-table.ts";
import type { FeatureConfig, ServerConfig } from "../config/server-config.ts";

/** Start options of the worker. */
export interface WorkerStart {
  readonly config: WorkerConfig;
  /** Revision of the store when the worker starts. */
  readonly revision: number;
  /** Compacted revision of the store when the worker starts. */
  readonly compactedRevision: number;
  /** Port for the worker's synchronous reads of the store. */
  readonly readPort: MessagePort;
  /** A 32-bit number that becomes 1 when a read is answered. */
  readonly readSignal: SharedArrayBuffer;
}

/** The server's configuration, with lists in place of its functions. */
export interface WorkerConfig
  extends Pick<ServerConfig, "vocabulary" | "storage" | "services" | "requests" | "lifecycle" | "logging"> {
  /** Indexes of the served kinds in `builtinKinds`. */
  readonly servedKinds: readonly number[];
  /** Names of the feature gates that are enabled. */
  readonly enabledGates: readonly string[];
}

/** Returns the configuration in a form that can be sent to the worker. */
export function toWorkerConfig(config: ServerConfig): WorkerConfig {
  const { vocabulary, storage, services, requests, lifecycle, logging, features } = config;
  const gates = [unprivilegedOnly, ...featureGates.map(({ name }) => name)];
  return {
    vocabulary,
    storage,
    services,
    requests,
    lifecycle,
    logging,
    servedKinds: [...builtinKinds.keys()].filter((index) => {
      const kind = builtinKinds[index];
      return kind !== undefined && features.isServed(kind);
    }),
    enabledGates: gates.filter((name) => features.isEnabled(name)),
  };
}

/** Returns the feature configuration, from the lists in a worker's configuration. */
export function featuresOf({ servedKinds, enabledGates }: WorkerConfig): Omit<FeatureConfig, "warnings"> {
  const served = new Set(servedKinds.map((index) => builtinKinds[index]));
  const enabled = new Set(enabledGates);
  return { isServed: (kind) => served.has(kind), isEnabled: (name) => enabled.has(name) };
}

/** A message to the worker. */
export type ToWorker =
  | { readonly type: "request"; readonly id: number; readonly request: OffloadedRequest }
  /** Renders one object of a list or a watch. The result is the body of the answer. */
  | { readonly type: "item"; readonly id: number; readonly item: OffloadedItem }
  /** The main thread no longer needs the answer. */
  | { readonly type: "abandon"; readonly id: number }
  | { readonly type: "result"; readonly id: number; readonly result: StoreResult };

/** A message from the worker. */
export type FromWorker =
  /** The worker is ready for requests. */
  | { readonly type: "ready" }
  | { readonly type: "answer"; readonly id: number; readonly answer: OffloadedResponse }
  /** The request was aborted without an answer. */
  | { readonly type: "broken"; readonly id: number; readonly message: string }
  | { readonly type: "store"; readonly id: number; readonly call: StoreCall };

/** A call of the store that does not block the worker. */
export type StoreCall =
  | { readonly operation: "progress" }
  | { readonly operation: "commit"; readonly writes: readonly Write[] };

/** Result of a `StoreCall`. */
export type StoreResult = { readonly revision: number } | { readonly error: StoreFailure };

/** A read of the store that blocks the worker. */
export type StoreRead =
  | { readonly operation: "get"; readonly key: string; readonly knownRevision: number }
  | { readonly operation: "range"; readonly prefix: string; readonly after?: string };

/**
 * Answer to a `StoreRead`: an entry, a page of entries, or an error. `unchanged` means that the worker has the newest
 * value.
 */
export type StoreReadResult =
  | { readonly entry: Entry | "unchanged" | undefined }
  | { readonly entries: readonly Entry[]; readonly more: boolean }
  | { readonly error: StoreFailure };

/** A StorageError in a form that can be sent between threads. */
export interface StoreFailure {
  readonly code: StorageErrorCode;
  readonly message: string;
  readonly key: string | undefined;
  readonly revision: number | undefined;
}

/** Converts an error of the store into a form that can be sent. Other errors become `unavailable`. */
export function toFailure(error: unknown): StoreFailure {
  if (error instanceof StorageError) {
    const { code, message, key, revision } = error;
    return { code, message, key, revision };
  }
  return { code: "unavailable", message: String(error), key: undefined, revision: undefined };
}

/** Converts a sent failure back into an error. */
export function fromFailure({ code, message, key, revision }: StoreFailure): StorageError {
  return new StorageError(code, message, {
    ...(key === undefined ? {} : { key }),
    ...(revision === undefined ? {} : { revision }),
  });
}

/** Returns a copy of the bytes with its own buffer, which can be transferred to another thread. */
export function copyBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(bytes.length);
  copy.set(bytes);
  return copy;
}

/** Returns the error for requests whose worker ended before it answered. */
export function workerEnded(cause?: unknown): StatusError {
  return new StatusError(503, "the thread for large requests has ended; please try again", {
    reason: "ServiceUnavailable",
    ...(cause === undefined ? {} : { cause }),
  });
}
