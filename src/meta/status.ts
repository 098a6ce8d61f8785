/** The Status object: how the API answers a failure, and some deletions. */

export type StatusReason =
  | "Unauthorized"
  | "Forbidden"
  | "NotFound"
  | "AlreadyExists"
  | "Conflict"
  | "Gone"
  | "Invalid"
  | "ServerTimeout"
  | "StorageReadError"
  | "Timeout"
  | "TooManyRequests"
  | "BadRequest"
  | "MethodNotAllowed"
  | "NotAcceptable"
  | "RequestEntityTooLarge"
  | "UnsupportedMediaType"
  | "InternalError"
  | "Expired"
  | "ServiceUnavailable";

export interface StatusCause {
  readonly reason?: string;
  readonly message?: string;
  readonly field?: string;
}

export interface StatusDetails {
  readonly name?: string;
  readonly group?: string;
  /** The resource's plural in most answers, the kind in 422 and a few others. */
  readonly kind?: string;
  readonly uid?: string;
  readonly causes?: readonly StatusCause[];
  readonly retryAfterSeconds?: number;
}

/** Members in the order in which they are written. */
export interface Status {
  readonly kind: "Status";
  readonly apiVersion: "v1";
  readonly metadata: { readonly continue?: string };
  readonly status: "Success" | "Failure";
  readonly message?: string;
  readonly reason?: StatusReason;
  readonly details?: StatusDetails;
  readonly code?: number;
}

/** The answer to a deletion that removed the object at once. */
export function successStatus(details: StatusDetails): Status {
  return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", details: withoutEmpty(details) };
}

/** The answer to a request that did what was asked for, where there is no more to tell. */
export function doneStatus(code: number): Status {
  return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", code };
}

/** Leaves out what is empty or zero, as the reference does; the order of members is fixed. */
export function withoutEmpty(details: StatusDetails): StatusDetails {
  const { name, group, kind, uid, causes, retryAfterSeconds } = details;
  const left: { -readonly [member in keyof StatusDetails]: StatusDetails[member] } = {};
  if (name) left.name = name;
  if (group) left.group = group;
  if (kind) left.kind = kind;
  if (uid) left.uid = uid;
  if (causes && causes.length > 0) left.causes = causes;
  if (retryAfterSeconds) left.retryAfterSeconds = retryAfterSeconds;
  return left;
}
