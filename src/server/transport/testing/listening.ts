/** A listener on a free port, and clients that send raw data, for tests. */
import { once } from "node:events";
import { type ClientHttp2Session, connect as connectH2 } from "node:http2";
import { connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { getOrCreatePki } from "../../../app/pki/make-pki.ts";
import { systemClock } from "../../../base/clock.ts";
import { type Logger, silentLogger } from "../../../base/logger.ts";
import type { Exchange } from "../../requests/exchange.ts";
import type { TransportLimits } from "../limits.ts";
import { Listener } from "../listener.ts";

const hour = 3_600_000;

/** Limits with times that no test reaches. */
const limitsWithoutEffect: TransportLimits = {
  headerBytesMax: 64 * 1024,
  headersMax: 256,
  pipelinedMax: 100,
  streamsMax: 100,
  handshakeTimeoutMs: hour,
  headersTimeoutMs: hour,
  requestTimeoutMs: hour,
  responseTimeoutMs: hour,
  idleTimeoutMs: hour,
  firstRequestMs: hour,
  closeTimeoutMs: hour,
};

/** Options of a test listener. */
export interface ListeningOptions {
  readonly limits?: Partial<TransportLimits>;
  readonly logger?: Logger;
  /** Default: a free port. */
  readonly port?: number;
}

/** A listener, and the connections of its clients. Disposing of it closes them all. */
export class Listening implements AsyncDisposable {
  readonly listener: Listener;
  readonly port: number;
  readonly #ca: string;
  readonly #clients: { destroy(): unknown }[] = [];

  private constructor(listener: Listener, port: number, ca: string) {
    this.listener = listener;
    this.port = port;
    this.#ca = ca;
  }

  static async start(
    handle: (exchange: Exchange) => Promise<void>,
    { limits = {}, logger = silentLogger, port = 0 }: ListeningOptions = {},
  ): Promise<Listening> {
    const { ca, serving } = await getOrCreatePki({ vocabulary: "orch", hostName: "localhost", clock: systemClock });
    const listener = new Listener({
      host: "127.0.0.1",
      port,
      cert: serving.certificate,
      key: serving.key,
      clientCa: [ca.certificate],
      minVersion: "TLSv1.2",
      limits: { ...limitsWithoutEffect, ...limits },
      logger,
      handle,
    });
    try {
      return new Listening(listener, await listener.listen(), ca.certificate);
    } catch (error) {
      await listener.close();
      throw error;
    }
  }

  /** Opens a connection without TLS. */
  async tcp(): Promise<Socket> {
    const socket = this.#keep(connectTcp({ host: "127.0.0.1", port: this.port }));
    await once(socket, "connect");
    return socket;
  }

  /** Opens a TLS connection. Nothing is sent on it. */
  async tls(protocol: "h2" | "http/1.1" = "http/1.1"): Promise<TLSSocket> {
    const options = { host: "127.0.0.1", port: this.port, ca: this.#ca, ALPNProtocols: [protocol] };
    const socket = this.#keep(connectTls(options));
    await once(socket, "secureConnect");
    return socket;
  }

  /** Returns the fingerprint of the server's current certificate. */
  async fingerprint(): Promise<string> {
    const options = { host: "127.0.0.1", port: this.port, rejectUnauthorized: false };
    const socket = this.#keep(connectTls(options));
    await once(socket, "secureConnect");
    return socket.getPeerCertificate().fingerprint256;
  }

  async h2(): Promise<ClientHttp2Session> {
    const session = connectH2(`https://127.0.0.1:${this.port}`, { ca: this.#ca });
    this.#clients.push(session);
    session.on("error", () => undefined);
    await once(session, "remoteSettings");
    return session;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of this.#clients) client.destroy();
    await this.listener.close();
  }

  #keep<T extends Socket>(socket: T): T {
    this.#clients.push(socket);
    // Tests check how the connection ends, so its errors are ignored.
    socket.on("error", () => undefined);
    return socket;
  }
}

/** Returns everything that a socket receives until it is closed. */
export async function readToEnd(socket: Socket): Promise<string> {
  const pieces: Buffer[] = [];
  socket.on("data", (piece: Buffer) => pieces.push(piece));
  if (!socket.closed) await new Promise((resolve) => socket.once("close", resolve));
  return Buffer.concat(pieces).toString("latin1");
}
