/**
 * Admission: checks and changes of authorized requests. It has two phases. First, plugins may change the object. Then
 * they see the object that will be stored, and may reject the request.
 */
import type { ReadonlyJsonObject } from "../base/json-object.ts";
import type { GroupVersionKind, GroupVersionResource } from "../meta/group-version.ts";
import type { ApiObject, SharedObject } from "../meta/object-meta.ts";
import type { StatusResponseDetails } from "../meta/status.ts";
import { forbidden, type StatusError } from "../meta/status-error.ts";
import type { User } from "../meta/user.ts";
import type { StructSchema } from "../schema/index.ts";
import type { MutationRounds } from "./mutation-rounds.ts";

/** The operations that admission distinguishes. */
export type AdmissionOperation = "CREATE" | "UPDATE" | "DELETE" | "CONNECT";

/** The objects of a request in one version, with the names of this version. */
export interface VersionedRequest<T extends SharedObject = SharedObject> {
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  /** The object to be stored, or the options of a connection. Undefined for deletions. */
  readonly object: T | undefined;
  /** The stored object. Undefined for creates. */
  readonly oldObject: SharedObject | undefined;
  /** Returns `object` as JSON that clients of this version get. Undefined if there is no object. */
  objectText(): string | undefined;
  /** Returns `oldObject` as JSON that clients of this version get. Undefined if there is no stored object. */
  oldObjectText(): string | undefined;
}

/** A request as admission plugins see it. */
export interface AdmissionRequest<T extends SharedObject = SharedObject> extends VersionedRequest<T> {
  readonly operation: AdmissionOperation;
  /** The same request in the other versions and groups that serve its objects. */
  readonly equivalents: readonly VersionedRequest[];
  /** Empty for the object itself. */
  readonly subresource: string;
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string;
  /** Empty for collections, and while the name has not been generated yet. */
  readonly name: string;
  /** The options of the operation as an object, such as CreateOptions. Undefined for connections. */
  readonly options: ReadonlyJsonObject | undefined;
  readonly dryRun: boolean;
  /** Whether the request never changes stored objects, such as an access review. */
  readonly changesNothing?: boolean;
  readonly user: User;
  /** Aborted when the client disconnects or the time of the request is over. */
  readonly signal: AbortSignal;
  /** Returns how many milliseconds the request may still take. */
  remainingMs(): number;
  /** Sends a warning to the client. */
  warn(message: string): void;
  /** Adds an annotation to the audit event of the request. A second value of the same key is ignored. */
  annotate(key: string, value: string): void;
  /** Does the same, but only if the audit event also records objects. @param value returns the value */
  annotateObjects(key: string, value: () => string): void;
  /**
   * Records the duration of a part of the request, for the audit event of a slow request.
   * @param combine with earlier durations of the part: their sum, or the longest one if they overlap
   */
  addLatency(part: string, durationMs: number, combine: "sum" | "longest"): void;
}

/** Makes documents of one version of a request's object. */
export interface VersionDocuments {
  /** Undefined for the options of connections, which no published schema describes. */
  readonly schema: StructSchema<ApiObject> | undefined;
  /** Whether the object is one of a custom type. */
  readonly isCustom: boolean;
  /** Returns the object of the request in canonical form. Undefined if there is none. @throws PendingConversion */
  read(): ApiObject | undefined;
  /**
   * Returns a document in canonical form, with defaults. Unknown fields are dropped.
   * @throws SchemaDecodeError for the first value of a wrong type
   */
  complete(document: unknown): ApiObject;
  /**
   * Returns a document in canonical form, with defaults.
   * @throws StatusError 500 if it has another type, a value of a wrong type, or unknown fields
   */
  completeStrictly(document: unknown): ApiObject;
}

/** A request whose object plugins may change. */
export interface MutableRequest extends AdmissionRequest<ApiObject> {
  /** Returns the means to make documents. @param version the request itself, or one of its equivalents */
  documents(version: VersionedRequest): VersionDocuments;
  /**
   * Replaces the object by a changed document, which is decoded like a document of a client. Unknown fields are dropped.
   * @param version the request itself, or one of its equivalents
   * @returns whether the object differs from the one before
   * @throws StatusError 500 if the document does not match its type
   */
  replace(version: VersionedRequest, document: unknown): Promise<boolean>;
}

/** Returns the 403 with which a plugin rejects a request. */
export function rejectedRequest(
  { resource, name, object }: AdmissionRequest,
  why: string,
  causes?: StatusResponseDetails["causes"],
): StatusError {
  const { name: objectName, generateName } = (object as Partial<SharedObject> | undefined)?.metadata ?? {};
  return forbidden(resource, name || objectName || generateName || "Unknown", why, causes);
}

/** A check or change of authorized requests. It implements `admit`, `validate` or both. */
export interface AdmissionPlugin {
  /** May change `object`, and may reject the request. @throws StatusError to reject it */
  admit?(request: MutableRequest, rounds: MutationRounds): Promise<void>;
  /** May reject the request, and must not change anything. @throws StatusError to reject it */
  validate?(request: AdmissionRequest): Promise<void>;
}

/** A resource, and one of its subresources. */
export interface PluginResource {
  readonly group: string;
  readonly resource: string;
  /** Absent: the objects themselves. */
  readonly subresource?: string;
}

/** A plugin that is loaded with the first request that it sees. */
export interface PluginDefinition {
  /** The name in `--enable-admission-plugins`. */
  readonly name: string;
  readonly operations: readonly AdmissionOperation[];
  /** The resources whose requests the plugin sees. Absent: all resources, with their subresources. */
  readonly resources?: readonly PluginResource[] | undefined;
  /** Whether the plugin never changes an object in place. It may reject requests, and replace objects. */
  readonly keepsObject: boolean;
  load(): AdmissionPlugin | Promise<AdmissionPlugin>;
}
