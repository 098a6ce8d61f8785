/** Reads a stream of newline-separated JSON documents, such as the events of a watch. */

/** A response body that can be aborted. */
export interface ByteStream {
  readonly body: AsyncIterable<Buffer>;
  close(): void;
}

/** Maximum wait for the next bytes. A longer silence fails the test. */
const silenceMaxMs = 10_000;

/** Documents of a stream. Reading starts at once and is independent of the calls of `next`. */
export class JsonLines<T> implements AsyncDisposable {
  readonly #stream: ByteStream;
  readonly #documents: T[] = [];
  #ended = false;
  #wake: (() => void) | undefined;

  constructor(stream: ByteStream) {
    this.#stream = stream;
    void this.#read();
  }

  /** Resolves with the next document, or with undefined after the last one. */
  async next(): Promise<T | undefined> {
    while (this.#documents.length === 0 && !this.#ended) await this.#nextChunk();
    return this.#documents.shift();
  }

  /** Resolves with the next `count` documents. Throws if the stream ends before. */
  async take(count: number): Promise<T[]> {
    const taken: T[] = [];
    while (taken.length < count) {
      const document = await this.next();
      if (document === undefined) throw new Error(`the stream ended after ${taken.length} of ${count} documents`);
      taken.push(document);
    }
    return taken;
  }

  /** Resolves with all remaining documents once the stream has ended. */
  async takeAll(): Promise<T[]> {
    const documents: T[] = [];
    for (let document = await this.next(); document !== undefined; document = await this.next()) {
      documents.push(document);
    }
    return documents;
  }

  /** Documents that have arrived but were not returned yet. */
  get pending(): readonly T[] {
    return this.#documents;
  }

  /** Whether the stream has ended and all its documents have arrived. */
  get hasEnded(): boolean {
    return this.#ended;
  }

  close(): void {
    this.#stream.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.close();
  }

  async #read(): Promise<void> {
    let text = "";
    try {
      for await (const chunk of this.#stream.body) {
        text += chunk.toString("utf8");
        const lines = text.split("\n");
        text = lines.pop() ?? "";
        for (const line of lines) this.#documents.push(JSON.parse(line) as T);
        this.#wake?.();
      }
    } catch (error) {
      // On some transports, closing the stream on this side ends the iteration with an error.
      if (!(error instanceof Error && "code" in error)) throw error;
    }
    this.#ended = true;
    this.#wake?.();
  }

  #nextChunk(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`nothing came for ${silenceMaxMs} ms`)), silenceMaxMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
