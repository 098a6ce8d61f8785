/** From what a caller wants to a request, purely. */
import type { PropagationPolicy } from "../meta/deletion.ts";
import type { GroupVersion } from "../meta/group-version.ts";
import type { JsonForm } from "./read-answer.ts";
import type { TransportRequest } from "./transport.ts";

/** Where objects of a type are served. */
export interface ResourceType {
  /** Empty: the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
}

/** What a request is about. */
export interface RequestTarget {
  readonly type: ResourceType;
  /** Empty: all namespaces, or a type without. */
  readonly namespace: string;
  /** Empty: the collection. */
  readonly name: string;
  readonly subresource: string;
}

/** Selects and cuts off; names are the API's. */
export interface ListOptions {
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  readonly limit?: number;
  readonly continue?: string;
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: string;
  readonly signal?: AbortSignal;
}

/** What the rows of a Table carry besides their cells. */
export interface RowOptions {
  /** Default: `Metadata`. */
  readonly includeObject?: "None" | "Metadata" | "Object";
}

/** Selects, and says where to begin; names are the API's. */
export interface WatchOptions {
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: string;
  readonly sendInitialEvents?: boolean;
  readonly allowWatchBookmarks?: boolean;
  readonly timeoutSeconds?: number;
  readonly signal?: AbortSignal;
}

/** Who writes, and how strictly it is read. */
export interface WriteOptions {
  /** Goes the whole way but for the commit. */
  readonly dryRun?: boolean;
  readonly fieldManager?: string;
  readonly fieldValidation?: "Ignore" | "Warn" | "Strict";
  readonly signal?: AbortSignal;
}

/** Who applies. */
export interface ApplyOptions extends WriteOptions {
  readonly fieldManager: string;
  /** Takes fields from those who own them. */
  readonly force?: boolean;
}

/** How objects are deleted. */
export interface DeleteOptions {
  readonly dryRun?: boolean;
  readonly gracePeriodSeconds?: number;
  readonly propagationPolicy?: PropagationPolicy;
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  readonly signal?: AbortSignal;
}

export const patchTypes = {
  json: "application/json-patch+json",
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
  apply: "application/apply-patch+yaml",
} as const;

/** How a patch says what shall change: operations, a merge, or a merge that knows lists by their keys. */
export type PatchType = Exclude<keyof typeof patchTypes, "apply">;

/** Where a group version is served: `/apis/apps/v1`. */
export function rootOf({ group, version }: GroupVersion): string {
  return group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
}

/** `/apis/apps/v1/namespaces/default/deployments/web/status` */
export function pathOf({ type, namespace, name, subresource }: RequestTarget): string {
  const { plural, namespaced } = type;
  const within = namespaced && namespace !== "" ? ["namespaces", namespace] : [];
  const parts = [...within, plural, name, subresource].filter((part) => part !== "");
  return [rootOf(type), ...parts.map((part) => part.split("/").map(encodeURIComponent).join("/"))].join("/");
}

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export interface RequestParts {
  readonly method: string;
  readonly target: RequestTarget;
  readonly query?: Query;
  readonly accept?: string;
  readonly contentType?: string;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** Options that nobody has set are left out. */
export function requestOf(parts: RequestParts, json: JsonForm = JSON): TransportRequest {
  const { method, target, query = {}, accept, contentType, body, signal } = parts;
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  const text = new URLSearchParams(given as [string, string][]).toString();
  const path = pathOf(target);
  return {
    method,
    target: text === "" ? path : `${path}?${text}`,
    headers: {
      accept: accept ?? "application/json",
      ...(body === undefined ? {} : { "content-type": contentType ?? "application/json" }),
    },
    body: body === undefined ? undefined : json.stringify(body),
    signal,
  };
}

export function listQuery(options: ListOptions): Query {
  const { signal: _, ...query } = options;
  return query;
}

export function watchQuery(options: WatchOptions): Query {
  const { signal: _, ...query } = options;
  return { ...query, watch: true };
}

export function writeQuery({ dryRun, fieldManager, fieldValidation }: WriteOptions): Query {
  return { dryRun: dryRun ? "All" : undefined, fieldManager, fieldValidation };
}

/** The body of a deletion. */
export function deleteBody(options: DeleteOptions): object {
  const { dryRun, signal: _, ...rest } = options;
  return { kind: "DeleteOptions", apiVersion: "v1", ...rest, ...(dryRun ? { dryRun: ["All"] } : {}) };
}
