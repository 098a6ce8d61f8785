/** The statuses with which a gRPC call ends. */

/** Numbers of the statuses that callers distinguish. */
export const grpcStatus = {
  ok: 0,
  cancelled: 1,
  unknown: 2,
  deadlineExceeded: 4,
  resourceExhausted: 8,
  failedPrecondition: 9,
  aborted: 10,
  internal: 13,
  unavailable: 14,
} as const;

/** Names of all statuses, by their numbers. */
const statusNames: readonly string[] = [
  "OK",
  "Canceled",
  "Unknown",
  "InvalidArgument",
  "DeadlineExceeded",
  "NotFound",
  "AlreadyExists",
  "PermissionDenied",
  "ResourceExhausted",
  "FailedPrecondition",
  "Aborted",
  "OutOfRange",
  "Unimplemented",
  "Internal",
  "Unavailable",
  "DataLoss",
  "Unauthenticated",
];

/** Returns the name of a status, such as `Unavailable`. A number that gRPC does not define is `Unknown`. */
export function grpcStatusName(code: number): string {
  return statusNames[code] ?? "Unknown";
}
