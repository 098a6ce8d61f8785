/** The messages of one watch, on one connection. While no caller reads, the flow control of HTTP/2 stops the member. */
import type { ClientDuplexStream, ServiceError } from "@grpc/grpc-js";
import { status } from "@grpc/grpc-js";
import { EtcdCallError } from "./call-error.ts";
import type { WatchMessage } from "./requests.ts";
import type { WatchResponse } from "./responses.ts";

/** Reads the messages of one watch in their order. `close()` must be called in the end. */
export class WatchStream {
  readonly #call: ClientDuplexStream<WatchMessage, WatchResponse>;
  #failure: EtcdCallError | undefined;
  #wake: (() => void) | undefined;

  constructor(call: ClientDuplexStream<WatchMessage, WatchResponse>) {
    this.#call = call;
    call.on("readable", () => this.#wake?.());
    call.on("end", () => this.fail({ code: status.UNAVAILABLE, details: "the member has ended the watch" }));
    call.on("error", (error: ServiceError) => this.fail({ code: error.code, details: error.details, cause: error }));
  }

  send(request: WatchMessage): void {
    if (!this.#failure) this.#call.write(request);
  }

  /**
   * Returns the next message.
   * @throws EtcdCallError if the stream has failed. Messages that arrived before are lost, because a new watch delivers
   * them again.
   */
  async next(): Promise<WatchResponse> {
    for (;;) {
      if (this.#failure) throw this.#failure;
      const response = this.#call.read() as WatchResponse | null;
      if (response) return response;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Ends the stream with an error, which `next` throws. */
  fail(failure: { readonly code: status; readonly details: string; readonly cause?: unknown }): void {
    this.#failure ??= new EtcdCallError(failure);
    this.#wake?.();
  }

  close(): void {
    this.fail({ code: status.CANCELLED, details: "the watch was closed" });
    this.#call.cancel();
  }
}
