/**
 * One connection of a simulated component, such as a kubelet: HTTP/2 over TLS with a client certificate. It counts the
 * encrypted bytes of both directions.
 */
import { once } from "node:events";
import { type ClientHttp2Session, type ClientHttp2Stream, connect as connectH2 } from "node:http2";
import { connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { LoadTarget } from "../load/job.ts";

/** A request that a simulated component sends. */
export interface HollowRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
}

/** A whole response. */
export interface HollowResponse {
  readonly status: number;
  readonly body: Buffer;
}

/** Encrypted bytes of a connection, with TLS and HTTP/2 but without TCP. */
export interface WireBytes {
  readonly sent: number;
  readonly received: number;
}

/** A running watch. */
export interface HollowWatch {
  /** Number of received pieces. The server sends an event that comes alone in one piece. */
  readonly pieces: number;
  readonly bodyBytes: number;
  /** Resolves when the server has ended the watch. */
  readonly ended: Promise<unknown>;
}

/** One connection. */
export class HollowClient implements Disposable {
  readonly #socket: Socket;
  readonly #session: ClientHttp2Session;

  private constructor(socket: Socket, session: ClientHttp2Session) {
    this.#socket = socket;
    this.#session = session;
  }

  /** Connects. Resolves after the TLS handshake. */
  static async connect({ host, port, ca, cert, key }: LoadTarget): Promise<HollowClient> {
    const socket = connectTcp(port, host);
    socket.setNoDelay(true);
    await once(socket, "connect");
    const secure = connectTls({
      socket,
      ca,
      ...(cert === undefined || key === undefined ? {} : { cert, key }),
      servername: "localhost",
      ALPNProtocols: ["h2"],
    });
    await once(secure, "secureConnect");
    const session = connectH2(`https://${host}:${port}`, { createConnection: () => secure });
    return new HollowClient(socket, session);
  }

  get wireBytes(): WireBytes {
    return { sent: this.#socket.bytesWritten, received: this.#socket.bytesRead };
  }

  /** Sends a request. @throws Error if the status is 400 or more */
  async request(request: HollowRequest): Promise<HollowResponse> {
    const stream = this.#send(request);
    const pieces: Buffer[] = [];
    let status = 0;
    stream.on("response", (headers) => {
      status = headers[":status"] ?? 0;
    });
    stream.on("data", (piece: Buffer) => pieces.push(piece));
    await once(stream, "end");
    const body = Buffer.concat(pieces);
    if (status >= 400)
      throw new Error(`${request.method} ${request.path}: status ${status}: ${body.toString("latin1")}`);
    return { status, body };
  }

  /** Starts a watch. Resolves when the server has accepted it. */
  async watch(
    path: string,
    headers: Readonly<Record<string, string>>,
    onPiece: (piece: Buffer) => void = () => undefined,
  ): Promise<HollowWatch> {
    const stream = this.#send({ method: "GET", path, headers });
    const received = { pieces: 0, bodyBytes: 0 };
    stream.on("data", (piece: Buffer) => {
      received.pieces++;
      received.bodyBytes += piece.length;
      onPiece(piece);
    });
    const ended = new Promise((resolve) => stream.once("close", resolve));
    const [head] = (await once(stream, "response")) as [{ ":status"?: number }];
    if (head[":status"] !== 200) throw new Error(`watch ${path}: status ${head[":status"]}`);
    return {
      get pieces() {
        return received.pieces;
      },
      get bodyBytes() {
        return received.bodyBytes;
      },
      ended,
    };
  }

  #send({ method, path, headers, body }: HollowRequest): ClientHttp2Stream {
    const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
    const options = { endStream: body === undefined };
    const stream = this.#session.request({ ":method": method, ":path": path, ...headers, ...length }, options);
    stream.on("error", () => {
      // A closed connection ends its watches with an error. Requests notice it, because their response has no end.
    });
    if (body !== undefined) stream.end(body);
    return stream;
  }

  [Symbol.dispose](): void {
    this.#session.on("error", () => undefined);
    this.#session.destroy();
    this.#socket.destroy();
  }
}
