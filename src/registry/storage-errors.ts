/** The one table from what the store raises to what a client sees. */
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
import { StorageError } from "../storage/index.ts";

export interface FailedOperation {
  readonly target: GroupResource;
  /** Empty for collections. */
  readonly name: string;
  /** As the API names it: get, list, create ... */
  readonly verb: string;
  /** The resourceVersion of the request, in digits. Absent: there is none. As a number it may not be exact. */
  readonly askedVersion?: string;
}

/** @returns the error that a client sees; anything but a StorageError as it is */
export function toStatusError(error: unknown, operation: FailedOperation): unknown {
  if (!(error instanceof StorageError)) return error;
  const { target, name, verb, askedVersion = "" } = operation;
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
      return tooLargeResourceVersion(BigInt(askedVersion), error.revision ?? 0);
    case "too-large":
      return new StatusError(500, "etcdserver: request is too large", { cause: error });
    case "no-space":
      return new StatusError(500, `etcdserver: mvcc: database space exceeded: ${error.message}`, { cause: error });
    case "unavailable":
      return serverTimeout(target, verb, error);
    case "closed":
      return serviceUnavailable("apiserver is shutting down");
    case "corrupt":
      return verb === "list" || verb === "watch" || verb === "deletecollection"
        ? unreadableObjects(target, [error])
        : internalError(corruptObject(error), error);
    case "not-usable":
      return internalError(error.message, error);
    default:
      return unreachable(error.code);
  }
}

/** Objects that one answer names; as many as the reference names. */
const unreadableNamedMax = 100;

/**
 * Returns the error for a list that includes objects which cannot be read. Leaving them out would make clients believe
 * that they were deleted.
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

/** Returns the reference's words for an object that cannot be read. */
function corruptObject({ key = "", revision = 0, message }: StorageError): string {
  const why = `object not decodable revision=${revision}: ${message}`;
  return `StorageError: corrupt object, Code: 7, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${why}`;
}

/** Runs a storage operation and raises what a client sees. */
export async function withStatusErrors<T>(operation: FailedOperation, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw toStatusError(error, operation);
  }
}
