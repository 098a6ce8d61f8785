/** A TCP proxy that loses responses: it passes a request on, and breaks the connection instead of answering. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** Message that is lost next. */
type NextLoss = "none" | "response" | "request";

/** A running proxy to a port of this machine. */
export class CuttingProxy implements AsyncDisposable {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #nextLoss: NextLoss = "none";

  private constructor(targetPort: number) {
    this.#server = createServer((client) => this.#forward(client, connect(targetPort, "127.0.0.1")));
  }

  /** Starts a proxy. @param url `http://127.0.0.1:port` */
  static async start(url: string): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(Number(new URL(url).port));
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The next request reaches the server, but the connection breaks before its response. */
  loseNextResponse(): void {
    this.#nextLoss = "response";
  }

  /** The connection breaks before the next request reaches the server. */
  loseNextRequest(): void {
    this.#nextLoss = "request";
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #forward(client: Socket, target: Socket): void {
    let isCut = false;
    for (const socket of [client, target]) {
      this.#sockets.add(socket);
      socket.on("error", () => socket.destroy());
    }
    client.on("data", (data) => {
      const loss = this.#nextLoss;
      this.#nextLoss = "none";
      if (loss !== "none") isCut = true;
      if (loss === "request") client.destroy();
      else target.write(data);
    });
    target.on("data", (data) => {
      if (isCut) client.destroy();
      else client.write(data);
    });
    client.on("close", () => {
      // After a cut, the server must not notice that the client has gone.
      if (!isCut) target.destroy();
    });
    target.on("close", () => client.destroy());
  }
}
