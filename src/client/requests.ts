/** Builds requests from the options of API calls, without side effects. */

import type { PropagationPolicy } from "../meta/deletion.ts";
import type { GroupVersion } from "../meta/group-version.ts";
import type { PastOptions } from "./object-history.ts";
import type { TransportRequest } from "./transport.ts";

/** A type of objects, and the path at which the server serves it. */
export interface ResourceType {
  /** Empty for the core group. */
  readonly group: string;
  /** API version, such as `v1`. */
  readonly version: string;
  /** Kind of the objects, such as `Deployment`. */
  readonly kind: string;
  /** Name in the path, such as `deployments`. */
  readonly plural: string;
  /** Whether the objects are in namespaces. */
  readonly namespaced: boolean;
}

/** The object or collection that a request addresses. */
export interface RequestTarget {
  /** Type of the object. */
  readonly type: ResourceType;
  /** Empty for all namespaces, or for a cluster-scoped type. */
  readonly namespace: string;
  /** Empty for the collection. */
  readonly name: string;
  /** Empty for the object itself. */
  readonly subresource: string;
}

/** Options of a list request. They have the names and meanings of the API's query parameters. */
export interface ListOptions extends PastOptions {
  /** Label selector, such as `app=web,tier!=db`. Default: all objects. */
  readonly labelSelector?: string;
  /** Field selector, such as `metadata.name=web`. Default: all objects. */
  readonly fieldSelector?: string;
  /** Maximum number of objects in the response. */
  readonly limit?: number;
  /** The token of the previous chunk. */
  readonly continue?: string;
  /** Version to list, as `resourceVersionMatch` describes. Default: the latest. */
  readonly resourceVersion?: string;
  /** `Exact`, or `NotOlderThan` to also accept later versions. */
  readonly resourceVersionMatch?: string;
  /** Aborts the request. */
  readonly signal?: AbortSignal;
}

/** Options of a Table request. */
export interface RowOptions {
  /** How much of its object each row contains. Default: `Metadata`. */
  readonly includeObject?: "None" | "Metadata" | "Object";
}

/** Options of a watch request. They have the names and meanings of the API's query parameters. */
export interface WatchOptions {
  /** Label selector, such as `app=web,tier!=db`. Default: all objects. */
  readonly labelSelector?: string;
  /** Field selector, such as `metadata.name=web`. Default: all objects. */
  readonly fieldSelector?: string;
  /** Version after which the watch begins. Default: the existing objects come first, as ADDED events. */
  readonly resourceVersion?: string;
  /** Must be `NotOlderThan` with `sendInitialEvents`. */
  readonly resourceVersionMatch?: string;
  /** Whether the existing objects come first, followed by a bookmark that ends them. */
  readonly sendInitialEvents?: boolean;
  /** Whether the server sends BOOKMARK events. */
  readonly allowWatchBookmarks?: boolean;
  /** Time after which the server ends the watch. */
  readonly timeoutSeconds?: number;
  /** Aborts the watch. */
  readonly signal?: AbortSignal;
}

/** Options of a write request. */
export interface WriteOptions {
  /** Whether the server processes the request without storing the result. */
  readonly dryRun?: boolean;
  /** Name that the server records as the owner of the written fields. */
  readonly fieldManager?: string;
  /** How the server treats unknown and duplicate fields. Default: "Warn". */
  readonly fieldValidation?: "Ignore" | "Warn" | "Strict";
  /** Aborts the request. */
  readonly signal?: AbortSignal;
}

/** Options of a server-side apply. */
export interface ApplyOptions extends WriteOptions {
  /** Owner of the applied fields. */
  readonly fieldManager: string;
  /** Whether to take over fields that other managers own. Default: a conflict is an error. */
  readonly force?: boolean;
}

/** Options of a deletion. They have the names and meanings of the API's DeleteOptions. */
export interface DeleteCallOptions {
  /** Whether the server processes the request without deleting anything. */
  readonly dryRun?: boolean;
  /** Time that the object gets to terminate. 0 deletes it immediately. Default: that of the object. */
  readonly gracePeriodSeconds?: number;
  /** Whether dependents are deleted (`Background`, `Foreground`) or kept (`Orphan`). */
  readonly propagationPolicy?: PropagationPolicy;
  /** The deletion succeeds only on this object or this version of it. */
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  /** Aborts the request. */
  readonly signal?: AbortSignal;
}

/** Media types of patches. */
export const patchTypes = {
  json: "application/json-patch+json",
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
  apply: "application/apply-patch+yaml",
} as const;

/**
 * Format of a patch: JSON Patch operations, JSON Merge Patch, or strategic merge patch, which merges lists by their
 * keys.
 */
export type PatchType = Exclude<keyof typeof patchTypes, "apply">;

/** Returns the path of a group version, such as `/apis/apps/v1`. */
export function rootOf({ group, version }: GroupVersion): string {
  return group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
}

/** Returns the path of an object or collection, such as `/apis/apps/v1/namespaces/default/deployments/web/status`. */
export function pathOf({ type, namespace, name, subresource }: RequestTarget): string {
  const { plural, namespaced } = type;
  const within = namespaced && namespace !== "" ? ["namespaces", namespace] : [];
  const parts = [...within, plural, name, subresource].filter((part) => part !== "");
  return [rootOf(type), ...parts.map((part) => part.split("/").map(encodeURIComponent).join("/"))].join("/");
}

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** A representation of objects other than the objects themselves. */
export interface Representation {
  readonly kind: "Table" | "PartialObjectMetadata" | "PartialObjectMetadataList";
  /** API group of the representation: `meta.orch.io` or `meta.k8s.io`. */
  readonly group: string;
}

/** The parts of a request, before they are encoded. */
export interface RequestParts {
  readonly method: string;
  readonly target: RequestTarget;
  readonly query?: Query;
  /** The requested representation of objects. Absent: the objects themselves. */
  readonly as?: Representation;
  /** The format of a body that is a patch. Absent: the body is an object. */
  readonly patch?: keyof typeof patchTypes;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Composes a request. Query parameters that are undefined are left out.
 * @param mediaTypes the accepted ones, the preferred one first
 * @param encoded the encoded body, if the request has one
 */
export function requestOf(
  parts: RequestParts,
  mediaTypes: readonly string[],
  encoded: { readonly contentType: string; readonly body: string | Uint8Array } | undefined,
): TransportRequest {
  const { method, target, query = {}, as, signal } = parts;
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const text = new URLSearchParams(parameters as [string, string][]).toString();
  const path = pathOf(target);
  return {
    method,
    target: text === "" ? path : `${path}?${text}`,
    headers: {
      accept: acceptOf(mediaTypes, as),
      ...(encoded ? { "content-type": encoded.contentType } : {}),
    },
    body: encoded?.body,
    signal,
  };
}

/** Instead of metadata, the server may respond with another object, such as a Status. */
function acceptOf(mediaTypes: readonly string[], as: Representation | undefined): string {
  if (!as) return mediaTypes.join(",");
  const represented = mediaTypes.map((type) => `${type};as=${as.kind};v=v1;g=${as.group}`);
  return (as.kind === "Table" ? represented : [...represented, ...mediaTypes.slice(-1)]).join(",");
}

/** Returns the query of a list request. */
export function listQuery(options: ListOptions): Query {
  const { signal: _, ...query } = options;
  return query;
}

/** Returns the query of a watch request. */
export function watchQuery(options: WatchOptions): Query {
  const { signal: _, ...query } = options;
  return { ...query, watch: true };
}

/** Returns the query of a write request. */
export function writeQuery({ dryRun, fieldManager, fieldValidation }: WriteOptions): Query {
  return { dryRun: dryRun ? "All" : undefined, fieldManager, fieldValidation };
}

/** Returns the DeleteOptions that are the body of a deletion. */
export function deleteBody(options: DeleteCallOptions): object {
  const { dryRun, signal: _, ...rest } = options;
  return { kind: "DeleteOptions", apiVersion: "v1", ...rest, ...(dryRun ? { dryRun: ["All"] } : {}) };
}
