/** Reads the status of a gRPC call from the headers and trailers of its stream, and the failures of its connection. */
import { constants, type IncomingHttpHeaders } from "node:http2";
import { reasonOf } from "../base/reason-of.ts";
import { GrpcCallError } from "./call-error.ts";
import type { GrpcStream } from "./grpc-connection.ts";
import { MessageTooLarge } from "./grpc-frames.ts";
import { grpcStatus } from "./grpc-status.ts";

/** The end of a call, as far as the stream has shown it. */
export class CallStatus {
  readonly #call: GrpcStream;
  #status: number | undefined;
  #message = "";
  #streamError: unknown;

  /** Follows the stream. The caller must listen to `close` itself. */
  constructor(call: GrpcStream) {
    this.#call = call;
    call.stream.on("response", (headers) => this.#read(headers));
    call.stream.on("trailers", (trailers) => this.#read(trailers));
    call.stream.on("error", (error: unknown) => {
      this.#streamError = error;
    });
  }

  /** Returns the failure of a call whose stream has closed. Undefined if the call has succeeded. */
  failure(): GrpcCallError | undefined {
    if (this.#status === grpcStatus.ok) return undefined;
    if (this.#status !== undefined) return new GrpcCallError({ code: this.#status, details: this.#message });
    const { stream, mayBeSent, connectionFailure } = this.#call;
    const cause = connectionFailure() ?? this.#streamError;
    if (cause instanceof MessageTooLarge) {
      return new GrpcCallError({ code: grpcStatus.resourceExhausted, details: cause.message, cause });
    }
    return new GrpcCallError({
      code: grpcStatus.unavailable,
      details: cause === undefined ? "the connection was lost" : `the connection was lost: ${reasonOf(cause)}`,
      isUnsent: !mayBeSent() || stream.rstCode === constants.NGHTTP2_REFUSED_STREAM,
      cause,
    });
  }

  #read(headers: IncomingHttpHeaders): void {
    const httpStatus = headers[":status"];
    const status = headers["grpc-status"];
    if (status !== undefined) {
      this.#status = Number(status);
      this.#message = decodeMessage(String(headers["grpc-message"] ?? ""));
    } else if (httpStatus !== undefined && Number(httpStatus) !== 200) {
      this.#status = grpcStatus.unavailable;
      this.#message = `the server responds with the HTTP status ${String(httpStatus)}; it may not serve gRPC`;
    }
  }
}

/** Decodes the percent-encoding of a status message. */
function decodeMessage(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
