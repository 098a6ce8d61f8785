/** Reads a given number of bytes from a socket. Bytes that were not read stay in the socket. */
import type { Socket } from "node:net";
import { type Deferred, deferred } from "../base/deferred.ts";

/** Reads from a socket until it is disposed. */
export class SocketReader implements Disposable {
  readonly #socket: Socket;
  #nextEvent: Deferred<void> = deferred();
  #error: Error | undefined;
  readonly #onEvent = (): void => this.#nextEvent.resolve();
  readonly #onError = (error: Error): void => {
    this.#error = error;
  };

  constructor(socket: Socket) {
    this.#socket = socket;
    // Keep one listener during all reads: adding one anew would emit "readable" for any available bytes, however few.
    socket.on("readable", this.#onEvent).on("close", this.#onEvent).on("error", this.#onError);
  }

  /**
   * Reads exactly `count` bytes.
   * @throws Error whose message continues a sentence that begins with the name of the peer, if the socket ends before
   */
  async take(count: number): Promise<Buffer> {
    for (;;) {
      this.#nextEvent = deferred();
      const piece = this.#socket.read(count) as Buffer | null;
      if (piece?.length === count) return piece;
      if (this.#error) throw new Error(`cannot be used: ${this.#error.message}`, { cause: this.#error });
      // At the end of the stream, `read(count)` returns fewer bytes than requested.
      if (piece || this.#socket.readableEnded || this.#socket.destroyed) {
        throw new Error("closed the connection within its answer");
      }
      await this.#nextEvent.promise;
    }
  }

  [Symbol.dispose](): void {
    this.#socket.off("readable", this.#onEvent).off("close", this.#onEvent).off("error", this.#onError);
  }
}
