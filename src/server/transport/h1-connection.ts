/**
 * An HTTP/1.1 connection. Its requests take turns: a client may send the next ones before it has its answer, and must
 * find each of them done when the next begins.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { TLSSocket } from "node:tls";
import type { Peer } from "../requests/exchange.ts";
import { endAndLinger } from "./linger.ts";
import { refusalBytes } from "./unreadable-request.ts";

interface Turn {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly run: () => void;
}

export class H1Connection {
  readonly peer: Peer;
  readonly #socket: TLSSocket;
  readonly #waitingMax: number;
  #current: Turn | undefined;
  #waiting: Turn[] = [];
  #refusal: string | undefined;
  #isRefused = false;
  #isDraining = false;

  /** @param waitingMax requests that may wait; a client that sends more is cut off */
  constructor(socket: TLSSocket, peer: Peer, waitingMax: number) {
    this.#socket = socket;
    this.peer = peer;
    this.#waitingMax = waitingMax;
  }

  /** Runs `run` once the requests before have been answered; never, when the connection ends with one of them. */
  take(turn: Turn): void {
    if (!this.#current) this.#begin(turn);
    else if (this.#waiting.length < this.#waitingMax) this.#waiting.push(turn);
    else this.#socket.destroy();
  }

  /** True while a request is under way, or its answer on its way. */
  get isBusy(): boolean {
    return this.#current !== undefined;
  }

  /** Takes no further request than those that were sent by now, and ends the connection behind them. */
  drain(): void {
    this.#isDraining = true;
    if (this.#current) this.#current.response.shouldKeepAlive = false;
    else endAndLinger(this.#socket);
  }

  /**
   * Makes a refusal of what could not be read the last answer on the connection; it follows those to the requests before.
   * @param status with its text
   */
  refuse(status: string): void {
    if (this.#isRefused) return;
    this.#isRefused = true;
    if (this.#current?.request.complete) this.#refusal = status;
    else if (this.#socket.writable && !this.#current?.response.headersSent) this.#end(status);
    else this.#socket.destroy();
  }

  #begin(turn: Turn): void {
    this.#current = turn;
    if (this.#isDraining || wantsClose(turn.request)) turn.response.shouldKeepAlive = false;
    turn.response.on("close", () => this.#proceed());
    turn.run();
  }

  #proceed(): void {
    this.#current = undefined;
    const next = this.#waiting.shift();
    // A response without a socket belongs to a connection that has ended.
    if (next?.response.socket) this.#begin(next);
    else if (this.#refusal !== undefined && !next) this.#end(this.#refusal);
    else this.#waiting = [];
    // An answer that was begun before may have promised to keep the connection.
    if (this.#isDraining && !this.#current && this.#socket.writable) endAndLinger(this.#socket);
  }

  #end(status: string): void {
    if (this.#socket.writable) this.#socket.write(refusalBytes(status));
    endAndLinger(this.#socket);
  }
}

/** Whether the client wants the connection to end. Like the reference, it also counts the word behind a blank. */
function wantsClose({ headers: { connection } }: IncomingMessage): boolean {
  return connection !== undefined && /(?:^|[ \t,])close(?:[ \t,]|$)/i.test(connection);
}
