/**
 * An HTTP/1.1 connection. Clients may send requests without waiting for the responses. They run one after the other,
 * because each may depend on the effects of the one before.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { TLSSocket } from "node:tls";
import type { Peer } from "../requests/exchange.ts";
import { endAndLinger } from "./linger.ts";
import { rejectionBytes } from "./unreadable-request.ts";

interface QueuedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly run: () => void;
}

/** Runs the requests of one HTTP/1.1 connection, one after the other. */
export class H1Connection {
  readonly peer: Peer;
  readonly #socket: TLSSocket;
  readonly #waitingMax: number;
  #current: QueuedRequest | undefined;
  #waiting: QueuedRequest[] = [];
  #pendingRejection: string | undefined;
  #isRejected = false;
  #isDraining = false;
  #hasBegun = false;

  /** @param waitingMax maximum number of requests that wait. If a client sends more, the connection is closed. */
  constructor(socket: TLSSocket, peer: Peer, waitingMax: number) {
    this.#socket = socket;
    this.peer = peer;
    this.#waitingMax = waitingMax;
  }

  /** Runs a request after the responses to earlier requests. If the connection ends before, the request never runs. */
  enqueue(queued: QueuedRequest): void {
    if (!this.#current) this.#begin(queued);
    else if (this.#waiting.length < this.#waitingMax) this.#waiting.push(queued);
    else this.#socket.destroy();
  }

  /** Whether a request is running, or its response is being sent. */
  get isBusy(): boolean {
    return this.#current !== undefined;
  }

  /** Whether the client has sent a request. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** As `drain()`, but a connection without a request so far ends after the response to its first one. */
  drainAfterFirstRequest(): void {
    if (this.#hasBegun) this.drain();
    else this.#isDraining = true;
  }

  /** Ends the connection after the responses to the requests that have been received. */
  drain(): void {
    this.#isDraining = true;
    if (this.#current) this.#current.response.shouldKeepAlive = false;
    else endAndLinger(this.#socket);
  }

  /**
   * Sends an error response for input that cannot be parsed, and ends the connection. Responses to earlier requests
   * come first.
   * @param status code and text, such as `400 Bad Request`
   */
  reject(status: string): void {
    if (this.#isRejected) return;
    this.#isRejected = true;
    if (this.#current?.request.complete) this.#pendingRejection = status;
    else if (this.#socket.writable && !this.#current?.response.headersSent) this.#endWith(status);
    else this.#socket.destroy();
  }

  #begin(queued: QueuedRequest): void {
    this.#current = queued;
    this.#hasBegun = true;
    if (this.#isDraining || requestsClose(queued.request)) queued.response.shouldKeepAlive = false;
    queued.response.on("close", () => this.#beginNext());
    queued.run();
  }

  #beginNext(): void {
    this.#current = undefined;
    const next = this.#waiting.shift();
    // A response without a socket belongs to a connection that has ended.
    if (next?.response.socket) this.#begin(next);
    else if (this.#pendingRejection !== undefined && !next) this.#endWith(this.#pendingRejection);
    else this.#waiting = [];
    // A response that began before `drain()` may have promised to keep the connection open.
    if (this.#isDraining && !this.#current && this.#socket.writable) endAndLinger(this.#socket);
  }

  #endWith(status: string): void {
    if (this.#socket.writable) this.#socket.write(rejectionBytes(status));
    endAndLinger(this.#socket);
  }
}

/**
 * Whether the client requests the end of the connection. Like the reference, this accepts `close` also after a space or
 * a tab.
 */
function requestsClose({ headers: { connection } }: IncomingMessage): boolean {
  return connection !== undefined && /(?:^|[ \t,])close(?:[ \t,]|$)/i.test(connection);
}
