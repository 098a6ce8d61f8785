/** Translates errors of calls to etcd into StorageErrors. */
import { GrpcCallError } from "../../grpc/index.ts";
import { StorageError } from "../errors.ts";
import { closed, unavailable } from "../failures.ts";

/** Whether etcd rejected a read or a watch because its revision was compacted. */
export function isCompacted(error: unknown): boolean {
  return error instanceof GrpcCallError && error.says("revision has been compacted");
}

/** Whether etcd rejected a revision that does not exist yet. */
export function isFutureRevision(error: unknown): boolean {
  return error instanceof GrpcCallError && error.says("is a future revision");
}

/** Whether etcd rejected a write because its lease has ended. */
export function isLeaseMissing(error: unknown): boolean {
  return error instanceof GrpcCallError && error.says("requested lease not found");
}

/** Whether a response was larger than this program accepts. */
export function isResponseTooLarge(error: unknown): boolean {
  return error instanceof GrpcCallError && error.says("Received message larger than max");
}

const tooLargeTexts = [
  "request is too large",
  "too many operations in txn request",
  "received message larger than max",
];

/**
 * Returns the StorageError for a failed call. Returns other errors unchanged.
 * @param isClosed whether the engine was closed, which makes calls fail
 * @param key the key of a write, for the message
 */
export function toStorageError(error: unknown, isClosed: boolean, key?: string): unknown {
  if (!(error instanceof GrpcCallError)) return error;
  if (isClosed) return closed();
  const options = { cause: error, ...(key === undefined ? {} : { key }) };
  if (error.says("database space exceeded")) {
    return new StorageError(
      "no-space",
      "etcd has reached its space quota. Free space in etcd (compact, defragment), and end the alarm with " +
        "`etcdctl alarm disarm`",
      options,
    );
  }
  if (tooLargeTexts.some((text) => error.says(text))) {
    return new StorageError("too-large", `etcd rejects the write of ${key ?? "a key"}: ${error.details}`, options);
  }
  return unavailable(`etcd cannot be used: ${error.details}`, error);
}

/** Returns the error of a write whose response was lost, and whose outcome could not be found out. */
export function unknownOutcome(key: string, error: GrpcCallError): StorageError {
  return new StorageError(
    "outcome-unknown",
    `the response to the write of ${key} was lost (${error.details}). Its outcome is unknown: it may have been carried ` +
      "out, or may still be. Read the object before you try again",
    { key, cause: error },
  );
}
