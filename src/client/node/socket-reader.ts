/** Reads a socket piece by piece, of sizes that are known beforehand, and leaves it as it is afterwards. */
import type { Socket } from "node:net";
import { type Deferred, deferred } from "../../base/deferred.ts";

export class SocketReader implements Disposable {
  readonly #socket: Socket;
  #more: Deferred<void> = deferred();
  #error: Error | undefined;
  readonly #onMore = (): void => this.#more.resolve();
  readonly #onError = (error: Error): void => {
    this.#error = error;
  };

  constructor(socket: Socket) {
    this.#socket = socket;
    // For as long as it is read: who asks anew to be told is told at once of bytes that are there, however few.
    socket.on("readable", this.#onMore).on("close", this.#onMore).on("error", this.#onError);
  }

  /**
   * So many bytes, and not one more.
   * @throws Error that says, after what is read, that it has ended before
   */
  async take(count: number): Promise<Buffer> {
    for (;;) {
      this.#more = deferred();
      const piece = this.#socket.read(count) as Buffer | null;
      if (piece?.length === count) return piece;
      if (this.#error) throw new Error(`cannot be used: ${this.#error.message}`, { cause: this.#error });
      // At the end, what there is left is given, however little it is.
      if (piece || this.#socket.readableEnded || this.#socket.destroyed) {
        throw new Error("closed the connection within its answer");
      }
      await this.#more.promise;
    }
  }

  [Symbol.dispose](): void {
    this.#socket.off("readable", this.#onMore).off("close", this.#onMore).off("error", this.#onError);
  }
}
