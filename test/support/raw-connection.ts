/** A TLS connection on which a test sends arbitrary bytes. */
import { once } from "node:events";
import { connect as connectTcp, type Socket } from "node:net";
import { connect, type TLSSocket } from "node:tls";
import type { TestServer } from "./test-server.ts";
import { until } from "./until.ts";

/** Status, headers and body of an HTTP/1.1 response. */
export interface RawResponse {
  readonly status: number;
  /** Header values by lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
}

/** TLS connection to a test server that records all received bytes. */
export class RawConnection implements AsyncDisposable {
  readonly socket: TLSSocket;
  readonly #tcp: Socket;
  #received: Buffer = Buffer.alloc(0);
  #ended = false;
  readonly #closed: Promise<void>;

  private constructor(socket: TLSSocket, tcp: Socket) {
    this.socket = socket;
    this.#tcp = tcp;
    socket.on("data", (bytes: Buffer) => {
      this.#received = Buffer.concat([this.#received, bytes]);
    });
    this.#closed = new Promise((resolve) => {
      socket.once("close", () => {
        this.#ended = true;
        resolve();
      });
    });
    // Tests break connections on purpose, so errors are ignored.
    socket.on("error", () => undefined);
  }

  /** Connects with the administrator's certificate. */
  static async open(
    { server, credentials }: Pick<TestServer, "server" | "credentials">,
    protocol: "h2" | "http/1.1" = "http/1.1",
  ): Promise<RawConnection> {
    const { hostname, port } = new URL(server.url);
    const tcp = connectTcp({ host: hostname, port: Number(port) });
    const socket = connect({ socket: tcp, servername: "localhost", ...credentials, ALPNProtocols: [protocol] });
    await once(socket, "secureConnect");
    return new RawConnection(socket, tcp);
  }

  /** Received bytes that `take` has not removed. */
  get received(): Buffer {
    return this.#received;
  }

  /** Whether either side has closed the connection. */
  get isClosed(): boolean {
    return this.#ended;
  }

  /** Sends bytes without waiting. Text is encoded as Latin-1. Bytes are dropped if the connection is closed. */
  send(bytes: string | Buffer): void {
    if (!this.socket.destroyed) this.socket.write(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes);
  }

  /** Sends bytes and resolves once they are written or the connection is closed. */
  async sendAll(bytes: Buffer): Promise<void> {
    const done = new Promise<void>((resolve) => this.socket.write(bytes, () => resolve()));
    await Promise.race([done, this.#closed]);
  }

  /** Removes the first `length` received bytes and returns them. */
  take(length: number): Buffer {
    const taken = this.#received.subarray(0, length);
    this.#received = this.#received.subarray(length);
    return taken;
  }

  /** Resolves with the next HTTP/1.1 response. Its body ends after `content-length` bytes, or with the connection. */
  async nextResponse(): Promise<RawResponse> {
    await until(() => this.#ended || this.#headLength() > 0, "the head of an answer");
    const headLength = this.#headLength();
    if (headLength === 0) throw new Error(`the connection ended after ${JSON.stringify(this.#received.toString())}`);
    const [statusLine = "", ...lines] = this.take(headLength).toString("latin1").trimEnd().split("\r\n");
    const headers = new Map(lines.map((line) => splitHeader(line)));
    const length = headers.get("content-length");
    await until(() => this.#ended || this.#received.length >= Number(length ?? Infinity), "the body of an answer");
    const text = this.take(length === undefined ? this.#received.length : Number(length)).toString("utf8");
    return { status: Number(statusLine.split(" ")[1]), headers, text };
  }

  /** Resolves once either side has closed the connection. */
  closed(): Promise<void> {
    return this.#closed;
  }

  /** Closes the TCP connection with a reset. */
  reset(): void {
    this.#tcp.resetAndDestroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.socket.destroy();
  }

  #headLength(): number {
    const end = this.#received.indexOf("\r\n\r\n");
    return end < 0 ? 0 : end + 4;
  }
}

function splitHeader(line: string): [string, string] {
  const colon = line.indexOf(":");
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}
