/**
 * A recorded history: what clients requested, what the servers responded, and what watches delivered. All times are from
 * one monotonic clock, in milliseconds. A history begins with no objects in its namespace.
 */

/** State of an object, as a response or event showed it. */
export interface Sighting {
  readonly key: string;
  readonly uid: string;
  readonly revision: number;
  /** The object's content. No two writes of a history write the same value. */
  readonly value: string;
  /** The label that selectors select. */
  readonly tier: string | undefined;
}

/** Which states a read may return. */
export type ReadPoint =
  /** The newest state: no resourceVersion. */
  | { readonly kind: "latest" }
  /** Any committed state: resourceVersion=0. */
  | { readonly kind: "any" }
  /** A state at this revision or a later one. */
  | { readonly kind: "not-older"; readonly revision: number }
  /** The state at this revision. Lists only. */
  | { readonly kind: "exact"; readonly revision: number };

/** Content that a write stores. */
export interface Content {
  readonly key: string;
  readonly value: string;
  readonly tier: string | undefined;
}

/** A request of a client. */
export type Request =
  | ({ readonly kind: "create" } & Content)
  /** Replaces (PUT) or patches an existing object, if its revision is `expected` or nothing is expected. */
  | ({ readonly kind: "update" | "patch"; readonly expected: number | undefined } & Content)
  /** A patch without changes. It returns the newest state. */
  | { readonly kind: "empty-patch"; readonly key: string }
  | {
      readonly kind: "delete";
      readonly key: string;
      /** Preconditions. */
      readonly uid: string | undefined;
      readonly expected: number | undefined;
    }
  | { readonly kind: "get"; readonly key: string; readonly point: ReadPoint }
  | {
      readonly kind: "list";
      readonly point: ReadPoint;
      readonly tier: string | undefined;
      /** Maximum number of objects in each chunk. */
      readonly limit: number | undefined;
    };

/** One chunk of a list. */
export interface ListPage {
  readonly revision: number;
  readonly items: readonly Sighting[];
}

/** Reason of a rejection that proves that the request changed nothing. */
export type Rejection =
  | "absent"
  | "exists"
  | "conflict"
  /** The revision is no longer available (410). */
  | "expired"
  /** The server did not execute the request: no connection, overload, full disk. It says nothing about the state. */
  | "not-executed";

/** Result of a request, as far as its client can tell. */
export type Outcome =
  | { readonly kind: "object"; readonly object: Sighting }
  | { readonly kind: "deleted"; readonly uid: string }
  | { readonly kind: "list"; readonly pages: readonly ListPage[] }
  | { readonly kind: "rejected"; readonly reason: Rejection }
  /** The request may have taken effect, or may still take effect. */
  | { readonly kind: "unknown"; readonly cause: string };

/** A request with its outcome. */
export interface Operation {
  readonly id: number;
  readonly client: number;
  readonly request: Request;
  readonly invokedAt: number;
  /** When the client had the whole response, or gave up. */
  readonly returnedAt: number;
  readonly outcome: Outcome;
}

/** Where a watch begins. */
export type WatchStart =
  /** The newest state, as ADDED events, and then changes: no resourceVersion. */
  | { readonly kind: "latest" }
  /** Any committed state, as ADDED events, and then changes: resourceVersion=0. */
  | { readonly kind: "any" }
  /** The newest state, as ADDED events that a bookmark ends: sendInitialEvents. */
  | { readonly kind: "initial-events" }
  /** Changes after this revision. */
  | { readonly kind: "after"; readonly revision: number };

/** One event of a watch. */
export type WatchItem =
  | { readonly type: "ADDED" | "MODIFIED" | "DELETED"; readonly at: number; readonly object: Sighting }
  | { readonly type: "BOOKMARK"; readonly at: number; readonly revision: number; readonly endsInitial: boolean };

/** Everything that one watch request delivered. A watch that resumes is another watch. */
export interface Watch {
  readonly id: number;
  readonly client: number;
  readonly openedAt: number;
  readonly start: WatchStart;
  readonly tier: string | undefined;
  readonly items: readonly WatchItem[];
  /** Revision that the watch should have delivered, because it stayed open after all writes had ended. */
  readonly mustReach: number | undefined;
  /** Whether the server refused or ended the watch because its revision is no longer available (410). */
  readonly isExpired: boolean;
}

/** Everything that the clients of one namespace saw. */
export interface History {
  /** Whether no revision of the history was compacted. */
  readonly isKept: boolean;
  readonly operations: readonly Operation[];
  readonly watches: readonly Watch[];
}

/** A request that stores content. */
export type ContentRequest = Extract<Request, Content>;

/** Returns the request if it stores content. */
export function contentOf(request: Request): ContentRequest | undefined {
  return request.kind === "create" || request.kind === "update" || request.kind === "patch" ? request : undefined;
}

/** Returns the revision of an event. */
export function revisionOf(item: WatchItem): number {
  return item.type === "BOOKMARK" ? item.revision : item.object.revision;
}

/** Returns the greatest revision that a watch has delivered or began after. */
export function reachedBy({ start, items }: Pick<Watch, "start" | "items">): number {
  return items.reduce((most, item) => Math.max(most, revisionOf(item)), start.kind === "after" ? start.revision : 0);
}
