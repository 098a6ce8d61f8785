/** The outcome of a failed call to etcd. etcd rejects some requests with a status that is temporary in gRPC. */
import { GrpcCallError } from "../../grpc/index.ts";

/** Whether another member, or the same one later, may succeed. */
export function isTemporary(error: unknown): error is GrpcCallError {
  return error instanceof GrpcCallError && error.isTemporary && !isRejection(error);
}

/**
 * Whether etcd cannot have carried out the request, and never will: it was not sent, or etcd has rejected it. All
 * other failures leave the outcome open. A member may have forwarded the request to the leader before the connection
 * broke, and the leader may carry it out later.
 */
export function isCertainFailure(error: GrpcCallError): boolean {
  return error.isUnsent || !isTemporary(error);
}

function isRejection(error: GrpcCallError): boolean {
  return rejections.some((text) => error.says(text));
}

/** Messages with which etcd rejects a request that it has not carried out, although their status is a temporary one. */
const rejections: readonly string[] = ["database space exceeded", "too many requests"];
