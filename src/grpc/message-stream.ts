/** The messages of one call in both directions. While no caller reads, the flow control of HTTP/2 stops the server. */
import { constants } from "node:http2";
import { GrpcCallError, type GrpcCallFailure } from "./call-error.ts";
import { CallStatus } from "./call-status.ts";
import type { GrpcStream } from "./grpc-connection.ts";
import { encodeFrame, GrpcFrameReader } from "./grpc-frames.ts";
import { grpcStatus } from "./grpc-status.ts";
import { messageBytesMax } from "./limits.ts";

/** Sends messages, and reads those of the server in their order. `close()` must be called in the end. */
export class MessageStream {
  readonly #call: GrpcStream;
  /** Messages of one chunk of data. The stream is paused until they were read. */
  readonly #received: Buffer[] = [];
  #failure: GrpcCallError | undefined;
  #wake: (() => void) | undefined;

  constructor(call: GrpcStream) {
    this.#call = call;
    const { stream } = call;
    const status = new CallStatus(call);
    const frames = new GrpcFrameReader(messageBytesMax);
    stream.on("data", (chunk: Buffer) => this.#onData(chunk, frames));
    stream.once("close", () => this.#fail(status.failure() ?? endOfStream()));
  }

  /** Sends a message. Does nothing if the stream has failed. */
  send(message: Buffer): void {
    if (!this.#failure) this.#call.stream.write(encodeFrame(message));
  }

  /**
   * Returns the next message.
   * @throws GrpcCallError if the stream has failed or was closed. Messages that arrived before, but were not read, are lost.
   */
  async next(): Promise<Buffer> {
    for (;;) {
      if (this.#failure) throw this.#failure;
      const message = this.#received.shift();
      if (message) return message;
      this.#call.stream.resume();
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Ends the stream with an error, which `next` throws. */
  fail(failure: GrpcCallFailure): void {
    this.#fail(new GrpcCallError(failure));
    this.#call.stream.close(constants.NGHTTP2_CANCEL);
  }

  /** Ends the stream. A waiting `next()` throws. */
  close(): void {
    this.fail({ code: grpcStatus.cancelled, details: "the stream was closed" });
  }

  #onData(chunk: Buffer, frames: GrpcFrameReader): void {
    const { stream } = this.#call;
    try {
      this.#received.push(...frames.add(chunk));
    } catch (error) {
      stream.destroy(error as Error);
      return;
    }
    if (this.#received.length === 0) return;
    stream.pause();
    this.#wake?.();
  }

  #fail(failure: GrpcCallError): void {
    this.#failure ??= failure;
    this.#wake?.();
  }
}

function endOfStream(): GrpcCallError {
  return new GrpcCallError({ code: grpcStatus.unavailable, details: "the server has ended the stream" });
}
