/** gzip for clients that accept it: small bodies at once, long ones on the way. */
import { constants, createGzip, type Gzip, gzipSync } from "node:zlib";
import type { BodyWriter } from "../requests/exchange.ts";

/** Bodies up to this size are compressed at once, which takes less time than handing them to another thread. */
export const compressAtOnceBytesMax = 128 * 1024;

/** A window no larger than the body costs less to set up. */
function windowBitsFor(length: number): number {
  return Math.min(constants.Z_MAX_WINDOWBITS, Math.max(9, Math.ceil(Math.log2(length + 1))));
}

export function compress(body: Buffer): Buffer {
  return gzipSync(body, { level: constants.Z_BEST_SPEED, windowBits: windowBitsFor(body.length), memLevel: 8 });
}

/** A writer that compresses what passes through it to `inner`. */
export function compressingWriter(inner: BodyWriter): BodyWriter {
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  gzip.on("data", (piece: Buffer) => {
    if (inner.write(piece)) return;
    gzip.pause();
    void inner.drained().then(() => gzip.resume());
  });
  gzip.on("end", () => inner.end());
  return {
    write: (bytes) => gzip.write(bytes),
    drained: () => drained(gzip),
    end: () => gzip.end(),
  };
}

function drained(gzip: Gzip): Promise<void> {
  return gzip.writableNeedDrain ? new Promise((resolve) => gzip.once("drain", () => resolve())) : Promise.resolve();
}
