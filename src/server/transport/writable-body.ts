/** A BodyWriter over a Node stream. Once the client has gone, writes go nowhere. */
import type { Writable } from "node:stream";
import type { BodyWriter } from "../exchange.ts";

export function writableBody(stream: Writable): BodyWriter {
  return {
    write: (bytes) => (stream.destroyed ? true : stream.write(bytes)),
    drained: () => drained(stream),
    end: () => {
      if (!stream.destroyed) stream.end();
    },
  };
}

function drained(stream: Writable): Promise<void> {
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
