/** The messages of one watch, on one connection. While no caller reads, the flow control of HTTP/2 stops the member. */
import { type GrpcCallFailure, grpcStatus, type MessageStream } from "../../grpc/index.ts";
import { encodeWatch, type WatchMessage } from "./requests.ts";
import { decodeWatch, type WatchResponse } from "./responses.ts";

/** Reads the messages of one watch in their order. `close()` must be called in the end. */
export class WatchStream {
  readonly #messages: MessageStream;

  constructor(messages: MessageStream) {
    this.#messages = messages;
  }

  send(message: WatchMessage): void {
    this.#messages.send(encodeWatch(message));
  }

  /**
   * Returns the next message.
   * @throws GrpcCallError if the stream has failed. Messages that arrived before are lost, because a new watch delivers
   * them again.
   */
  async next(): Promise<WatchResponse> {
    return decodeWatch(await this.#messages.next());
  }

  /** Ends the stream with an error, which `next` throws. */
  fail(failure: GrpcCallFailure): void {
    this.#messages.fail(failure);
  }

  close(): void {
    this.fail({ code: grpcStatus.cancelled, details: "the watch was closed" });
  }
}
