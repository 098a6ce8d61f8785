/** A TCP proxy that can stop forwarding without closing its connections, like a network that loses all packets. */
import type { Socket } from "node:net";
import { TcpProxy } from "../../src/storage/testing/tcp-proxy.ts";

/** A proxy that forwards until it is frozen. */
export class FreezingProxy extends TcpProxy {
  #isFrozen = false;

  /** Stops forwarding on all connections. Those that are open now never forward again. */
  freeze(): void {
    this.#isFrozen = true;
    for (const socket of this.sockets) socket.unpipe().pause();
  }

  /** Lets connections that are opened from now on forward again. */
  thaw(): void {
    this.#isFrozen = false;
  }

  protected forward(client: Socket, target: Socket): void {
    if (this.#isFrozen) return;
    client.pipe(target);
    target.pipe(client);
  }
}
