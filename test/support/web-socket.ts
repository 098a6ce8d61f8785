/** A WebSocket client that returns received frames without interpreting them. */
import { connect, type TLSSocket } from "node:tls";
import type { TestServer } from "./test-server.ts";
import { until } from "./until.ts";

/** A received frame. `opcode` is its whole first byte. */
export interface WebSocketFrame {
  readonly opcode: number;
  readonly payload: Buffer;
}

/** Options of the handshake. */
export interface HandshakeOptions {
  /** Additional headers of the handshake. An empty value removes a header. */
  readonly headers?: Readonly<Record<string, string>>;
}

const validHandshake = {
  host: "localhost",
  upgrade: "websocket",
  connection: "keep-alive, Upgrade",
  // Key of the example in RFC 6455, whose Sec-WebSocket-Accept value is known.
  "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
  "sec-websocket-version": "13",
  origin: "https://localhost",
};

/** WebSocket connection to a test server. */
export class WebSocketClient implements AsyncDisposable {
  readonly #socket: TLSSocket;
  #received = Buffer.alloc(0);
  #ended = false;

  private constructor(socket: TLSSocket) {
    this.#socket = socket;
    socket.on("data", (bytes: Buffer) => {
      this.#received = Buffer.concat([this.#received, bytes]);
    });
    socket.on("end", () => {
      this.#ended = true;
    });
    socket.on("error", () => {
      this.#ended = true;
    });
  }

  /** Connects and sends the handshake. @param target path and query */
  static async open(
    { server, credentials }: TestServer,
    target: string,
    { headers = {} }: HandshakeOptions = {},
  ): Promise<WebSocketClient> {
    const port = Number(new URL(server.url).port);
    const socket = connect({
      host: "127.0.0.1",
      port,
      servername: "localhost",
      ...credentials,
      ALPNProtocols: ["http/1.1"],
    });
    await new Promise<void>((resolve, reject) => socket.once("secureConnect", resolve).once("error", reject));
    const client = new WebSocketClient(socket);
    const lines = Object.entries({ ...validHandshake, ...headers }).filter(([, value]) => value !== "");
    client.write([`GET ${target} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`), "", ""].join("\r\n"));
    return client;
  }

  write(bytes: string | Buffer): void {
    this.#socket.write(bytes);
  }

  /** Sends a masked frame, as clients must. `first` is the first byte, which contains the opcode. */
  send(first: number, payload: Buffer): void {
    const mask = Buffer.from([1, 2, 3, 4]);
    const masked = Buffer.from(payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0)));
    this.write(Buffer.concat([Buffer.from([first, 0x80 | payload.length]), mask, masked]));
  }

  /** Resolves with the head of the handshake's response. */
  async responseHead(): Promise<string> {
    await until(() => this.#headEnd >= 0, "the head of the answer");
    return this.#received.toString("latin1", 0, this.#headEnd);
  }

  /** Resolves with the first `count` frames once they have arrived. */
  async frames(count: number): Promise<readonly WebSocketFrame[]> {
    await until(() => this.#frames.length >= count, `${count} frames`);
    return this.#frames.slice(0, count);
  }

  /** Resolves when the server has closed the connection. */
  async waitForEnd(): Promise<void> {
    await until(() => this.#ended, "the end of the connection");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.destroy();
  }

  get #headEnd(): number {
    return this.#received.indexOf("\r\n\r\n");
  }

  get #frames(): readonly WebSocketFrame[] {
    const frames: WebSocketFrame[] = [];
    const bytes = this.#received;
    for (let at = this.#headEnd + 4; at + 2 <= bytes.length; ) {
      const short = (bytes[at + 1] ?? 0) & 0x7f;
      const start = at + (short < 126 ? 2 : short === 126 ? 4 : 10);
      if (bytes.length < start) break;
      const length =
        short < 126 ? short : short === 126 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2));
      if (bytes.length < start + length) break;
      frames.push({ opcode: bytes[at] ?? 0, payload: bytes.subarray(start, start + length) });
      at = start + length;
    }
    return frames;
  }
}
