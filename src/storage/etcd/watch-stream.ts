/** The messages of one watch, on one connection. While no caller reads, the flow control of HTTP/2 stops the member. */
import { constants } from "node:http2";
import { type CallFailure, EtcdCallError } from "./call-error.ts";
import { CallStatus } from "./call-stream.ts";
import type { GrpcStream } from "./grpc-connection.ts";
import { encodeFrame, GrpcFrameReader } from "./grpc-frames.ts";
import { grpcStatus } from "./grpc-status.ts";
import { messageBytesMax } from "./limits.ts";
import { encodeWatch, type WatchMessage } from "./requests.ts";
import { decodeWatch, type WatchResponse } from "./responses.ts";

/** Reads the messages of one watch in their order. `close()` must be called in the end. */
export class WatchStream {
  readonly #call: GrpcStream;
  /** Messages of one chunk of data. The stream is paused until they were read. */
  readonly #received: Buffer[] = [];
  #failure: EtcdCallError | undefined;
  #wake: (() => void) | undefined;

  constructor(call: GrpcStream) {
    this.#call = call;
    const { stream } = call;
    const status = new CallStatus(call);
    const frames = new GrpcFrameReader(messageBytesMax);
    stream.on("data", (chunk: Buffer) => this.#onData(chunk, frames));
    stream.once("close", () => this.#fail(status.failure() ?? endOfWatch()));
  }

  send(message: WatchMessage): void {
    if (!this.#failure) this.#call.stream.write(encodeFrame(encodeWatch(message)));
  }

  /**
   * Returns the next message.
   * @throws EtcdCallError if the stream has failed. Messages that arrived before are lost, because a new watch delivers
   * them again.
   */
  async next(): Promise<WatchResponse> {
    for (;;) {
      if (this.#failure) throw this.#failure;
      const message = this.#received.shift();
      if (message) return decodeWatch(message);
      this.#call.stream.resume();
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Ends the stream with an error, which `next` throws. */
  fail(failure: CallFailure): void {
    this.#fail(new EtcdCallError(failure));
    this.#call.stream.close(constants.NGHTTP2_CANCEL);
  }

  close(): void {
    this.fail({ code: grpcStatus.cancelled, details: "the watch was closed" });
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

  #fail(failure: EtcdCallError): void {
    this.#failure ??= failure;
    this.#wake?.();
  }
}

function endOfWatch(): EtcdCallError {
  return new EtcdCallError({ code: grpcStatus.unavailable, details: "the member has ended the watch" });
}
