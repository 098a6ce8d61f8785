/** Helpers for bytes and memory. */

/**
 * Returns a copy of `text` in UTF-8 in separate memory. `Buffer.from` takes small Buffers from a shared pool, and a
 * long-lived one would keep its whole pool of 8 KB alive.
 */
export function utf8Copy(text: string): Buffer {
  const bytes = separateMemory(Buffer.byteLength(text, "utf8"));
  bytes.write(text, "utf8");
  return bytes;
}

/**
 * Returns the same well-formed text in separate memory. Use it for a part of a text that outlives the whole: V8 makes a
 * long slice a view, which keeps the whole text alive.
 */
export function copyText(text: string): string {
  return Buffer.from(text).toString();
}

/** Returns the same memory as a Buffer. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return bytes instanceof Buffer ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Returns uninitialized memory of this size. */
export type Allocate = (bytes: number) => Buffer;

/** Returns uninitialized memory that is shared with nothing. */
export const separateMemory: Allocate = (bytes) => Buffer.allocUnsafeSlow(bytes);

const slabBytes = 256 * 1024;

/**
 * Allocates memory for many small values that live about equally long. They are cut from slabs of 256 KiB, because
 * separate memory costs more than the bytes of a small value. A value that lives on keeps its slab alive.
 * docs/performance.md, "Optimizations", has the measurement ("the cache copies values into slabs").
 */
export class Slabs {
  #slab = separateMemory(0);
  #used = 0;

  /** Returns uninitialized memory. A large value gets separate memory, because it would leave much of a slab unused. */
  readonly allocate: Allocate = (bytes) => {
    if (bytes > slabBytes / 8) return separateMemory(bytes);
    if (this.#used + bytes > this.#slab.length) {
      this.#slab = separateMemory(slabBytes);
      this.#used = 0;
    }
    this.#used += bytes;
    return this.#slab.subarray(this.#used - bytes, this.#used);
  };
}

/** Returns the smallest key that is greater than every key with this prefix. */
export function prefixEnd(prefix: string): string {
  const last = prefix.charCodeAt(prefix.length - 1);
  return prefix.slice(0, -1) + String.fromCharCode(last + 1);
}
