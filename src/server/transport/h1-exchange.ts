/** An exchange on an HTTP/1.1 connection. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { systemClock } from "../../base/clock.ts";
import type { BodyWriter, Exchange, Peer, ResponseHeaders } from "../exchange.ts";
import { contentLength, readBody } from "./body-reader.ts";
import { writableBody } from "./writable-body.ts";

export class H1Exchange implements Exchange {
  readonly method: string;
  readonly target: string;
  readonly peer: Peer;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;

  constructor(request: IncomingMessage, response: ServerResponse, peer: Peer) {
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

  headerNames(): readonly string[] {
    return Object.keys(this.#request.headers);
  }

  readBody(bytesMax: number): Promise<Buffer> {
    return readBody(this.#request, bytesMax, contentLength(this.header("content-length")));
  }

  get answered(): boolean {
    return this.#response.headersSent;
  }

  get gone(): boolean {
    return this.#response.destroyed;
  }

  onClose(listener: () => void): void {
    this.#response.once("close", listener);
  }

  respond(status: number, headers: ResponseHeaders, body: Buffer): void {
    if (this.gone || this.answered) return;
    this.#writeHead(status, { ...headers, "content-length": String(body.length), ...this.#unreadBody() });
    this.#response.end(body);
  }

  begin(status: number, headers: ResponseHeaders): BodyWriter {
    if (!this.gone && !this.answered) this.#writeHead(status, { ...headers, ...this.#unreadBody() });
    this.#response.flushHeaders();
    return writableBody(this.#response);
  }

  destroy(): void {
    this.#response.destroy();
  }

  #writeHead(status: number, headers: object): void {
    this.#response.writeHead(status, headers as OutgoingHttpHeaders);
  }

  /** A body that was not read to its end makes the connection unusable for a further request. */
  #unreadBody(): OutgoingHttpHeaders {
    if (this.#request.complete || !hasBody(this.#request)) return {};
    lingerAtEnd(this.#request);
    return { connection: "close" };
  }
}

/** How long a client that is still sending has to notice that it was answered. */
const lingerMs = 500;

/**
 * Makes the end of the connection wait for the client to close it. Closed at once, with bytes of the client unread, the
 * connection would be reset, and the answer lost with it.
 */
function lingerAtEnd(request: IncomingMessage): void {
  const { socket } = request;
  socket.destroySoon = () => {
    socket.end();
    request.resume();
    const timer = systemClock.after(lingerMs, () => socket.destroy());
    socket.once("close", () => timer.cancel());
  };
}

/** Clients may send the whole URL, as they do to proxies. */
function originForm(target: string): string {
  const path = /^https?:\/\/[^/?]*(.*)$/i.exec(target)?.[1];
  return path === undefined ? target : path.startsWith("/") ? path : `/${path}`;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || (contentLength(headers["content-length"]) ?? 0) > 0;
}
