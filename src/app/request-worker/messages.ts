/** Messages between the main thread and the request worker. All of them are structured-cloneable. */
import type { MessagePort } from "node:worker_threads";
import { StatusError } from "../../meta/status-error.ts";
import type { OffloadedItem, OffloadedRequest, OffloadedResponse } from "../../server/index.ts";
import type { Entry, StoreFailure, Write } from "../../storage/index.ts";
import type { ProcessConfig } from "../config/process-config.ts";
import type { AccessAnswer, AccessQuestion } from "./access-messages.ts";

/** Start options of the worker. */
export interface ThreadStart {
  readonly config: ProcessConfig;
  /** Revision of the store when the worker starts. */
  readonly revision: number;
  /** Compacted revision of the store when the worker starts. */
  readonly compactedRevision: number;
  /** Whether the store may have values in an outdated form. */
  readonly hasOutdatedForms: boolean;
  /** Port for the worker's synchronous reads of the store. */
  readonly readPort: MessagePort;
  /** A 32-bit number that becomes 1 when a read is answered. */
  readonly readSignal: SharedArrayBuffer;
}

/** A message to the worker. */
export type ToThread =
  | { readonly type: "request"; readonly id: number; readonly request: OffloadedRequest }
  /** Renders one object of a list or a watch. The result is the body of the answer. */
  | { readonly type: "item"; readonly id: number; readonly item: OffloadedItem }
  /** The main thread no longer needs the answer. The reason is for logs. */
  | { readonly type: "abandon"; readonly id: number; readonly reason: string }
  | { readonly type: "result"; readonly id: number; readonly result: ThreadStoreResult }
  | { readonly type: "access"; readonly id: number; readonly answer: AccessAnswer };

/** A message from the worker. */
export type FromThread =
  /** The worker is ready for requests. */
  | { readonly type: "ready" }
  | { readonly type: "answer"; readonly id: number; readonly answer: OffloadedResponse }
  /** The request was aborted without an answer. */
  | { readonly type: "broken"; readonly id: number; readonly message: string }
  | { readonly type: "store"; readonly id: number; readonly call: ThreadStoreCall }
  /** A question about permissions. */
  | { readonly type: "access"; readonly id: number; readonly question: AccessQuestion };

/** A call of the store that does not block the worker. */
export type ThreadStoreCall =
  | { readonly operation: "progress" }
  | { readonly operation: "isOutdated"; readonly key: string }
  | { readonly operation: "removeDamaged"; readonly key: string }
  | { readonly operation: "commit"; readonly writes: readonly Write[] };

/** Result of a `ThreadStoreCall`. */
export type ThreadStoreResult =
  | { readonly revision: number }
  | { readonly isOutdated: boolean }
  | { readonly error: StoreFailure };

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
