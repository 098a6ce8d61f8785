/** A proxy that can stop passing anything on, in either direction, without closing what is open: a network that is gone. */
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface FreezingProxy extends AsyncDisposable {
  readonly port: number;
  /** What was opened before passes nothing on any more, for good. */
  freeze(): void;
  /** What is opened from now on passes everything on. */
  thaw(): void;
}

export async function startProxy(targetPort: number): Promise<FreezingProxy> {
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
