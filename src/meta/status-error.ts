/**
 * The only error that clients see. The functions below create it; clients compare their messages character by
 * character. Code at or above the registry throws it, one renderer turns it into a response, and the client library
 * throws it again.
 */
import { aggregateErrors } from "./aggregate-errors.ts";
import { causeReasons, type FieldError, fieldErrorsMax, formatFieldErrorBody } from "./field-error.ts";
import { goQuote } from "./go-quote.ts";
import { formatGroupKind, formatGroupResource, type GroupKind, type GroupResource } from "./group-version.ts";
import {
  type StatusReason,
  type StatusResponse,
  type StatusResponseCause,
  type StatusResponseDetails,
  withoutEmpty,
} from "./status.ts";

/** Optional parts of a StatusError. */
export interface StatusErrorOptions {
  /** Omitted from the response if empty, as the reference does for errors of no known class. */
  readonly reason?: StatusReason;
  /** `{}` is written as an empty object. If absent, the member is not written. */
  readonly details?: StatusResponseDetails;
  /** Token with which the client can continue an expired list. */
  readonly continueToken?: string;
  readonly cause?: unknown;
}

/**
 * A failed request, as the Status that the client receives.
 * @example
 * ```ts
 * try {
 *   await client.api(configMap, "default").get("settings");
 * } catch (error) {
 *   if (!(error instanceof StatusError) || error.reason !== "NotFound") throw error;
 * }
 * ```
 */
export class StatusError extends Error {
  override readonly name = "StatusError";
  /** HTTP status code. */
  readonly code: number;
  /** Reason as one word, such as `NotFound`. Undefined for errors of no known class. */
  readonly reason: StatusReason | undefined;
  /** The object or resource concerned. For 422 and some conflicts it also has one cause for each field. */
  readonly details: StatusResponseDetails | undefined;
  /** Token for an expired list. It continues the list in a later state. */
  readonly continueToken: string | undefined;

  /**
   * Describes a failure.
   * @param code HTTP status code of the response
   * @param message text that clients show
   * @param options reason, details and other parts of the response
   */
  constructor(code: number, message: string, options: StatusErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.reason = options.reason;
    this.details = options.details && withoutEmpty(options.details);
    this.continueToken = options.continueToken;
  }

  /** Returns the Status as it is sent. */
  toStatus(): StatusResponse {
    return {
      kind: "Status",
      apiVersion: "v1",
      metadata: this.continueToken ? { continue: this.continueToken } : {},
      status: "Failure",
      ...(this.message ? { message: this.message } : {}),
      ...(this.reason ? { reason: this.reason } : {}),
      ...(this.details ? { details: this.details } : {}),
      code: this.code,
    };
  }
}

/**
 * Whether `error` is a StatusError with this HTTP status code.
 * @param error any thrown value
 * @param code such as 404
 * @example
 * ```ts
 * const found = await api.get("settings").catch((error: unknown) => {
 *   if (hasCode(error, 404)) return undefined;
 *   throw error;
 * });
 * ```
 */
export function hasCode(error: unknown, code: number): error is StatusError {
  return error instanceof StatusError && error.code === code;
}

const detailsOf = (target: GroupResource, name: string): StatusResponseDetails => ({
  name,
  group: target.group,
  kind: target.resource,
});

/** Returns the 404 for an object that does not exist. @param fact what the message states about the object */
export function notFound(target: GroupResource, name: string, fact = "not found"): StatusError {
  const message = `${formatGroupResource(target)} ${goQuote(name)} ${fact}`;
  return new StatusError(404, message, { reason: "NotFound", details: detailsOf(target, name) });
}

/** Returns the 404 for an unknown path inside a served group version. */
export function unknownResource(): StatusError {
  return new StatusError(404, "the server could not find the requested resource", { reason: "NotFound", details: {} });
}

/** Returns the 409 for a create of an object that exists. */
export function alreadyExists(target: GroupResource, name: string): StatusError {
  const message = `${formatGroupResource(target)} ${goQuote(name)} already exists`;
  return new StatusError(409, message, { reason: "AlreadyExists", details: detailsOf(target, name) });
}

/** Returns the 409 for a create in which every generated name was taken. */
export function generateNameConflict(target: GroupResource, name: string): StatusError {
  const message = `${formatGroupResource(target)} ${goQuote(name)} already exists, the server was not able to generate a unique name for the object`;
  return new StatusError(409, message, {
    reason: "AlreadyExists",
    details: { retryAfterSeconds: 1, ...detailsOf(target, name) },
  });
}

/** Returns the 409 for an update of an object that was changed since the client read it. */
export function modifiedConflict(target: GroupResource, name: string): StatusError {
  return conflict(
    target,
    name,
    "the object has been modified; please apply your changes to the latest version and try again",
  );
}

/** Returns the 409 for an operation that conflicts with the object's state. */
export function conflict(target: GroupResource, name: string, why: string): StatusError {
  const message = `Operation cannot be fulfilled on ${formatGroupResource(target)} ${goQuote(name)}: ${why}`;
  return new StatusError(409, message, { reason: "Conflict", details: detailsOf(target, name) });
}

/** A precondition of a deletion that does not match the stored object. */
export interface PreconditionMismatch {
  readonly field: "UID" | "ResourceVersion";
  readonly expected: string;
  readonly actual: string;
}

/**
 * Returns the 409 for a deletion whose preconditions describe another object, or another state of it. Unlike other
 * conflicts, the message names the kind instead of the resource.
 */
export function preconditionConflict(
  target: GroupKind,
  name: string,
  { field, expected, actual }: PreconditionMismatch,
): StatusError {
  const since = field === "UID" ? "been deleted and then recreated" : "been modified";
  const why = `the ${field} in the precondition (${expected}) does not match the ${field} in record (${actual}). The object might have ${since}`;
  const message = `Operation cannot be fulfilled on ${formatGroupKind(target)} ${goQuote(name)}: ${why}`;
  return new StatusError(409, message, {
    reason: "Conflict",
    details: { name, group: target.group, kind: target.kind },
  });
}

/** Maximum number of causes in one response. The message counts the others. */
const causesMax = 1000;
/** Maximum total length of the messages of all causes after the first. Each may repeat a value as long as the body. */
const causesLengthMax = 1024 * 1024;

/**
 * Returns the error for an object that breaks rules, with one cause for each field error, in the order of `errors`.
 * @param options.code 422 unless given
 */
export function invalid(
  target: GroupKind,
  name: string,
  errors: readonly FieldError[],
  options: { readonly code?: number } = {},
): StatusError {
  const causes = shownCauses(errors);
  const texts = causes.map(({ field, message }) => `${field}: ${message}`);
  const left = errors.length - causes.length;
  if (left > 0) texts.push(`and ${left} more${errors.length > fieldErrorsMax ? ", at least" : ""}`);
  const list = texts.length === 0 ? "" : `: ${aggregateErrors(texts)}`;
  return new StatusError(options.code ?? 422, `${formatGroupKind(target)} ${goQuote(name)} is invalid${list}`, {
    reason: "Invalid",
    details: { name, group: target.group, kind: target.kind, causes },
  });
}

function shownCauses(errors: readonly FieldError[]): Required<StatusResponseCause>[] {
  const causes: Required<StatusResponseCause>[] = [];
  let length = 0;
  for (const error of errors.slice(0, causesMax)) {
    const message = formatFieldErrorBody(error);
    length += message.length;
    if (causes.length > 0 && length > causesLengthMax) break;
    causes.push({ reason: causeReasons[error.type], message, field: error.path });
  }
  return causes;
}

/** Returns the 422 for a patch that cannot be applied to the object. */
export function unprocessablePatch(cause?: unknown): StatusError {
  const message = "the server rejected our request due to an error in our request";
  return new StatusError(422, message, { reason: "Invalid", details: {}, cause });
}

/** Returns the 400 for a request that cannot be understood. */
export function badRequest(message: string, cause?: unknown): StatusError {
  return new StatusError(400, message, { reason: "BadRequest", cause });
}

/** Returns the 401 for a request without valid credentials. */
export function unauthorized(): StatusError {
  return new StatusError(401, "Unauthorized", { reason: "Unauthorized" });
}

/**
 * Returns the 403 for a request on a resource.
 * @param name empty for requests on a collection
 */
export function forbidden(
  target: GroupResource,
  name: string,
  why: string,
  cause?: StatusResponseDetails["causes"],
): StatusError {
  const subject = name === "" ? formatGroupResource(target) : `${formatGroupResource(target)} ${goQuote(name)}`;
  return new StatusError(403, `${subject} is forbidden: ${why}`, {
    reason: "Forbidden",
    details: { ...(cause ? { causes: cause } : {}), ...detailsOf(target, name) },
  });
}

/** Returns the 403 for a path that is not a resource. */
export function forbiddenPath(why: string): StatusError {
  return new StatusError(403, `forbidden: ${why}`, { reason: "Forbidden", details: {} });
}

/** Returns the 405 for a method that the route does not support. */
export function methodNotAllowed(): StatusError {
  const message = "the server does not allow this method on the requested resource";
  return new StatusError(405, message, { reason: "MethodNotAllowed", details: {} });
}

/**
 * Returns the 405 for a verb that a custom type does not have.
 * @param verb empty if no verb belongs to the method
 */
export function methodNotSupported({ group, resource }: GroupResource, verb: string): StatusError {
  const target = { group, resource };
  const message = `${verb} is not supported on resources of kind ${goQuote(formatGroupResource(target))}`;
  return new StatusError(405, message, { reason: "MethodNotAllowed", details: detailsOf(target, "") });
}

/** Returns the 405 for a verb that a custom type does not have while its definition is being deleted. */
export function notAllowedWhileTerminating({ group, resource }: GroupResource, verb: string): StatusError {
  const message = `${verb} not allowed while custom resource definition is terminating`;
  return new StatusError(405, message, { reason: "MethodNotAllowed", details: detailsOf({ group, resource }, "") });
}

/**
 * Returns the 406 for a request that accepts none of the offered media types.
 * @param accepted the offered media types, in the order in which the message lists them
 */
export function notAcceptable(accepted: readonly string[]): StatusError {
  return notAcceptableBecause(`only the following media types are accepted: ${accepted.join(", ")}`);
}

/**
 * Returns the error for a request that accepts none of a route's media types. In the reference, the router rejects such
 * a request, with another message than the handlers.
 * @param produced media types in the order in which the message lists them
 * @param isMissingBody the method takes a body and the request does not give its length; the router then responds with
 * 415
 */
export function noRepresentation(produced: readonly string[], isMissingBody = false): StatusError {
  const available = `Available representations: ${produced.join(", ")}`;
  const [code, reason, text] = isMissingBody
    ? ([415, "UnsupportedMediaType", unsupportedText] as const)
    : ([406, "NotAcceptable", "406: Not Acceptable"] as const);
  return new StatusError(code, `${text}\n\n${available}`, { reason, details: {} });
}

const unsupportedText = "415: Unsupported Media Type";

/** Returns a 406 with this message. */
export function notAcceptableBecause(message: string): StatusError {
  return new StatusError(406, message, { reason: "NotAcceptable" });
}

/** Returns the 415 for a patch in a media type that the path does not support. */
export function unsupportedPatchType(): StatusError {
  return new StatusError(415, unsupportedText, { reason: "UnsupportedMediaType", details: {} });
}

/** Returns the 415 for a body in another media type than the accepted ones. */
export function unsupportedMediaType(accepted: readonly string[]): StatusError {
  const message = `the body of the request was in an unknown format - accepted media types include: ${accepted.join(", ")}`;
  return new StatusError(415, message, { reason: "UnsupportedMediaType" });
}

/** Returns the 413 for a request that exceeds a limit. */
export function requestEntityTooLarge(detail: string): StatusError {
  return new StatusError(413, `Request entity too large: ${detail}`, { reason: "RequestEntityTooLarge" });
}

/** Returns the 429 for a request that the client should repeat later. */
export function tooManyRequests(
  message: string,
  retryAfterSeconds: number,
  causes: readonly StatusResponseCause[] = [],
): StatusError {
  return new StatusError(429, message, { reason: "TooManyRequests", details: { causes, retryAfterSeconds } });
}

/** Returns the 504 for a request that took too long. The response suggests no retry if `retryAfterSeconds` is 0. */
export function timeout(text: string, retryAfterSeconds = 0): StatusError {
  return new StatusError(504, `Timeout: ${text}`, { reason: "Timeout", details: { retryAfterSeconds } });
}

/** Returns the 504 for a resourceVersion that the server has not reached within its wait time. */
export function tooLargeResourceVersion(expected: bigint | number, current: number): StatusError {
  return new StatusError(504, `Timeout: Too large resource version: ${expected}, current: ${current}`, {
    reason: "Timeout",
    details: {
      causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }],
      retryAfterSeconds: 1,
    },
  });
}

/** Returns the 410 for a resourceVersion or continue token whose state is no longer stored. */
export function expired(message: string, continueToken?: string): StatusError {
  return new StatusError(410, message, { reason: "Expired", ...(continueToken ? { continueToken } : {}) });
}

/**
 * Returns the 410 for a read that cannot resume from its resourceVersion, because that history was removed.
 * @param verb of the request: list, watch ...
 */
export function tooOldResourceVersion(verb: string): StatusError {
  return expired(`The resourceVersion for the provided ${verb === "watch" ? "watch" : "list"} is too old.`);
}

/**
 * Returns the 500 for a failure of the server.
 * @param detail shown to the client: an identifier to find in the log, never a stack
 */
export function internalError(detail: string, cause?: unknown): StatusError {
  return new StatusError(500, `Internal error occurred: ${detail}`, {
    reason: "InternalError",
    details: { causes: [{ message: detail }] },
    cause,
  });
}

/** Returns the 500 for an operation that failed because the store is not reachable. */
export function serverTimeout(target: GroupResource, verb: string, cause?: unknown): StatusError {
  const message = `The ${verb} operation against ${formatGroupResource(target)} could not be completed at this time, please try again.`;
  return new StatusError(500, message, {
    reason: "ServerTimeout",
    details: { name: verb, group: target.group, kind: target.resource, retryAfterSeconds: 2 },
    cause,
  });
}

/** Returns the 503 for a server, or a part of it, that cannot handle requests. */
export function serviceUnavailable(message: string): StatusError {
  return new StatusError(503, message, { reason: "ServiceUnavailable" });
}
