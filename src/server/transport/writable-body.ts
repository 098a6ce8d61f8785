/** A BodyWriter over a Node stream. Once the client has gone, writes go nowhere. */
import type { Writable } from "node:stream";
import type { BodyWriter } from "../requests/exchange.ts";

export class WritableBody implements BodyWriter {
  readonly #stream: Writable;

  constructor(stream: Writable) {
    this.#stream = stream;
  }

  /** A stream that is gone takes nothing, and has no room either; `drained` does not wait for it. */
  write(bytes: Buffer): boolean {
    return this.#stream.write(bytes);
  }

  drained(): Promise<void> {
    return drained(this.#stream);
  }

  end(): void {
    if (!this.#stream.destroyed) this.#stream.end();
  }
}

export function drained(stream: Writable): Promise<void> {
  if (stream.destroyed || !stream.writableNeedDrain) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      stream.off("drain", done);
      stream.off("close", done);
      resolve();
    };
    stream.on("drain", done);
    stream.on("close", done);
  });
}
