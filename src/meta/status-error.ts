/**
 * The one error that a client can see. Made by the functions below, whose messages clients compare character by
 * character; thrown anywhere at or above the registry, rendered in one place, and thrown again by the client library.
 */
import { causeReasons, errorsMax, type FieldError, formatFieldErrorBody } from "./field-error.ts";
import { goQuote } from "./go-quote.ts";
import { formatGroupKind, formatGroupResource, type GroupKind, type GroupResource } from "./group-version.ts";
import { type Status, type StatusCause, type StatusDetails, type StatusReason, withoutEmpty } from "./status.ts";

export interface StatusErrorOptions {
  /** Left out of the answer when empty, as the reference does for errors of no known class. */
  readonly reason?: StatusReason;
  /** `{}` is written as an empty object; absent is not written. */
  readonly details?: StatusDetails;
  /** A token with which a client can go on with an expired list. */
  readonly continueToken?: string;
  readonly cause?: unknown;
}

/** What a server refuses, or could not do: its Status, as an error. */
export class StatusError extends Error {
  override readonly name = "StatusError";
  /** The HTTP status. */
  readonly code: number;
  /** Why, as one word: `NotFound`. Undefined for errors of no known class. */
  readonly reason: StatusReason | undefined;
  /** What it is about, and for 422 and conflicts a cause for each field. */
  readonly details: StatusDetails | undefined;
  /** Of a list that has expired: with it, the list goes on in a later state. */
  readonly continueToken: string | undefined;

  constructor(code: number, message: string, options: StatusErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.reason = options.reason;
    this.details = options.details && withoutEmpty(options.details);
    this.continueToken = options.continueToken;
  }

  /** As it is sent. */
  toStatus(): Status {
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

/** Whether an error is one that a client sees with this HTTP status. */
export function hasCode(error: unknown, code: number): error is StatusError {
  return error instanceof StatusError && error.code === code;
}

const detailsOf = (target: GroupResource, name: string): StatusDetails => ({
  name,
  group: target.group,
  kind: target.resource,
});

export function notFound(target: GroupResource, name: string): StatusError {
  const message = `${formatGroupResource(target)} ${goQuote(name)} not found`;
  return new StatusError(404, message, { reason: "NotFound", details: detailsOf(target, name) });
}

/** An unknown path inside a served group version. */
export function unknownResource(): StatusError {
  return new StatusError(404, "the server could not find the requested resource", { reason: "NotFound", details: {} });
}

export function alreadyExists(target: GroupResource, name: string): StatusError {
  const message = `${formatGroupResource(target)} ${goQuote(name)} already exists`;
  return new StatusError(409, message, { reason: "AlreadyExists", details: detailsOf(target, name) });
}

/** Every generated name that was tried is taken. */
export function generateNameConflict(target: GroupResource, name: string): StatusError {
  const message = `${formatGroupResource(target)} ${goQuote(name)} already exists, the server was not able to generate a unique name for the object`;
  return new StatusError(409, message, {
    reason: "AlreadyExists",
    details: { retryAfterSeconds: 1, ...detailsOf(target, name) },
  });
}

/** The object was changed since the client read it. */
export function modifiedConflict(target: GroupResource, name: string): StatusError {
  return conflict(
    target,
    name,
    "the object has been modified; please apply your changes to the latest version and try again",
  );
}

export function conflict(target: GroupResource, name: string, why: string): StatusError {
  const message = `Operation cannot be fulfilled on ${formatGroupResource(target)} ${goQuote(name)}: ${why}`;
  return new StatusError(409, message, { reason: "Conflict", details: detailsOf(target, name) });
}

export interface PreconditionMismatch {
  readonly field: "UID" | "ResourceVersion";
  readonly asked: string;
  readonly actual: string;
}

/** A deletion of another object than the stored one, or of another state of it; the message speaks of the kind. */
export function preconditionConflict(
  target: GroupKind,
  name: string,
  { field, asked, actual }: PreconditionMismatch,
): StatusError {
  const since = field === "UID" ? "been deleted and then recreated" : "been modified";
  const why = `the ${field} in the precondition (${asked}) does not match the ${field} in record (${actual}). The object might have ${since}`;
  const message = `Operation cannot be fulfilled on ${formatGroupKind(target)} ${goQuote(name)}: ${why}`;
  return new StatusError(409, message, {
    reason: "Conflict",
    details: { name, group: target.group, kind: target.kind },
  });
}

/** How many causes one answer carries at most; the rest is counted in the message. */
const causesMax = 1000;
/** How long they are together at most, but for the first: each may repeat a value as long as a body. */
const causesLengthMax = 1024 * 1024;

/**
 * A readable object that breaks rules: one cause per field error, in the order given.
 * @param options.code 422 unless the documents ask for another status
 */
export function invalid(
  target: GroupKind,
  name: string,
  errors: readonly FieldError[],
  options: { readonly code?: number } = {},
): StatusError {
  const causes = shownCauses(errors);
  const texts = [...new Set(causes.map(({ field, message }) => `${field}: ${message}`))];
  const left = errors.length - causes.length;
  if (left > 0) texts.push(`and ${left} more${errors.length > errorsMax ? ", at least" : ""}`);
  const list = texts.length === 0 ? "" : texts.length === 1 ? `: ${texts[0]}` : `: [${texts.join(", ")}]`;
  return new StatusError(options.code ?? 422, `${formatGroupKind(target)} ${goQuote(name)} is invalid${list}`, {
    reason: "Invalid",
    details: { name, group: target.group, kind: target.kind, causes },
  });
}

function shownCauses(errors: readonly FieldError[]): Required<StatusCause>[] {
  const causes: Required<StatusCause>[] = [];
  let length = 0;
  for (const error of errors.slice(0, causesMax)) {
    const message = formatFieldErrorBody(error);
    length += message.length;
    if (causes.length > 0 && length > causesLengthMax) break;
    causes.push({ reason: causeReasons[error.type], message, field: error.path });
  }
  return causes;
}

/** A patch that cannot be applied to the object. */
export function unprocessablePatch(cause?: unknown): StatusError {
  const message = "the server rejected our request due to an error in our request";
  return new StatusError(422, message, { reason: "Invalid", details: {}, cause });
}

export function badRequest(message: string, cause?: unknown): StatusError {
  return new StatusError(400, message, { reason: "BadRequest", cause });
}

export function unauthorized(): StatusError {
  return new StatusError(401, "Unauthorized", { reason: "Unauthorized" });
}

/** @param name empty for requests on a collection */
export function forbidden(
  target: GroupResource,
  name: string,
  why: string,
  cause?: StatusDetails["causes"],
): StatusError {
  const subject = name === "" ? formatGroupResource(target) : `${formatGroupResource(target)} ${goQuote(name)}`;
  return new StatusError(403, `${subject} is forbidden: ${why}`, {
    reason: "Forbidden",
    details: { ...(cause ? { causes: cause } : {}), ...detailsOf(target, name) },
  });
}

/** A path that is no resource. */
export function forbiddenPath(why: string): StatusError {
  return new StatusError(403, `forbidden: ${why}`, { reason: "Forbidden", details: {} });
}

/** The route exists, the method does not. */
export function methodNotAllowed(): StatusError {
  const message = "the server does not allow this method on the requested resource";
  return new StatusError(405, message, { reason: "MethodNotAllowed", details: {} });
}

/** @param accepted media types in the order of the message */
export function notAcceptable(accepted: readonly string[]): StatusError {
  return notAcceptableBecause(`only the following media types are accepted: ${accepted.join(", ")}`);
}

/**
 * Returns the error for a request that accepts none of a route's media types. The reference's router refuses it, in other
 * words than its handlers.
 * @param produced media types in the order of the message
 * @param isMissingBody the method takes a body and the request does not say how long it is; the router then answers 415
 */
export function noRepresentation(produced: readonly string[], isMissingBody = false): StatusError {
  const available = `Available representations: ${produced.join(", ")}`;
  const [code, reason, text] = isMissingBody
    ? ([415, "UnsupportedMediaType", unsupportedText] as const)
    : ([406, "NotAcceptable", "406: Not Acceptable"] as const);
  return new StatusError(code, `${text}\n\n${available}`, { reason, details: {} });
}

const unsupportedText = "415: Unsupported Media Type";

export function notAcceptableBecause(message: string): StatusError {
  return new StatusError(406, message, { reason: "NotAcceptable" });
}

/** The refusal of a body in a type that its path does not take, whatever the handler might say. */
export function unsupportedPatchType(): StatusError {
  return new StatusError(415, unsupportedText, { reason: "UnsupportedMediaType", details: {} });
}

export function unsupportedMediaType(accepted: readonly string[]): StatusError {
  const message = `the body of the request was in an unknown format - accepted media types include: ${accepted.join(", ")}`;
  return new StatusError(415, message, { reason: "UnsupportedMediaType" });
}

export function requestEntityTooLarge(what: string): StatusError {
  return new StatusError(413, `Request entity too large: ${what}`, { reason: "RequestEntityTooLarge" });
}

export function tooManyRequests(
  message: string,
  retryAfterSeconds: number,
  causes: readonly StatusCause[] = [],
): StatusError {
  return new StatusError(429, message, { reason: "TooManyRequests", details: { causes, retryAfterSeconds } });
}

export function timeout(text: string, retryAfterSeconds = 0): StatusError {
  return new StatusError(504, `Timeout: ${text}`, { reason: "Timeout", details: { retryAfterSeconds } });
}

/** A version that the server has not seen within the time it waits. */
export function tooLargeResourceVersion(asked: bigint | number, current: number): StatusError {
  return new StatusError(504, `Timeout: Too large resource version: ${asked}, current: ${current}`, {
    reason: "Timeout",
    details: {
      causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }],
      retryAfterSeconds: 1,
    },
  });
}

/** A resourceVersion or continue token whose state is no longer kept. */
export function expired(message: string, continueToken?: string): StatusError {
  return new StatusError(410, message, { reason: "Expired", ...(continueToken ? { continueToken } : {}) });
}

/** A resourceVersion from which a read cannot go on. @param verb of the request: list, watch ... */
export function tooOldResourceVersion(verb: string): StatusError {
  return expired(`The resourceVersion for the provided ${verb === "watch" ? "watch" : "list"} is too old.`);
}

/** A fault of the server. @param what shown to the client: an identifier to look for in the log, never a stack */
export function internalError(what: string, cause?: unknown): StatusError {
  return new StatusError(500, `Internal error occurred: ${what}`, {
    reason: "InternalError",
    details: { causes: [{ message: what }] },
    cause,
  });
}

/** The store cannot be reached now. */
export function serverTimeout(target: GroupResource, verb: string, cause?: unknown): StatusError {
  const message = `The ${verb} operation against ${formatGroupResource(target)} could not be completed at this time, please try again.`;
  return new StatusError(500, message, {
    reason: "ServerTimeout",
    details: { name: verb, group: target.group, kind: target.resource, retryAfterSeconds: 2 },
    cause,
  });
}

export function serviceUnavailable(message: string): StatusError {
  return new StatusError(503, message, { reason: "ServiceUnavailable" });
}
