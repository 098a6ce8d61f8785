/**
 * Compressed forms of objects that are asked for again and again, the most recent ones within a limit of memory. An
 * object that was replaced lives on as long as its form does, so that its own bytes count too.
 */
import type { CachedObject } from "../../cache/index.ts";
import { compress } from "./compress.ts";
import { withLineEnd } from "./write-body.ts";

export class CompressedBytes {
  readonly #bytesMax: number;
  readonly #kept = new Map<CachedObject, Buffer>();
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Returns the compressed document of an object, with the line break that ends it. */
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
