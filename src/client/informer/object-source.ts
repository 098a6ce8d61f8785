/** The interface through which an informer reads objects. An Api implements it. Tests can implement another one. */
import type { ApiObject } from "../../meta/object-meta.ts";

/** Restricts a list or a watch to some objects. */
export interface Selectors {
  /** Label selector, such as `app=web,tier!=db`. Default: all objects. */
  readonly labelSelector?: string;
  /** Field selector, such as `metadata.name=web`. Default: all objects. */
  readonly fieldSelector?: string;
}

/** Options of a list request. */
export interface SourceListOptions extends Selectors {
  /** Version to list, as `resourceVersionMatch` describes. Default: the latest. */
  readonly resourceVersion?: string;
  /** `Exact`, or `NotOlderThan` to also accept later versions. */
  readonly resourceVersionMatch?: string;
  /** Maximum number of objects per chunk. Undefined for all objects. */
  readonly limit?: number;
  /** The continue token of the previous chunk. */
  readonly continue?: string;
  /** Aborts the request. */
  readonly signal?: AbortSignal;
}

/** Options of a watch request. */
export interface SourceWatchOptions extends Selectors {
  /** The watch begins after this version. */
  readonly resourceVersion?: string;
  /** Must be `NotOlderThan` with `sendInitialEvents`. */
  readonly resourceVersionMatch?: string;
  /** Whether the watch begins with the existing objects as ADDED events, followed by a bookmark that ends them. */
  readonly sendInitialEvents?: boolean;
  /** Whether the source sends BOOKMARK events. */
  readonly allowWatchBookmarks: boolean;
  /** Time after which the source ends the watch. */
  readonly timeoutSeconds?: number;
  /** Aborts the watch. */
  readonly signal: AbortSignal;
}

/** One chunk of a list. */
export interface SourceChunk<T> {
  readonly items: readonly T[];
  /** The version of the listed state. It is the same in all chunks of a list. */
  readonly resourceVersion: string;
  /** Token for the next chunk. Undefined in the last chunk. */
  readonly continue?: string;
}

/** A change of an object. A BOOKMARK says that all changes up to its version have been sent. */
export interface SourceEvent<T> {
  readonly type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK";
  /** In a bookmark, only the metadata are meaningful. */
  readonly object: T;
}

/** Lists and watches objects. Both methods must return or throw soon after their signal is aborted. */
export interface ObjectSource<T extends ApiObject> {
  /** Reads one chunk of a list. @throws StatusError 410 Expired for an expired token or version */
  list(options: SourceListOptions): Promise<SourceChunk<T>>;
  /**
   * Yields events in the order of their versions. Returns when the server ends the watch.
   * @throws StatusError for an ERROR event or a rejected request
   */
  watch(options: SourceWatchOptions): AsyncIterable<SourceEvent<T>>;
}
