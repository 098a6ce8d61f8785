/** Reads a stream of JSON documents, one to a line, such as the events of a watch. */

export interface ByteStream {
  readonly body: AsyncIterable<Buffer>;
  close(): void;
}

/** Nothing in a test takes longer; a stream that stays silent for so long fails the test. */
const patienceMs = 10_000;

export class JsonLines<T> implements AsyncDisposable {
  readonly #stream: ByteStream;
  readonly #documents: T[] = [];
  #ended = false;
  #wake: (() => void) | undefined;

  constructor(stream: ByteStream) {
    this.#stream = stream;
    void this.#read();
  }

  /** The next document; undefined once the stream has ended. */
  async next(): Promise<T | undefined> {
    while (this.#documents.length === 0 && !this.#ended) await this.#arrival();
    return this.#documents.shift();
  }

  /** The next `count` documents. */
  async take(count: number): Promise<T[]> {
    const taken: T[] = [];
    while (taken.length < count) {
      const document = await this.next();
      if (document === undefined) throw new Error(`the stream ended after ${taken.length} of ${count} documents`);
      taken.push(document);
    }
    return taken;
  }

  /** Everything up to the end of the stream. */
  async rest(): Promise<T[]> {
    const documents: T[] = [];
    for (let document = await this.next(); document !== undefined; document = await this.next()) {
      documents.push(document);
    }
    return documents;
  }

  /** Documents that have arrived and were not taken. */
  get waiting(): readonly T[] {
    return this.#documents;
  }

  get ended(): boolean {
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
      // Breaking off from this side ends the iteration with an error on some transports.
      if (!(error instanceof Error && "code" in error)) throw error;
    }
    this.#ended = true;
    this.#wake?.();
  }

  #arrival(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`nothing came for ${patienceMs} ms`)), patienceMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
