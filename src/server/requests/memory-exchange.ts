/** An exchange within the process. Clients in the same process use it instead of a port. */
import { type Deferred, deferred } from "../../base/deferred.ts";
import { requestEntityTooLarge } from "../../meta/status-error.ts";
import type { BodyWriter, Exchange, HeaderValue, Peer, ResponseHeaders } from "./exchange.ts";

/** A request of an in-process client. */
export interface MemoryRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** Names in lower case. A list has the values of a repeated header. */
  readonly headers: Readonly<Record<string, HeaderValue>>;
  readonly body: Buffer;
  readonly peer: Peer;
}

/** The response to an in-process client. */
export interface MemoryResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, HeaderValue>>;
  /** The pieces of the body as the server writes them. A client disconnects by ending the iteration early. */
  readonly body: AsyncIterable<Buffer>;
}

/** Reads the body of a response to its end. */
export async function wholeBody({ body }: Pick<MemoryResponse, "body">): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Bytes that the client has not read yet, above which the server waits for the client. */
const unreadBytesMax = 64 * 1024;

/** An exchange whose response the client reads from `response`. */
export class MemoryExchange implements Exchange {
  readonly method: string;
  readonly target: string;
  readonly peer: Peer;
  #request: MemoryRequest;
  readonly #response: Deferred<MemoryResponse> = deferred();
  readonly #unreadPieces: Buffer[] = [];
  #unreadBytes = 0;
  #hasBegun = false;
  #hasEnded = false;
  #abortError: Error | undefined;
  #isClosed = false;
  #closeReason: Error | undefined;
  #closeListeners: (() => void)[] = [];
  #wakeReader: (() => void) | undefined;
  #wakeWriters: (() => void)[] = [];

  constructor(request: MemoryRequest) {
    this.method = request.method;
    this.target = request.target;
    this.peer = request.peer;
    this.#request = request;
    // An unhandled rejection must not end the process. A client that awaits `response` still sees it.
    this.#response.promise.catch(() => undefined);
  }

  /** The response. Rejects if the server aborts it, or the client closes the exchange before it begins. */
  get response(): Promise<MemoryResponse> {
    return this.#response.promise;
  }

  releaseHeaders(): void {
    this.#request = { ...this.#request, headers: {} };
  }

  get hasResponse(): boolean {
    return this.#hasBegun;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get closeReason(): Error | undefined {
    return this.#closeReason;
  }

  header(name: string): string | undefined {
    const value = this.#request.headers[name];
    return typeof value === "object" ? value.join(", ") : value;
  }

  headerValues(name: string): readonly string[] {
    const value = this.#request.headers[name] ?? [];
    return typeof value === "string" ? [value] : value;
  }

  headerNames(): readonly string[] {
    return Object.keys(this.#request.headers);
  }

  replaceHeader(name: string, value: string | undefined): void {
    const { [name]: _, ...others } = this.#request.headers;
    this.#request = { ...this.#request, headers: value === undefined ? others : { ...others, [name]: value } };
  }

  async readBody(bytesMax: number): Promise<Buffer> {
    if (this.#request.body.length > bytesMax) throw requestEntityTooLarge(`limit is ${bytesMax}`);
    return this.#request.body;
  }

  onClose(listener: () => void): void {
    this.#closeListeners.push(listener);
  }

  respond(status: number, headers: ResponseHeaders, body: Buffer): void {
    if (this.#hasBegun) return;
    const writer = this.begin(status, { "content-length": String(body.length), ...headers });
    if (body.length > 0 && this.method !== "HEAD") writer.write(body);
    writer.end();
  }

  begin(status: number, headers: ResponseHeaders): BodyWriter {
    if (!this.#hasBegun) {
      this.#hasBegun = true;
      this.#response.resolve({ status, headers, body: this.#readPieces() });
    }
    return { write: (bytes) => this.#write(bytes), drained: () => this.#drained(), end: () => this.#end() };
  }

  destroy(): void {
    this.#abortError = new Error("the server aborted the response");
    this.#response.reject(this.#abortError);
    this.#end();
    this.#notifyClose();
  }

  /** Disconnects the client. @param reason why, if the client did not want it */
  close(reason?: Error): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#closeReason = reason;
    this.#unreadPieces.length = 0;
    // After a response has begun, this rejection has no effect, so its error with a stack trace is not created.
    if (!this.#hasBegun) this.#response.reject(new Error("the client has disconnected"));
    this.#notifyClose();
    this.#wakeAll();
  }

  #notifyClose(): void {
    for (const listener of this.#closeListeners.splice(0)) listener();
  }

  #write(bytes: Buffer): boolean {
    if (this.#isClosed || this.#hasEnded) return true;
    this.#unreadPieces.push(bytes);
    this.#unreadBytes += bytes.length;
    this.#wakeReader?.();
    return this.#unreadBytes < unreadBytesMax;
  }

  #drained(): Promise<void> {
    if (this.#isClosed || this.#unreadBytes < unreadBytesMax) return Promise.resolve();
    return new Promise((resolve) => this.#wakeWriters.push(resolve));
  }

  #end(): void {
    this.#hasEnded = true;
    this.#wakeReader?.();
  }

  async *#readPieces(): AsyncGenerator<Buffer> {
    try {
      for (;;) {
        const piece = this.#unreadPieces.shift();
        if (piece) {
          this.#unreadBytes -= piece.length;
          this.#wakeAll();
          yield piece;
        } else if (this.#abortError) {
          throw this.#abortError;
        } else if (this.#hasEnded || this.#isClosed) {
          return;
        } else {
          await new Promise<void>((resolve) => {
            this.#wakeReader = resolve;
          });
        }
      }
    } finally {
      this.close();
    }
  }

  #wakeAll(): void {
    for (const wake of this.#wakeWriters.splice(0)) wake();
    if (this.#isClosed) this.#wakeReader?.();
  }
}
