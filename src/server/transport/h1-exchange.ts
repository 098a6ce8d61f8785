/** An exchange on an HTTP/1.1 connection. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { BodyWriter, Exchange, MessageFraming, Peer, ResponseHeaders } from "../requests/exchange.ts";
import { contentLength, readBody } from "./body-reader.ts";
import { ChunkedBody, copiedBytesMax } from "./chunked-body.ts";
import { endAndLinger } from "./linger.ts";
import { sentValues } from "./sent-values.ts";
import { WritableBody } from "./writable-body.ts";

/** Maximum size of an unread body that is read and discarded, so that the connection can be used again. */
const discardedBytesMax = 256 * 1024;

/** Node's private flag for a client that sends its body only after `100 Continue`. No public function changes it. */
interface ExpectingResponse {
  _expect_continue?: boolean;
}

/** One request of an HTTP/1.1 connection, and its response. */
export class H1Exchange implements Exchange {
  readonly method: string;
  readonly target: string;
  readonly peer: Peer;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  /** Whether the client waits for `100 Continue` before it sends its body. */
  #awaitsContinue: boolean;

  constructor(request: IncomingMessage, response: ServerResponse, peer: Peer, awaitsContinue = false) {
    this.#awaitsContinue = awaitsContinue && hasBody(request);
    // Otherwise Node would end the connection, because the client might send a body that was not requested.
    if (awaitsContinue && !this.#awaitsContinue) (response as ExpectingResponse)._expect_continue = false;
    this.method = request.method ?? "";
    this.target = originForm(request.url ?? "/");
    this.peer = peer;
    this.#request = request;
    this.#response = response;
  }

  header(name: string): string | undefined {
    const value = this.#request.headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  }

  headerValues(name: string): readonly string[] {
    return sentValues(this.#request.rawHeaders, name, this.header(name));
  }

  headerNames(): readonly string[] {
    const { headers } = this.#request;
    return Object.keys(headers).filter((name) => headers[name] !== undefined);
  }

  replaceHeader(name: string, value: string | undefined): void {
    // Deleting the property would make each later access to the headers slower.
    this.#request.headers[name] = value;
  }

  readBody(bytesMax: number): Promise<Buffer> {
    const declaredBytes = contentLength(this.header("content-length"));
    if (this.#awaitsContinue && (declaredBytes ?? 0) <= bytesMax) {
      this.#awaitsContinue = false;
      this.#response.writeContinue();
    }
    return readBody(this.#request, bytesMax, declaredBytes);
  }

  releaseHeaders(): void {
    this.#request.headers = {};
    this.#request.rawHeaders = [];
  }

  get hasResponse(): boolean {
    return this.#response.headersSent;
  }

  get isClosed(): boolean {
    return this.#response.destroyed;
  }

  onClose(listener: () => void): void {
    this.#response.on("close", listener);
  }

  respond(status: number, headers: ResponseHeaders, body: Buffer): void {
    if (this.isClosed || this.hasResponse) return;
    this.#writeHead(status, { "content-length": String(body.length), ...headers, ...this.#unreadBodyHeaders() });
    // Node writes head and body in one piece only if both are strings. Copying a small body takes less time than
    // writing a second piece. See docs/performance.md, "Optimizations", "small HTTP/1.1 responses are written in one
    // piece".
    if (body.length <= copiedBytesMax) this.#response.end(body.toString("latin1"), "latin1");
    else this.#response.end(body);
  }

  begin(status: number, headers: ResponseHeaders): BodyWriter {
    if (!this.isClosed && !this.hasResponse) this.#writeHead(status, { ...headers, ...this.#unreadBodyHeaders() });
    const response = this.#response;
    response.flushHeaders();
    const { socket } = response;
    const isChunked = response.chunkedEncoding && this.method !== "HEAD";
    return socket && isChunked ? new ChunkedBody(response, socket) : new WritableBody(response);
  }

  beginWebSocket?(headers: ResponseHeaders, framing: MessageFraming): BodyWriter;

  destroy(): void {
    this.#response.destroy();
  }

  #writeHead(status: number, headers: object): void {
    const response = this.#response;
    // Without the header, HTTP/1.1 connections stay open, and HTTP/1.0 connections end.
    const isDefault = response.shouldKeepAlive === this.#request.httpVersionMinor > 0;
    if (isDefault) response.removeHeader("connection");
    response.writeHead(status, headers as OutgoingHttpHeaders);
  }

  /** Returns the header that ends the connection if a long body was not read. Node reads and discards a short one. */
  #unreadBodyHeaders(): OutgoingHttpHeaders {
    const request = this.#request;
    if (request.complete || !hasBody(request)) return {};
    const declaredBytes = contentLength(this.header("content-length")) ?? Number.POSITIVE_INFINITY;
    if (!this.#awaitsContinue && declaredBytes <= discardedBytesMax) return {};
    lingerAtEnd(this.#request);
    return { connection: "close" };
  }
}

/** Changes how Node ends the connection after the response, because the client may still be sending. */
function lingerAtEnd(request: IncomingMessage): void {
  const { socket } = request;
  socket.destroySoon = () => {
    endAndLinger(socket);
    request.resume();
  };
}

/** Returns the path and query. Clients may send the whole URL, as they do to proxies. */
function originForm(target: string): string {
  if (target.startsWith("/")) return target;
  const path = /^https?:\/\/[^/?]*(.*)$/i.exec(target)?.[1];
  return path === undefined ? target : path.startsWith("/") ? path : `/${path}`;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || (contentLength(headers["content-length"]) ?? 0) > 0;
}
