/** The history of an object, as the server sends it. */
import type { ApiObject } from "../meta/object-meta.ts";

/** One change, with the state after it. */
export interface HistoryItem<T extends ApiObject = ApiObject> {
  /** Version of the object after the change. */
  readonly resourceVersion: string;
  /** Time of the change in RFC 3339 form. Absent if the store does not know it. */
  readonly time?: string;
  /** `unknown`: the state before this change was removed from the history. */
  readonly type: "created" | "updated" | "deleted" | "unknown";
  /** The object after the change. Null if it was deleted. */
  readonly object: T | null;
}

/** Changes of an object, newest first. */
export interface ObjectHistory<T extends ApiObject = ApiObject> {
  /** The oldest state of the cluster that can be read. */
  readonly oldest: {
    readonly resourceVersion: string;
    /** Absent if the store does not know it. */
    readonly time?: string;
    /** `size`: the store limits the size of the history. `compaction`: the history ends at the last compaction of etcd. */
    readonly limit: "size" | "compaction";
  };
  /** Whether earlier changes can be read. */
  readonly more: boolean;
  readonly items: readonly HistoryItem<T>[];
}

/** Chooses an earlier state. */
export interface PastOptions {
  /**
   * Reads the state at this moment: a `resourceVersion`, a time such as `2026-01-31T12:00:00Z`, or a duration ago such as
   * `-5m`. Only servers of this project support it. Default: the present state.
   */
  readonly at?: string;
}
