/** An exchange on an HTTP/2 stream. */
import { constants, type IncomingHttpHeaders, type ServerHttp2Stream } from "node:http2";
import type { BodyWriter, Exchange, Peer, ResponseHeaders } from "../requests/exchange.ts";
import { contentLength, readBody } from "./body-reader.ts";
import { WritableBody } from "./writable-body.ts";

const noHeaders: IncomingHttpHeaders = Object.freeze({});

export class H2Exchange implements Exchange {
  readonly method: string;
  readonly target: string;
  readonly peer: Peer;
  readonly #stream: ServerHttp2Stream;
  #headers: IncomingHttpHeaders;
  /** The server has broken the exchange off. */
  isBrokenOff = false;
  #closeListeners: (() => void)[] | undefined;

  constructor(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, peer: Peer) {
    this.method = headers[":method"] ?? "";
    this.target = headers[":path"] ?? "/";
    this.peer = peer;
    this.#stream = stream;
    this.#headers = headers;
  }

  header(name: string): string | undefined {
    const value = this.#headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  }

  headerNames(): readonly string[] {
    return Object.keys(this.#headers);
  }

  readBody(bytesMax: number): Promise<Buffer> {
    return readBody(this.#stream, bytesMax, contentLength(this.header("content-length")));
  }

  releaseHeaders(): void {
    this.#headers = noHeaders;
  }

  get hasResponse(): boolean {
    return this.#stream.headersSent;
  }

  get isClosed(): boolean {
    return this.#stream.destroyed || this.#stream.closed;
  }

  onClose(listener: () => void): void {
    // An array that is pushed to has room for 16 more.
    this.#closeListeners = this.#closeListeners ? [...this.#closeListeners, listener] : [listener];
  }

  /** For the connection: the stream has closed. */
  announceClose(): void {
    const listeners = this.#closeListeners;
    this.#closeListeners = undefined;
    for (const listener of listeners ?? []) listener();
  }

  respond(status: number, headers: ResponseHeaders, body: Buffer): void {
    if (!this.#respond(status, { "content-length": String(body.length), ...headers })) return;
    // An answer without a body, such as 304, is ended by its head.
    if (this.#stream.writableEnded) return;
    if (this.method === "HEAD") this.#stream.end();
    else this.#stream.end(body);
    this.#discardRequest();
  }

  begin(status: number, headers: ResponseHeaders): BodyWriter {
    this.#respond(status, headers);
    return new WritableBody(this.#stream);
  }

  destroy(): void {
    // Closing it would end it first, and the client would take what it has for the whole answer.
    this.isBrokenOff = true;
    this.#stream.destroy(new Error("the answer is broken off"));
  }

  /** @returns false when there is nobody to answer: `respond` throws on a stream that has ended */
  #respond(status: number, headers: object): boolean {
    if (this.isClosed || this.#stream.headersSent) return false;
    this.#stream.respond({ ":status": status, ...headers });
    return true;
  }

  /** Tells a client that still sends a body that nobody will read it. */
  #discardRequest(): void {
    const stream = this.#stream;
    if (stream.readableEnded || !stream.readable) return;
    stream.once("finish", () => {
      if (stream.readableEnded) return;
      this.isBrokenOff = true;
      stream.close(constants.NGHTTP2_NO_ERROR);
      // Until what has come is taken, the stream is not gone.
      stream.resume();
    });
  }
}
