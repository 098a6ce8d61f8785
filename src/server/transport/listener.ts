/**
 * One TLS port for HTTP/2 and HTTP/1.1, told apart by ALPN. HTTP/2 goes to a server that listens for streams only: the
 * compatibility layer would cost every request a third of its speed.
 */
import {
  createServer as createH1,
  type Server as H1Server,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { createServer as createH2, type Http2Server, type Http2Session, type ServerHttp2Session } from "node:http2";
import type { AddressInfo } from "node:net";
import { createServer as createTls, type TLSSocket, type TlsOptions, type Server as TlsServer } from "node:tls";
import type { Logger } from "../../base/logger.ts";
import type { Exchange, Peer } from "../exchange.ts";
import { H1Exchange } from "./h1-exchange.ts";
import { H2Exchange } from "./h2-exchange.ts";

export interface TransportLimits {
  /** All headers of a request together. */
  readonly headerBytesMax: number;
  /** Requests that one HTTP/2 connection may have under way. */
  readonly streamsMax: number;
  /** From the connection to the end of the TLS handshake. */
  readonly handshakeTimeoutMs: number;
  /** From the first byte of a request to the end of its headers. */
  readonly headersTimeoutMs: number;
  /** To the end of the request's body. */
  readonly requestTimeoutMs: number;
  /** A connection without a request is closed after this. */
  readonly idleTimeoutMs: number;
}

export interface ListenerOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** PEM. */
  readonly cert: string;
  readonly key: string;
  /** PEM of the authorities whose client certificates are accepted. */
  readonly clientCa: readonly string[];
  readonly minVersion: "TLSv1.2" | "TLSv1.3";
  readonly limits: TransportLimits;
  readonly logger: Logger;
  /** Handles one request; must not reject. */
  readonly handle: (exchange: Exchange) => Promise<void>;
}

export class Listener {
  readonly #options: ListenerOptions;
  readonly #tls: TlsServer;
  readonly #h1: H1Server;
  readonly #h2: Http2Server;
  readonly #sessions = new Set<Http2Session>();
  readonly #sockets = new Set<TLSSocket>();
  readonly #peers = new WeakMap<TLSSocket, Peer>();
  readonly #connections = new WeakMap<Http2Session, { readonly peer: Peer; openStreams: number }>();

  constructor(options: ListenerOptions) {
    this.#options = options;
    this.#h1 = this.#createH1();
    this.#h2 = this.#createH2();
    this.#tls = createTls(tlsOptions(options), (socket) => this.#accept(socket));
    this.#tls.on("tlsClientError", (error) => options.logger.info("a TLS handshake failed", { reason: error.message }));
  }

  /** @returns the port */
  async listen(): Promise<number> {
    const { host, port } = this.#options;
    await new Promise<void>((resolve, reject) => {
      this.#tls.once("error", reject);
      this.#tls.listen({ host, port, backlog: 1024 }, () => {
        this.#tls.off("error", reject);
        resolve();
      });
    });
    return (this.#tls.address() as AddressInfo).port;
  }

  /** Replaces the serving certificate for connections to come. */
  renew(cert: string, key: string): void {
    this.#tls.setSecureContext(tlsOptions({ ...this.#options, cert, key }));
  }

  /** Takes no more connections, and no more requests on those that are idle; requests under way go on. */
  drain(): void {
    this.#tls.close();
    for (const session of this.#sessions) session.close();
    this.#h1.closeIdleConnections();
  }

  /** Closes every connection. */
  close(): void {
    this.#tls.close();
    this.#h1.close();
    for (const session of this.#sessions) session.destroy();
    for (const socket of this.#sockets) socket.destroy();
  }

  #accept(socket: TLSSocket): void {
    this.#sockets.add(socket);
    socket.on("close", () => this.#sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    socket.setNoDelay(true);
    if (socket.alpnProtocol === "h2") this.#h2.emit("connection", socket);
    else this.#h1.emit("connection", socket);
  }

  #createH1(): H1Server {
    const { limits, handle } = this.#options;
    const server = createH1(
      {
        maxHeaderSize: limits.headerBytesMax,
        headersTimeout: limits.headersTimeoutMs,
        requestTimeout: limits.requestTimeoutMs,
        keepAliveTimeout: limits.idleTimeoutMs,
        connectionsCheckingInterval: 1000,
      },
      (request: IncomingMessage, response: ServerResponse) => {
        void handle(new H1Exchange(request, response, this.#peerOf(request.socket as TLSSocket)));
      },
    );
    // It never listens itself, yet only a listening server watches for slow requests.
    server.emit("listening");
    return server;
  }

  #createH2(): Http2Server {
    const { limits, handle } = this.#options;
    const server = createH2({
      maxHeaderListPairs: 256,
      settings: { maxConcurrentStreams: limits.streamsMax, maxHeaderListSize: limits.headerBytesMax },
      unknownProtocolTimeout: limits.handshakeTimeoutMs,
    });
    server.on("session", (session: ServerHttp2Session) => {
      this.#sessions.add(session);
      session.on("close", () => this.#sessions.delete(session));
      session.on("error", () => session.destroy());
      const connection = { peer: newPeer(session.socket as TLSSocket), openStreams: 0 };
      this.#connections.set(session, connection);
      session.setTimeout(limits.idleTimeoutMs, () => {
        if (connection.openStreams === 0) session.close();
      });
    });
    server.on("stream", (stream, headers) => {
      // A stream that breaks closes; the exchange sees that.
      stream.on("error", () => stream.destroy());
      const connection = stream.session && this.#connections.get(stream.session);
      if (!connection) return;
      connection.openStreams++;
      stream.on("close", () => connection.openStreams--);
      void handle(new H2Exchange(stream, headers, connection.peer));
    });
    return server;
  }

  /** The peer of an HTTP/1.1 connection. */
  #peerOf(socket: TLSSocket): Peer {
    let peer = this.#peers.get(socket);
    if (!peer) {
      peer = newPeer(socket);
      this.#peers.set(socket, peer);
    }
    return peer;
  }
}

function newPeer(socket: TLSSocket): Peer {
  return { address: socket.remoteAddress ?? "", tls: socket, memo: new Map() };
}

function tlsOptions({ cert, key, clientCa, minVersion, limits }: ListenerOptions): TlsOptions {
  return {
    cert,
    key,
    ca: clientCa.filter((pem) => pem !== ""),
    minVersion,
    handshakeTimeout: limits.handshakeTimeoutMs,
    requestCert: true,
    // Who may do what is decided per request; a certificate that does not verify is answered with 401.
    rejectUnauthorized: false,
    ALPNProtocols: ["h2", "http/1.1"],
  };
}
