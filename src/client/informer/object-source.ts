/** Where an informer has its objects from: an Api is one, and so is whatever a test makes up. */
import type { ApiObject } from "../../meta/object-meta.ts";

export interface Selectors {
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
}

export interface SourceListOptions extends Selectors {
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: string;
  /** How many objects one chunk holds at most; absent: all of them. */
  readonly limit?: number;
  /** Of the chunk before. */
  readonly continue?: string;
  readonly signal?: AbortSignal;
}

export interface SourceWatchOptions extends Selectors {
  /** Exclusive. */
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: string;
  /** What there is comes first, as ADDED events, and then a bookmark that says that this was all. */
  readonly sendInitialEvents?: boolean;
  readonly allowWatchBookmarks: boolean;
  readonly timeoutSeconds?: number;
  readonly signal: AbortSignal;
}

export interface SourceChunk<T> {
  readonly items: readonly T[];
  /** Of the state that the list shows; the same in all its chunks. */
  readonly resourceVersion: string;
  /** Where the next chunk begins; absent: there is none. */
  readonly continue?: string;
}

/** What has happened to an object, or, as a bookmark, up to which version everything has been told. */
export interface SourceEvent<T> {
  readonly type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK";
  /** Of a bookmark, only the metadata count. */
  readonly object: T;
}

/** Both must end soon after their signal is aborted, in whatever way. */
export interface ObjectSource<T extends ApiObject> {
  /** One chunk. @throws StatusError 410 Expired for a token or a version that is gone */
  list(options: SourceListOptions): Promise<SourceChunk<T>>;
  /**
   * In the order of the versions. Ends when the server ends it.
   * @throws StatusError for ERROR events and refused requests
   */
  watch(options: SourceWatchOptions): AsyncIterable<SourceEvent<T>>;
}
