/**
 * A TCP load balancer in front of several servers: each new connection goes to the next server. It does not see requests,
 * because clients and servers encrypt them. It can break connections, and take a server out.
 */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

interface Target {
  readonly name: string;
  readonly port: number;
}

interface Forwarding {
  readonly client: Socket;
  readonly target: Target;
  readonly outer: Socket;
}

/** A running load balancer at a port of 127.0.0.1, whose servers are at other ports of 127.0.0.1. */
export class RoundRobinProxy implements AsyncDisposable {
  /** Names of the servers to which connections went, oldest first. */
  readonly connections: string[] = [];
  /** Breaks each connection as soon as its server has sent more bytes than this. Default: no limit. */
  bytesMax = Number.POSITIVE_INFINITY;
  readonly #server: Server;
  readonly #open = new Set<Forwarding>();
  #targets: readonly Target[] = [];
  #next = 0;
  #cutCount = 0;

  private constructor() {
    // The end of one direction leaves the other one open.
    this.#server = createServer({ allowHalfOpen: true }, (client) => {
      client.on("error", () => client.destroy());
      this.#forward(client, this.#targets.length);
    });
  }

  /** Starts a load balancer without servers. */
  static async start(): Promise<RoundRobinProxy> {
    const proxy = new RoundRobinProxy();
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Number of connections that were broken by `cut` and `bytesMax`. */
  get cutCount(): number {
    return this.#cutCount;
  }

  /** Lets connections go to a server, instead of an earlier one with this name. */
  putIn(name: string, port: number): void {
    this.#targets = [...this.#targets.filter((target) => target.name !== name), { name, port }];
  }

  /** Lets no further connections go to a server. Its open connections stay. */
  takeOut(name: string): void {
    this.#targets = this.#targets.filter((target) => target.name !== name);
  }

  /** Breaks the open connections to a server, or to all servers. */
  cut(name?: string): void {
    for (const forwarding of this.#open)
      if (name === undefined || forwarding.target.name === name) this.#cut(forwarding);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** @param attempts number of servers to try, because some of them may not run */
  #forward(client: Socket, attempts: number): void {
    const target = this.#targets[this.#next++ % this.#targets.length];
    if (!target || attempts === 0) {
      client.destroy();
      return;
    }
    const outer = connect({ port: target.port, host: "127.0.0.1", allowHalfOpen: true });
    const tryNext = (): void => this.#forward(client, attempts - 1);
    outer.once("error", tryNext);
    outer.once("connect", () => {
      outer.off("error", tryNext);
      this.#join({ client, target, outer });
    });
  }

  #join(forwarding: Forwarding): void {
    const { client, target, outer } = forwarding;
    this.connections.push(target.name);
    this.#open.add(forwarding);
    let bytes = 0;
    outer.on("data", (data) => {
      bytes += data.length;
      if (bytes > this.bytesMax) this.#cut(forwarding);
    });
    outer.on("error", () => outer.destroy());
    for (const [one, other] of [
      [client, outer],
      [outer, client],
    ] as const) {
      one.pipe(other);
      one.on("close", () => {
        this.#open.delete(forwarding);
        other.destroy();
      });
    }
    if (client.destroyed) outer.destroy();
  }

  /** Sends a reset to both sides. */
  #cut({ client, outer }: Forwarding): void {
    if (client.destroyed) return;
    this.#cutCount++;
    client.resetAndDestroy();
    outer.resetAndDestroy();
  }
}
