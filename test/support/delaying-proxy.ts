/** A TCP proxy that delivers everything that its target sends late, like a long line. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** A running proxy to a port of this machine. */
export class DelayingProxy implements AsyncDisposable {
  /** Delay of what arrives from the target from now on. */
  delayMs = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(targetPort: number) {
    this.#server = createServer((client) => this.#forward(client, connect(targetPort, "127.0.0.1")));
  }

  /** Starts a proxy without a delay. @param url `http://127.0.0.1:port` */
  static async start(url: string): Promise<DelayingProxy> {
    const proxy = new DelayingProxy(Number(new URL(url).port));
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #forward(client: Socket, target: Socket): void {
    for (const [one, other] of [
      [client, target],
      [target, client],
    ] as const) {
      this.#sockets.add(one);
      one.on("error", () => one.destroy());
      one.on("close", () => {
        this.#sockets.delete(one);
        other.destroy();
      });
    }
    client.on("data", (data) => target.write(data));
    // Each piece waits for the one before, so that a shorter delay does not change their order.
    let delivered: Promise<void> = Promise.resolve();
    target.on("data", (data: Buffer) => {
      delivered = this.#deliverLate(client, data, delivered);
    });
  }

  async #deliverLate(client: Socket, data: Buffer, earlier: Promise<void>): Promise<void> {
    const due = this.delayMs === 0 ? undefined : new Promise((resolve) => setTimeout(resolve, this.delayMs));
    await earlier;
    await due;
    if (!client.destroyed) client.write(data);
  }
}
