/** Byte helpers shared by the store and the wire. */

/**
 * A copy of `text` in UTF-8 with memory of its own. Small Buffers of `Buffer.from` are cut from a shared pool, and one
 * long-lived cut keeps all of its 8 KB pool alive.
 */
export function ownedUtf8(text: string): Buffer {
  const bytes = ownMemory(Buffer.byteLength(text, "utf8"));
  bytes.write(text, "utf8");
  return bytes;
}

/**
 * The same well-formed text in memory of its own, for a part of a text that outlives the whole: V8 makes a long slice a
 * view, which keeps the whole alive.
 */
export function ownText(text: string): string {
  return Buffer.from(text).toString();
}

/** The same memory, with the methods of a Buffer. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return bytes instanceof Buffer ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Gives uninitialized memory of so many bytes. */
export type Allocate = (bytes: number) => Buffer;

/** Memory that is shared with nothing. */
export const ownMemory: Allocate = (bytes) => Buffer.allocUnsafeSlow(bytes);

const slabBytes = 256 * 1024;

/**
 * Memory for many small things that live about equally long: cut from slabs, because memory of its own costs a small
 * thing more than its bytes do. One that lives on keeps its slab alive.
 */
export class Slabs {
  #slab = ownMemory(0);
  #used = 0;

  /** Uninitialized. What would leave much of a slab unused gets memory of its own. */
  readonly allocate: Allocate = (bytes) => {
    if (bytes > slabBytes / 8) return ownMemory(bytes);
    if (this.#used + bytes > this.#slab.length) {
      this.#slab = ownMemory(slabBytes);
      this.#used = 0;
    }
    this.#used += bytes;
    return this.#slab.subarray(this.#used - bytes, this.#used);
  };
}

/** The smallest key that is greater than every key with this prefix. */
export function prefixEnd(prefix: string): string {
  const last = prefix.charCodeAt(prefix.length - 1);
  return prefix.slice(0, -1) + String.fromCharCode(last + 1);
}
