/** A server that resets HTTP/2 connections while their clients do not read, as Node does after a failed write. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { createServer, type ServerHttp2Session } from "node:http2";
import type { AddressInfo, Socket } from "node:net";

const channel = "net.client.socket";

/** A server without TLS in the same process as its clients. It never responds. Disposal ends it and its connections. */
export class SilentServer implements AsyncDisposable {
  readonly #server = createServer();
  readonly #sockets: Socket[] = [];
  readonly #sessions: ServerHttp2Session[] = [];
  #requestCount = 0;
  readonly #noteSocket = (message: unknown): void => {
    this.#sockets.push((message as { readonly socket: Socket }).socket);
  };

  private constructor() {
    subscribe(channel, this.#noteSocket);
    this.#server.on("session", (session) => this.#sessions.push(session));
    this.#server.on("stream", (stream) => {
      this.#requestCount++;
      // A client that ends its connection breaks off its requests.
      stream.on("error", () => undefined);
    });
  }

  static async start(): Promise<SilentServer> {
    const silent = new SilentServer();
    await new Promise<void>((resolve) => silent.#server.listen(0, "127.0.0.1", resolve));
    return silent;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Number of requests that have arrived. */
  get requestCount(): number {
    return this.#requestCount;
  }

  /** Makes the clients stop reading, and resets their connections. */
  resetUnread(): void {
    for (const socket of this.#sockets)
      (socket as unknown as { readonly _handle: { readStop(): void } | null })._handle?.readStop();
    for (const session of this.#sessions) session.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    unsubscribe(channel, this.#noteSocket);
    for (const session of this.#sessions) session.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
