/** Takes exact numbers of bytes from a stream of chunks. */
export class ByteQueue {
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #endError: () => Error;
  #waiting: Buffer[] = [];
  #bytes = 0;

  /** @param endError returns the error for a stream that ends too early */
  constructor(chunks: AsyncIterable<Uint8Array>, endError: () => Error) {
    this.#chunks = chunks[Symbol.asyncIterator]();
    this.#endError = endError;
  }

  /** Returns the next `count` bytes, and removes them. @throws the error of a stream that ends too early */
  async take(count: number): Promise<Buffer> {
    const all = await this.peek(count);
    this.#waiting = all.length === this.#bytes ? [] : [this.#joined().subarray(count)];
    this.#bytes -= count;
    return all;
  }

  /** Returns the next `count` bytes. @throws the error of a stream that ends too early */
  async peek(count: number): Promise<Buffer> {
    while (this.#bytes < count) if (!(await this.#read())) throw this.#endError();
    return this.#joined().subarray(0, count);
  }

  async isAtEnd(): Promise<boolean> {
    while (this.#bytes === 0) if (!(await this.#read())) return true;
    return false;
  }

  /** Ends the stream, also before its end. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  #joined(): Buffer {
    const [only] = this.#waiting;
    const joined = this.#waiting.length === 1 && only ? only : Buffer.concat(this.#waiting);
    this.#waiting = [joined];
    return joined;
  }

  async #read(): Promise<boolean> {
    const { done, value } = await this.#chunks.next();
    if (done) return false;
    this.#waiting.push(Buffer.from(value.buffer, value.byteOffset, value.length));
    this.#bytes += value.length;
    return true;
  }
}
