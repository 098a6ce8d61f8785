/** Translates the errors of the store into the errors that clients see. */
import { unreachable } from "../base/assert.ts";
import { formatGroupResource, type GroupResource } from "../meta/group-version.ts";
import {
  alreadyExists,
  internalError,
  modifiedConflict,
  notFound,
  StatusError,
  serverTimeout,
  serviceUnavailable,
  tooLargeResourceVersion,
  tooOldResourceVersion,
} from "../meta/status-error.ts";
import { isStorageError, StorageError } from "../storage/index.ts";

/** The operation that failed, for the error message. */
export interface FailedOperation {
  readonly target: GroupResource;
  /** Empty for collections. */
  readonly name: string;
  /** The API's name of the operation: get, list, create ... */
  readonly verb: string;
  /**
   * The resourceVersion of the request, in digits. Absent if the request has none. Kept as text, because a number might
   * lose digits.
   */
  readonly requestedVersion?: string;
  /** The key of the object in the store, without the common prefix of all keys. Absent for collections. */
  readonly path?: string;
}

/** Whether an error says that the store does not answer. */
export function isStoreUnavailable(error: unknown): boolean {
  return isStorageError(error, "unavailable") || isStorageError(error, "closed");
}

/** Returns the StatusError for a StorageError. Returns all other errors unchanged. */
export function toStatusError(error: unknown, operation: FailedOperation): unknown {
  if (!(error instanceof StorageError)) return error;
  const { target, name, verb, requestedVersion = "" } = operation;
  switch (error.code) {
    case "key-exists":
      return alreadyExists(target, name);
    case "key-not-found":
      return notFound(target, name);
    case "revision-conflict":
      return modifiedConflict(target, name);
    case "compacted":
      return tooOldResourceVersion(verb);
    case "future-revision":
      return tooLargeResourceVersion(BigInt(requestedVersion), error.revision ?? 0);
    case "too-large":
      return new StatusError(500, "etcdserver: request is too large", { cause: error });
    case "no-space":
      return new StatusError(500, `etcdserver: mvcc: database space exceeded: ${error.message}`, { cause: error });
    case "outcome-unknown":
      // Without a delay for the next attempt, because client libraries would repeat the write.
      return new StatusError(500, `etcdserver: request timed out: ${error.message}`, { cause: error });
    case "unavailable":
      return serverTimeout(target, verb, error);
    case "closed":
      return serviceUnavailable("apiserver is shutting down");
    case "corrupt":
      return unreadableError(error, operation);
    case "not-usable":
      return internalError(error.message, error);
    default:
      return unreachable(error.code);
  }
}

/** Returns the error of an operation on an unreadable object. As in the reference, it depends on the operation. */
function unreadableError(error: StorageError, { target, verb, path }: FailedOperation): StatusError {
  switch (verb) {
    case "list":
    case "watch":
    case "deletecollection":
      return unreadableObjects(target, [error]);
    case "update":
    case "patch":
      // The reference gives no reason for a value that it can decrypt, but not decode.
      return error.isUntransformable
        ? internalError(whyUnreadable(error), error)
        : new StatusError(500, whyUnreadable(error), { cause: error });
    default:
      return internalError(corruptObject(error, path), error);
  }
}

/** Number of unreadable objects that one response names. The reference has the same limit. */
const unreadableNamedMax = 100;

/**
 * Returns the error for a list that includes unreadable objects. A list without these objects would make clients
 * believe that they were deleted.
 */
export function unreadableObjects(target: GroupResource, errors: readonly StorageError[]): StatusError {
  const causes = errors.slice(0, unreadableNamedMax).map((error) => ({
    reason: "UnexpectedServerResponse",
    message: corruptObject(error),
    field: error.key ?? "",
  }));
  return new StatusError(500, `failed to read one or more ${formatGroupResource(target)} from the storage`, {
    reason: "StorageReadError",
    details: { name: "list", group: target.group, kind: target.resource, causes },
    cause: errors[0],
  });
}

/** Returns the reference's message for an unreadable object. @param path default: the whole key */
function corruptObject(error: StorageError, path = error.key ?? ""): string {
  const why = whyUnreadable(error);
  return `StorageError: corrupt object, Code: 7, Key: ${path}, ResourceVersion: 0, AdditionalErrorMsg: ${why}`;
}

function whyUnreadable({ revision = 0, message, isUntransformable }: StorageError): string {
  return isUntransformable
    ? `data from the storage is not transformable revision=0: ${message}`
    : `object not decodable revision=${revision}: ${message}`;
}

/** Runs a storage operation. Translates a StorageError that it throws into a StatusError. */
export async function withStatusErrors<T>(operation: FailedOperation, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw toStatusError(error, operation);
  }
}
