/**
 * The connections whose clients have not sent a request yet. A connection is identified by its client's address, because
 * the TCP connection and the TLS connection over it are different objects.
 */
import type { Socket } from "node:net";
import { type Deferred, deferred } from "../../base/deferred.ts";

/** A set of connections that lose their membership with their first request, or when they close. */
export class NewConnections {
  readonly #sockets = new Map<string, Socket>();
  #empty: Deferred<void> | undefined;

  /** @param socket a TCP connection. Ignored if it has ended. */
  add(socket: Socket): void {
    const key = keyOf(socket);
    if (key === undefined) return;
    this.#sockets.set(key, socket);
    socket.once("close", () => {
      if (this.#sockets.get(key) === socket) this.#remove(key);
    });
  }

  /** Call this when the first request arrives. @param socket the TCP connection, or the TLS connection over it */
  remove(socket: Socket): void {
    const key = keyOf(socket);
    if (key !== undefined) this.#remove(key);
  }

  /** Resolves at once if there is no such connection, and otherwise when the last one has left the set. */
  async empty(): Promise<void> {
    if (this.#sockets.size === 0) return;
    this.#empty ??= deferred();
    await this.#empty.promise;
  }

  #remove(key: string): void {
    this.#sockets.delete(key);
    if (this.#sockets.size > 0) return;
    this.#empty?.resolve();
    this.#empty = undefined;
  }
}

/** Returns the client's address. Undefined if the connection has ended. */
function keyOf({ remoteAddress, remotePort }: Socket): string | undefined {
  return remoteAddress === undefined ? undefined : `${remoteAddress} ${remotePort}`;
}
