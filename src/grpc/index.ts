/**
 * grpc: a gRPC client over HTTP/2, and the protobuf encoding of its messages. It knows no service.
 *
 * `GrpcClient` calls one server: `call()` sends a request and returns the response, `openStream()` starts a call with many
 * messages. It neither repeats calls nor chooses between servers. `GrpcCallError` says what callers must know to do so: the
 * status, and whether the request may have been sent. Callers encode messages with `ProtoWriter` and decode them with
 * `readFields()`.
 */
export { GrpcCallError, type GrpcCallFailure } from "./call-error.ts";
export { GrpcClient } from "./grpc-client.ts";
export type { GrpcConnectionOptions } from "./grpc-connection.ts";
export { grpcStatus, grpcStatusName } from "./grpc-status.ts";
export { messageBytesMax } from "./limits.ts";
export type { MessageStream } from "./message-stream.ts";
export { MalformedMessage, type ProtoValue, readFields } from "./proto-reader.ts";
export { ProtoWriter } from "./proto-writer.ts";
export type { Rpc } from "./rpc.ts";
