/** Gathers pieces into chunks of one size, so that many small objects leave in few writes. */

/** How large the chunks are. */
export const chunkBytes = 64 * 1024;

const shortTextMax = 16;

export class Chunks {
  #complete: Buffer[] = [];
  #chunk: Buffer | undefined;
  #used = 0;

  /** True when a chunk is complete. */
  get hasComplete(): boolean {
    return this.#complete.length > 0;
  }

  addText(text: string): void {
    if (text.length <= shortTextMax && this.#addAscii(text)) return;
    // A character of UTF-16 takes three bytes of UTF-8 at most.
    if (text.length * 3 > chunkBytes - this.#used) this.addBytes(Buffer.from(text));
    else this.#used += this.#current().write(text, this.#used, "utf8");
  }

  /** Commas and brackets, mostly: to copy them here takes less time than to call what knows all of Unicode. */
  #addAscii(text: string): boolean {
    if (text === "") return true;
    const chunk = this.#current();
    if (text.length > chunkBytes - this.#used) return false;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code > 0x7f) return false;
      chunk[this.#used + index] = code;
    }
    this.#used += text.length;
    return true;
  }

  /** @param start of what is added, up to, not including, `end` */
  addBytes(bytes: Buffer, start = 0, end = bytes.length): void {
    for (let from = start; from < end; ) {
      const copied = bytes.copy(this.#current(), this.#used, from, end);
      this.#used += copied;
      from += copied;
    }
  }

  /** The complete chunks, which are no longer held. */
  takeComplete(): readonly Buffer[] {
    const chunks = this.#complete;
    this.#complete = [];
    return chunks;
  }

  /** All that is left. */
  takeRest(): readonly Buffer[] {
    const chunks = this.#complete;
    if (this.#chunk && this.#used > 0) chunks.push(this.#chunk.subarray(0, this.#used));
    this.#complete = [];
    this.#chunk = undefined;
    this.#used = 0;
    return chunks;
  }

  /** The chunk to write to: it has room. */
  #current(): Buffer {
    if (this.#chunk && this.#used < chunkBytes) return this.#chunk;
    if (this.#chunk) this.#complete.push(this.#chunk);
    this.#chunk = Buffer.allocUnsafeSlow(chunkBytes);
    this.#used = 0;
    return this.#chunk;
  }
}
