/** Writes a response body to a Node stream. After the client has disconnected, writing does nothing. */
import type { Writable } from "node:stream";
import type { BodyWriter } from "../requests/exchange.ts";

/** A response body that is written to a Node stream. */
export class WritableBody implements BodyWriter {
  readonly #stream: Writable;

  constructor(stream: Writable) {
    this.#stream = stream;
  }

  /** Returns false for a closed stream, too. `drained()` then resolves at once. */
  write(bytes: Buffer): boolean {
    return this.#stream.write(bytes);
  }

  drained(): Promise<void> {
    return untilDrained(this.#stream);
  }

  end(): void {
    if (!this.#stream.destroyed) this.#stream.end();
  }
}

/** Resolves when the stream can take more data, or has closed. */
export function untilDrained(stream: Writable): Promise<void> {
  if (stream.destroyed || !stream.writableNeedDrain) return Promise.resolve();
  return new Promise((resolve) => {
    const onWritable = (): void => {
      stream.off("drain", onWritable);
      stream.off("close", onWritable);
      resolve();
    };
    stream.on("drain", onWritable);
    stream.on("close", onWritable);
  });
}
