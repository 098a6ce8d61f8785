/** The Status object: the response to failed requests and to some deletions. */

/** The machine-readable reason of a failure. */
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

/** One of several causes of a failure, such as an error in a field. */
export interface StatusResponseCause {
  readonly reason?: string;
  readonly message?: string;
  readonly field?: string;
}

/** The object or resource that a Status describes. */
export interface StatusResponseDetails {
  readonly name?: string;
  readonly group?: string;
  /** Plural name of the resource in most responses; the kind in 422 and a few others. */
  readonly kind?: string;
  readonly uid?: string;
  readonly causes?: readonly StatusResponseCause[];
  readonly retryAfterSeconds?: number;
}

/** A Status object. Its members are declared in the order in which they are written. */
export interface StatusResponse {
  readonly kind: "Status";
  readonly apiVersion: "v1";
  readonly metadata: { readonly continue?: string };
  readonly status: "Success" | "Failure";
  readonly message?: string;
  readonly reason?: StatusReason;
  readonly details?: StatusResponseDetails;
  readonly code?: number;
}

/** Returns the response to a deletion that removed the object at once. */
export function successStatus(details: StatusResponseDetails): StatusResponse {
  return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", details: withoutEmpty(details) };
}

/** Returns the response to a successful request that has no other result. */
export function doneStatus(code: number): StatusResponse {
  return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", code };
}

/** Returns the details without members that are empty or zero, in a fixed order. The reference omits these too. */
export function withoutEmpty(details: StatusResponseDetails): StatusResponseDetails {
  const { name, group, kind, uid, causes, retryAfterSeconds } = details;
  const left: { -readonly [member in keyof StatusResponseDetails]: StatusResponseDetails[member] } = {};
  if (name) left.name = name;
  if (group) left.group = group;
  if (kind) left.kind = kind;
  if (uid) left.uid = uid;
  if (causes && causes.length > 0) left.causes = causes;
  if (retryAfterSeconds) left.retryAfterSeconds = retryAfterSeconds;
  return left;
}
