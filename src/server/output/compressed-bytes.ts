/**
 * Cache of the compressed bytes of objects that are requested often. It keeps the most recently used ones within a
 * memory limit. An entry also keeps its object in memory after the object was replaced, so the object's own bytes count
 * too.
 */
import type { CachedObject } from "../../cache/index.ts";
import { compress } from "./compress.ts";
import { withLineEnd } from "./write-body.ts";

/** Cache of compressed objects, with a limit of `bytesMax`. */
export class CompressedBytes {
  readonly #bytesMax: number;
  readonly #kept = new Map<CachedObject, Buffer>();
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Returns the compressed document of an object, including the line break at its end. */
  of(object: CachedObject): Buffer {
    const known = this.#kept.get(object);
    if (known) {
      this.#kept.delete(object);
      this.#kept.set(object, known);
      return known;
    }
    const made = compress(withLineEnd(object.bytes));
    this.#kept.set(object, made);
    this.#bytes += cost(object, made);
    for (const [oldest, bytes] of this.#kept) {
      if (this.#bytes <= this.#bytesMax) break;
      this.#kept.delete(oldest);
      this.#bytes -= cost(oldest, bytes);
    }
    return made;
  }
}

function cost(object: CachedObject, compressed: Buffer): number {
  return object.byteLength + compressed.length;
}
