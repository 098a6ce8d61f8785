/**
 * Cache of the compressed bytes of objects that are requested often. It keeps the most recently used ones within a
 * memory limit. An entry also keeps its object in memory after the object was replaced, so the object's own bytes count
 * too.
 */
import type { CachedObject } from "../../cache/index.ts";
import { compress } from "./compress.ts";
import { withLineEnd } from "./write-body.ts";

/** Cache of compressed objects, with a limit of `bytesMax`. */
export class CompressedObjectCache {
  readonly #bytesMax: number;
  readonly #compressedByObject = new Map<CachedObject, Buffer>();
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Returns the compressed document of an object, including the line break at its end. */
  get(object: CachedObject): Buffer {
    const cached = this.#compressedByObject.get(object);
    if (cached) {
      this.#compressedByObject.delete(object);
      this.#compressedByObject.set(object, cached);
      return cached;
    }
    const compressed = compress(withLineEnd(object.bytes));
    this.#compressedByObject.set(object, compressed);
    this.#bytes += keptBytes(object, compressed);
    for (const [oldest, bytes] of this.#compressedByObject) {
      if (this.#bytes <= this.#bytesMax) break;
      this.#compressedByObject.delete(oldest);
      this.#bytes -= keptBytes(oldest, bytes);
    }
    return compressed;
  }
}

function keptBytes(object: CachedObject, compressed: Buffer): number {
  return object.byteLength + compressed.length;
}
