/** Compresses with gzip: short bodies synchronously, long ones as a stream. */
import { constants, createGzip, type Gzip, gzipSync } from "node:zlib";
import type { BodyWriter } from "../requests/exchange.ts";

/**
 * Largest body that is compressed synchronously. For such a body, this takes less time than handing it to another
 * thread; see docs/performance.md, "Micro-measurements", "compress".
 */
export const compressAtOnceBytesMax = 128 * 1024;

/**
 * Returns the smallest window that holds the body. It takes less time to set up than the largest one; see
 * docs/performance.md, "Micro-measurements", "windowBits".
 */
function windowBitsFor(length: number): number {
  return Math.min(constants.Z_MAX_WINDOWBITS, Math.max(9, Math.ceil(Math.log2(length + 1))));
}

/** Returns the compressed body. */
export function compress(body: Buffer): Buffer {
  return gzipSync(body, { level: constants.Z_BEST_SPEED, windowBits: windowBitsFor(body.length), memLevel: 8 });
}

/** Returns a writer that compresses its input and writes the result to `target`. */
export function compressingWriter(target: BodyWriter): BodyWriter {
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  gzip.on("data", (piece: Buffer) => {
    if (target.write(piece)) return;
    gzip.pause();
    void target.drained().then(() => gzip.resume());
  });
  gzip.on("end", () => target.end());
  return {
    write: (bytes) => gzip.write(bytes),
    drained: () => drained(gzip),
    end: () => gzip.end(),
  };
}

function drained(gzip: Gzip): Promise<void> {
  return gzip.writableNeedDrain ? new Promise((resolve) => gzip.once("drain", () => resolve())) : Promise.resolve();
}
