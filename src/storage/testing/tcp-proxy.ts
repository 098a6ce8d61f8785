/** A TCP proxy to a port of this machine. Subclasses decide how it forwards. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** A proxy that accepts connections after `listen()`. */
export abstract class TcpProxy implements AsyncDisposable {
  /** The open connections to clients and to the target. */
  protected readonly sockets = new Set<Socket>();
  readonly #server: Server;

  /** @param url address of the target: `http://127.0.0.1:port` */
  constructor(url: string) {
    const targetPort = Number(new URL(url).port);
    this.#server = createServer((client) => {
      const target = connect(targetPort, "127.0.0.1");
      for (const socket of [client, target]) {
        this.sockets.add(socket);
        socket.on("error", () => socket.destroy());
        socket.on("close", () => this.sockets.delete(socket));
      }
      this.forward(client, target);
    });
  }

  /** Begins to accept connections. @returns this proxy */
  async listen(): Promise<this> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return this;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Forwards the data of a new connection in both directions. */
  protected abstract forward(client: Socket, target: Socket): void;
}
