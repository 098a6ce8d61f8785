/** Gathers text and bytes into chunks of one size, so that many small objects need few writes. */

/** Size of a chunk. */
export const chunkBytes = 64 * 1024;

const shortTextMax = 16;

/** Gathers text and bytes into chunks. */
export class ChunkCollector {
  #complete: Buffer[] = [];
  #chunk: Buffer | undefined;
  #usedBytes = 0;

  /** Whether a full chunk can be taken. The last chunk counts as full only when more content follows it. */
  get hasCompleteChunk(): boolean {
    return this.#complete.length > 0;
  }

  /** Appends text. */
  addText(text: string): void {
    if (text.length <= shortTextMax && this.#addAscii(text)) return;
    // A UTF-16 code unit becomes at most three bytes of UTF-8.
    if (text.length * 3 > chunkBytes - this.#usedBytes) this.addBytes(Buffer.from(text));
    else this.#usedBytes += this.#writableChunk().write(text, this.#usedBytes, "utf8");
  }

  /**
   * Appends short ASCII text, mostly commas and brackets. Copying it here takes a third of the time of `Buffer.write`;
   * see docs/performance.md, "Micro-measurements", "ChunkCollector.addText". Returns false if the text has other
   * characters or does not fit.
   */
  #addAscii(text: string): boolean {
    if (text === "") return true;
    const chunk = this.#writableChunk();
    if (text.length > chunkBytes - this.#usedBytes) return false;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code > 0x7f) return false;
      chunk[this.#usedBytes + index] = code;
    }
    this.#usedBytes += text.length;
    return true;
  }

  /** Appends the bytes from `start` up to, but not including, `end`. */
  addBytes(bytes: Buffer, start = 0, end = bytes.length): void {
    for (let from = start; from < end; ) {
      const copied = bytes.copy(this.#writableChunk(), this.#usedBytes, from, end);
      this.#usedBytes += copied;
      from += copied;
    }
  }

  /** Removes and returns the complete chunks. */
  takeComplete(): readonly Buffer[] {
    const chunks = this.#complete;
    this.#complete = [];
    return chunks;
  }

  /** Removes and returns all content. The last chunk may be shorter. */
  takeAll(): readonly Buffer[] {
    const chunks = this.#complete;
    if (this.#chunk && this.#usedBytes > 0) chunks.push(this.#chunk.subarray(0, this.#usedBytes));
    this.#complete = [];
    this.#chunk = undefined;
    this.#usedBytes = 0;
    return chunks;
  }

  /** Returns a chunk with free space. */
  #writableChunk(): Buffer {
    if (this.#chunk && this.#usedBytes < chunkBytes) return this.#chunk;
    if (this.#chunk) this.#complete.push(this.#chunk);
    this.#chunk = Buffer.allocUnsafeSlow(chunkBytes);
    this.#usedBytes = 0;
    return this.#chunk;
  }
}
