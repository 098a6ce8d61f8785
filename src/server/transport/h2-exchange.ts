/** An exchange on an HTTP/2 stream. */
import { constants, type IncomingHttpHeaders, type ServerHttp2Stream } from "node:http2";
import type { BodyWriter, Exchange, Peer, ResponseHeaders } from "../requests/exchange.ts";
import { contentLength, readBody } from "./body-reader.ts";
import { sentValues } from "./sent-values.ts";
import { WritableBody } from "./writable-body.ts";

const noHeaders: IncomingHttpHeaders = Object.freeze({});
const noRawHeaders: readonly string[] = [];

/** One request of an HTTP/2 connection, and its response. */
export class H2Exchange implements Exchange {
  readonly method: string;
  readonly target: string;
  readonly peer: Peer;
  readonly #stream: ServerHttp2Stream;
  #headers: IncomingHttpHeaders;
  #rawHeaders: readonly string[];
  /** Names of the headers, once they have been requested. Several filters read them. */
  #headerNames: readonly string[] | undefined;
  /** Whether the server has ended the exchange early. */
  isAborted = false;
  #closeListeners: (() => void)[] | undefined;

  /** @param rawHeaders names and values in turn, as the client sent them */
  constructor(
    stream: ServerHttp2Stream,
    { headers, rawHeaders }: { readonly headers: IncomingHttpHeaders; readonly rawHeaders: readonly string[] },
    peer: Peer,
  ) {
    this.method = headers[":method"] ?? "";
    this.target = headers[":path"] ?? "/";
    this.peer = peer;
    this.#stream = stream;
    this.#headers = headers;
    this.#rawHeaders = rawHeaders;
  }

  header(name: string): string | undefined {
    const value = this.#headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  }

  headerValues(name: string): readonly string[] {
    return sentValues(this.#rawHeaders, name, this.header(name));
  }

  headerNames(): readonly string[] {
    this.#headerNames ??= namesOf(this.#headers);
    return this.#headerNames;
  }

  replaceHeader(name: string, value: string | undefined): void {
    this.#headers[name] = value;
    this.#headerNames = undefined;
  }

  readBody(bytesMax: number): Promise<Buffer> {
    return readBody(this.#stream, bytesMax, contentLength(this.header("content-length")));
  }

  releaseHeaders(): void {
    this.#headers = noHeaders;
    this.#rawHeaders = noRawHeaders;
    this.#headerNames = undefined;
  }

  get hasResponse(): boolean {
    return this.#stream.headersSent;
  }

  get isClosed(): boolean {
    return this.#stream.destroyed || this.#stream.closed;
  }

  onClose(listener: () => void): void {
    // Not `push`, because that reserves memory for 16 more listeners.
    this.#closeListeners = this.#closeListeners ? [...this.#closeListeners, listener] : [listener];
  }

  /** Calls the listeners of `onClose`. The connection calls it when the stream has closed. */
  notifyClose(): void {
    const listeners = this.#closeListeners;
    this.#closeListeners = undefined;
    for (const listener of listeners ?? []) listener();
  }

  respond(status: number, headers: ResponseHeaders, body: Buffer): void {
    if (!this.#canRespond) return;
    this.#stream.respond({ ":status": status, "content-length": String(body.length), ...headers });
    // A response without a body, such as 304, ends with its head.
    if (this.#stream.writableEnded) return;
    if (this.method === "HEAD") this.#stream.end();
    else this.#stream.end(body);
    this.#discardRequest();
  }

  begin(status: number, headers: ResponseHeaders): BodyWriter {
    if (this.#canRespond) this.#stream.respond({ ":status": status, ...headers });
    return new WritableBody(this.#stream);
  }

  destroy(): void {
    // `close()` would end the stream first, and the client would consider the incomplete response complete.
    this.isAborted = true;
    this.#stream.destroy(new Error("the response was aborted"));
  }

  /** Whether a response can be sent. Otherwise, `stream.respond` would throw. */
  get #canRespond(): boolean {
    return !this.isClosed && !this.#stream.headersSent;
  }

  /** Closes the stream after the response if the client is still sending a body, which is not read. */
  #discardRequest(): void {
    const stream = this.#stream;
    if (stream.endAfterHeaders || stream.readableEnded || !stream.readable) return;
    stream.once("finish", () => {
      if (stream.readableEnded) return;
      this.isAborted = true;
      stream.close(constants.NGHTTP2_NO_ERROR);
      // The stream closes only after the received data has been read.
      stream.resume();
    });
  }
}

function namesOf(headers: IncomingHttpHeaders): readonly string[] {
  return Object.keys(headers).filter((name) => headers[name] !== undefined);
}
