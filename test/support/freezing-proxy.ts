/** A TCP proxy that can stop forwarding without closing its connections, like a network that loses all packets. */
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A running proxy. Its port is one of 127.0.0.1. */
export interface FreezingProxy extends AsyncDisposable {
  readonly port: number;
  /** Stops forwarding on all connections. Those that are open now never forward again. */
  freeze(): void;
  /** Lets connections that are opened from now on forward again. */
  thaw(): void;
}

/** Starts a proxy that forwards connections to `targetPort` of 127.0.0.1. */
export async function startFreezingProxy(targetPort: number): Promise<FreezingProxy> {
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const server = createServer((inner) => {
    const outer = connect(targetPort, "127.0.0.1");
    for (const socket of [inner, outer]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => sockets.delete(socket));
    }
    if (isFrozen) return;
    inner.pipe(outer);
    outer.pipe(inner);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    freeze: () => {
      isFrozen = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    thaw: () => {
      isFrozen = false;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
