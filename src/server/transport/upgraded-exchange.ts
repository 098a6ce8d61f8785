/**
 * An exchange on an HTTP/1.1 connection that may switch to the WebSocket protocol. It is the last one of its
 * connection.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { BodyWriter, MessageFraming, Peer, ResponseHeaders } from "../requests/exchange.ts";
import { H1Exchange } from "./h1-exchange.ts";
import { WebSocketBody } from "./web-socket-body.ts";

/** One request that can switch to the WebSocket protocol, and its response. */
export class UpgradedExchange extends H1Exchange {
  readonly #response: ServerResponse;
  readonly #socket: Socket;
  readonly #received: Buffer;
  #isUpgraded = false;

  /** @param received bytes that the client has sent after the request */
  constructor(request: IncomingMessage, response: ServerResponse, peer: Peer, received: Buffer) {
    super(request, response, peer);
    this.#response = response;
    this.#socket = request.socket;
    this.#received = received;
  }

  override beginWebSocket(headers: ResponseHeaders, framing: MessageFraming): BodyWriter {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
    this.#isUpgraded = true;
    this.#response.detachSocket(this.#socket);
    this.#socket.write(["HTTP/1.1 101 Switching Protocols", ...lines, "", ""].join("\r\n"));
    return new WebSocketBody(this.#socket, framing, this.#received);
  }

  override get hasResponse(): boolean {
    return this.#isUpgraded || super.hasResponse;
  }

  override get isClosed(): boolean {
    return this.#socket.destroyed;
  }

  override onClose(listener: () => void): void {
    this.#socket.once("close", listener);
  }

  override destroy(): void {
    this.#socket.destroy();
  }
}
