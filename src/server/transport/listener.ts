/**
 * One TLS port for HTTP/2 and HTTP/1.1. ALPN selects the protocol. The HTTP/2 server has only a listener for streams,
 * because Node's compatibility layer would add 6 us to each request. See docs/performance.md, "Micro-measurements",
 * "HTTP/2 listener".
 */
import { createServer as createH1, type Server as H1Server, type IncomingMessage, ServerResponse } from "node:http";
import {
  createServer as createH2,
  type Http2Server,
  type Http2Session,
  type Http2Stream,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from "node:http2";
import type { AddressInfo, Server as NetServer, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { createServer as createTls, type TLSSocket, type Server as TlsServer } from "node:tls";
import { systemClock, type Timer } from "../../base/clock.ts";
import { deferred } from "../../base/deferred.ts";
import type { Logger } from "../../base/logger.ts";
import { Counter, type MetricDefinition, type MetricRegistry } from "../../base/metrics.ts";
import { readingIntervalMs } from "../../http2/index.ts";
import type { Exchange, Peer } from "../requests/exchange.ts";
import { H1Connection } from "./h1-connection.ts";
import { H1Exchange } from "./h1-exchange.ts";
import { H2Connection } from "./h2-connection.ts";
import { keepParsing } from "./keep-parsing.ts";
import type { TransportLimits } from "./limits.ts";
import { endAndLinger } from "./linger.ts";
import { NewConnections } from "./new-connections.ts";
import { OpenSet } from "./open-set.ts";
import { abortIfOverdue } from "./overdue-response.ts";
import { RequestPacer } from "./request-pacer.ts";
import { TurnResets } from "./reset-limit.ts";
import { readServerName } from "./server-name.ts";
import { CertificateChoice, type TlsCredentials, type TlsSettings, tlsOptions } from "./tls-options.ts";
import {
  badRequestStatus,
  expectationFailedStatus,
  hasDisconnected,
  headFault,
  methodNotAllowedStatus,
  rejectionOf,
  statusOf,
} from "./unreadable-request.ts";
import { UpgradeRequest } from "./upgrade-request.ts";
import { UpgradedExchange } from "./upgraded-exchange.ts";

/** Interval of the checks for connections that flood the server. */
const floodCheckMs = 200;
/**
 * Interval of these checks in the first `floodAlertMs` after the server has ended a flooding connection. It is short,
 * because the client of a flood opens the next connection at once.
 */
const alertFloodCheckMs = 20;
const floodAlertMs = 5000;

const handshakeErrors: MetricDefinition<never> = {
  name: "apiserver_tls_handshake_errors_total",
  help: "Number of connections whose TLS handshake failed.",
  stability: "ALPHA",
  labels: [],
};

/** Maximum number of connections that wait to be accepted. */
const backlog = 1024;

/** Address, certificates and limits of a listener, and the handler of its requests. */
export interface ListenerOptions extends TlsCredentials, Omit<TlsSettings, "handshakeTimeoutMs"> {
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
  readonly limits: TransportLimits;
  readonly logger: Logger;
  /** Handles one request. Must not reject. */
  readonly handle: (exchange: Exchange) => Promise<void>;
}

/** Listens on one TLS port, and passes the requests to a handler. */
export class Listener {
  readonly #options: ListenerOptions;
  #credentials: TlsCredentials;
  readonly #tls: TlsServer;
  /** Undefined if there is only one certificate. */
  #choice: CertificateChoice<TlsServer> | undefined;
  readonly #h1: H1Server;
  readonly #h2: Http2Server;
  /** TCP connections before their TLS handshake, and TLS connections after it. */
  readonly #sockets = new OpenSet<Socket>();
  readonly #sessions = new OpenSet<Http2Session>();
  readonly #responses = new OpenSet<ServerResponse>();
  readonly #h1Connections = new WeakMap<Duplex, H1Connection>();
  readonly #h2Connections = new WeakMap<Http2Session, H2Connection>();
  /** Decides when the requests of HTTP/2 connections start. */
  readonly #pacer: RequestPacer;
  readonly #turnResets = new TurnResets();
  /** Connections without a request so far. */
  readonly #newConnections = new NewConnections();
  #isDraining = false;
  /** Whether new connections can still send their first request, although the listener drains. */
  #takesFirstRequests = false;
  /** Timers of periodic tasks, by the task. */
  readonly #timers = new Map<() => number, Timer>();
  #failedHandshakes = 0;
  /** Monotonic time at which a connection was last ended because of a flood. */
  #lastFloodMs = Number.NEGATIVE_INFINITY;

  constructor(options: ListenerOptions) {
    this.#options = options;
    const { cert, key, clientCa, named } = options;
    this.#credentials = { cert, key, clientCa, named };
    this.#pacer = new RequestPacer(options.handle);
    this.#h1 = this.#createH1();
    this.#h2 = this.#createH2();
    this.#tls = this.#createTls(this.#credentials);
    this.#spreadConnections();
    this.#chooseCertificates();
  }

  /**
   * Starts to listen.
   * @param reserved a server that already listens on the port, and whose socket this one takes over
   * @returns the port
   */
  async listen(reserved?: NetServer): Promise<number> {
    const { host, port } = this.#options;
    await new Promise<void>((resolve, reject) => {
      this.#tls.once("error", reject);
      const onListening = (): void => {
        this.#tls.off("error", reject);
        resolve();
      };
      if (reserved) this.#tls.listen(reserved, backlog, onListening);
      else this.#tls.listen({ host, port, backlog }, onListening);
    });
    this.watchConnections();
    return (this.#tls.address() as AddressInfo).port;
  }

  /**
   * Starts the periodic checks of connections. Call this instead of `listen`, if all connections are passed to `accept`.
   */
  watchConnections(): void {
    const { responseTimeoutMs } = this.#options.limits;
    this.#repeat(responseTimeoutMs, () => {
      this.#abortOverdueResponses();
      return responseTimeoutMs;
    });
    this.#repeat(readingIntervalMs, () => {
      this.#resumeReading();
      return readingIntervalMs;
    });
    this.#repeat(floodCheckMs, () => this.#endFloods());
  }

  /**
   * Serves a connection that another listener has accepted.
   * @param socket a TCP connection from which nothing was read
   */
  accept(socket: Socket): void {
    if (this.#isDraining && !this.#takesFirstRequests) socket.destroy();
    else this.#tls.emit("connection", socket);
  }

  /** Adds the metric of failed handshakes. */
  registerMetrics(registry: MetricRegistry): void {
    registry.add(new Counter(handshakeErrors), (counter) => counter.raise([], this.#failedHandshakes));
  }

  /** Replaces certificates for new connections. */
  renew(changes: Partial<TlsCredentials>): void {
    this.#credentials = { ...this.#credentials, ...changes };
    this.#tls.setSecureContext(tlsOptions(this.#credentials, this.#tlsSettings));
    this.#chooseCertificates();
  }

  get #tlsSettings(): TlsSettings {
    const { minVersion, ciphers, servesHttp2, limits } = this.#options;
    return { minVersion, ciphers, servesHttp2, handshakeTimeoutMs: limits.handshakeTimeoutMs };
  }

  #createTls(credentials: TlsCredentials): TlsServer {
    const server = createTls(tlsOptions(credentials, this.#tlsSettings), (socket) => this.#serve(socket));
    server.on("tlsClientError", (error, socket) => {
      this.#failedHandshakes++;
      this.#options.logger.info("a TLS handshake failed", { reason: error.message });
      // After a timeout of the handshake, Node leaves the connection open.
      socket.destroy();
    });
    return server;
  }

  /** Makes a TLS server for each certificate that has names. These servers do not listen. */
  #chooseCertificates(): void {
    const credentials = this.#credentials;
    if (!credentials.named?.length) return;
    this.#choice = new CertificateChoice(credentials, this.#tls, (pair) =>
      this.#createTls({ ...credentials, ...pair }),
    );
  }

  /** Passes new connections to the TLS server of the certificate for the name that the client requests. */
  #spreadConnections(): void {
    const main = this.#tls;
    const listeners = main.listeners("connection");
    main.removeAllListeners("connection");
    const pass = (server: TlsServer, socket: Socket): void => {
      if (server !== main) server.emit("connection", socket);
      else for (const listener of listeners) listener.call(main, socket);
    };
    main.on("connection", (socket: Socket) => {
      this.#sockets.add(socket);
      this.#newConnections.add(socket);
      const choice = this.#choice;
      if (!choice) return pass(main, socket);
      readServerName(socket, this.#options.limits.handshakeTimeoutMs, (name) => {
        pass(choice.serverFor(name, socket.localAddress?.replace(/^::ffff:/, "") ?? ""), socket);
      });
    });
  }

  /**
   * As `drain()`, but a client that has just connected can still send its first request: its connection was made before
   * it could know that the server stops. Resolves when there are no such connections, or after `firstRequestMs`. HTTP/2
   * clients are not affected, because they send the request again on another connection.
   */
  async drainGently(): Promise<void> {
    this.#takesFirstRequests = true;
    this.#stopAccepting();
    for (const socket of this.#sockets) this.#h1Connections.get(socket)?.drainAfterFirstRequest();
    const timeout = deferred();
    using _timer = systemClock.after(this.#options.limits.firstRequestMs, () => timeout.resolve());
    await Promise.race([this.#newConnections.empty(), timeout.promise]);
    this.drain();
  }

  /** Stops accepting connections, and ends idle connections. Requests that are running can finish. */
  drain(): void {
    this.#takesFirstRequests = false;
    this.#stopAccepting();
    for (const socket of this.#sockets) this.#h1Connections.get(socket)?.drain();
  }

  #stopAccepting(): void {
    if (this.#isDraining) return;
    this.#isDraining = true;
    this.#tls.close();
    for (const session of this.#sessions) session.close();
  }

  /**
   * Drains the listener. Closes all connections after the unfinished responses were sent, or after `closeTimeoutMs`.
   */
  async close(): Promise<void> {
    this.drain();
    const allSent = Promise.all([this.#sessions.empty(), this.#responses.empty()]);
    const timeout = deferred();
    using _timer = systemClock.after(this.#options.limits.closeTimeoutMs, () => timeout.resolve());
    await Promise.race([allSent, timeout.promise]);
    for (const timer of this.#timers.values()) timer.cancel();
    this.#h1.close();
    for (const session of this.#sessions) session.destroy();
    for (const socket of this.#sockets) socket.destroy();
    await this.#sockets.empty();
  }

  #serve(socket: TLSSocket): void {
    this.#sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.setNoDelay(true);
    if (socket.alpnProtocol === "h2") {
      this.#newConnections.remove(socket);
      this.#h2.emit("connection", socket);
      return;
    }
    const connection = new H1Connection(socket, newPeer(socket), this.#options.limits.pipelinedMax);
    this.#h1Connections.set(socket, connection);
    this.#h1.emit("connection", socket);
    keepParsing(socket);
    if (this.#takesFirstRequests) connection.drainAfterFirstRequest();
    else if (this.#isDraining) connection.drain();
  }

  #createH1(): H1Server {
    const { limits } = this.#options;
    const server = createH1(
      {
        maxHeaderSize: limits.headerBytesMax,
        headersTimeout: limits.headersTimeoutMs,
        requestTimeout: limits.requestTimeoutMs,
        keepAliveTimeout: limits.idleTimeoutMs,
        connectionsCheckingInterval: 1000,
        // `headFault` checks it together with the rest of the head.
        requireHostHeader: false,
        IncomingMessage: UpgradeRequest,
      },
      (request: IncomingMessage, response: ServerResponse) => this.#handleH1(request, response),
    );
    // The exchange sends `100 Continue` when the body is read.
    server.on("checkContinue", (request, response) => this.#handleH1(request, response, true));
    server.on("checkExpectation", (request, response) => this.#rejectExpectation(request, response));
    // Otherwise Node would drop headers above its own limit, and a request could hide a header that way.
    server.maxHeadersCount = 0;
    server.on("clientError", (error, socket) => {
      if (hasDisconnected(error)) socket.destroy();
      else this.#h1Connections.get(socket)?.reject(statusOf(error));
    });
    server.on("connect", (_request, socket) => this.#h1Connections.get(socket)?.reject(methodNotAllowedStatus));
    server.on("upgrade", (request: IncomingMessage, socket: Socket, received: Buffer) => {
      this.#handleUpgrade(request, socket, received);
    });
    // This server never listens, but only a listening server watches for slow requests.
    server.emit("listening");
    return server;
  }

  #handleH1(request: IncomingMessage, response: ServerResponse, awaitsContinue = false): void {
    const { limits, handle } = this.#options;
    const connection = this.#h1Connections.get(request.socket);
    if (!connection) return;
    if (!connection.hasBegun) this.#newConnections.remove(request.socket);
    const run = (): void => {
      this.#responses.add(response);
      const fault = headFault(request, limits.headersMax);
      if (fault === undefined) void handle(new H1Exchange(request, response, connection.peer, awaitsContinue));
      else reject(response, fault);
    };
    connection.enqueue({ request, response, run });
  }

  /** Rejects expectations other than `100-continue`. An empty header expects nothing. */
  #rejectExpectation(request: IncomingMessage, response: ServerResponse): void {
    if (request.headers.expect === "") return this.#handleH1(request, response);
    const run = (): void => reject(response, expectationFailedStatus);
    this.#h1Connections.get(request.socket)?.enqueue({ request, response, run });
  }

  /** Handles a request that may switch to another protocol. It is the last one of its connection. */
  #handleUpgrade(request: IncomingMessage, socket: Socket, received: Buffer): void {
    const { limits, handle } = this.#options;
    const connection = this.#h1Connections.get(socket);
    if (!connection) return;
    if (connection.isBusy || this.#isDraining) {
      connection.reject(badRequestStatus);
      return;
    }
    this.#h1Connections.delete(socket);
    this.#newConnections.remove(socket);
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.on("finish", () => endAndLinger(socket));
    const fault = headFault(request, limits.headersMax);
    if (fault === undefined) void handle(new UpgradedExchange(request, response, connection.peer, received));
    else reject(response, fault);
  }

  /**
   * Calls `task` repeatedly until the listener is closed.
   * @param waitMs time before the first call
   * @param task returns the time before the next call in ms
   */
  #repeat(waitMs: number, task: () => number): void {
    const again = (): void => this.#repeat(task(), task);
    this.#timers.set(task, systemClock.after(waitMs, again));
  }

  /** Ends connections that flood the server. @returns the time before the next check in ms */
  #endFloods(): number {
    const nowMs = systemClock.monotonicMs();
    for (const session of this.#sessions) {
      if (this.#h2Connections.get(session)?.endFlood()) this.#lastFloodMs = nowMs;
    }
    return nowMs - this.#lastFloodMs < floodAlertMs ? alertFloodCheckMs : floodCheckMs;
  }

  #resumeReading(): void {
    for (const session of this.#sessions) this.#h2Connections.get(session)?.resumeReading();
  }

  #abortOverdueResponses(): void {
    const { responseTimeoutMs } = this.#options.limits;
    for (const session of this.#sessions) this.#h2Connections.get(session)?.abortOverdueResponses();
    for (const response of this.#responses) {
      abortIfOverdue(response, responseTimeoutMs, () => response.socket?.destroy());
    }
  }

  #createH2(): Http2Server {
    const { limits, logger } = this.#options;
    const server = createH2({
      maxHeaderListPairs: limits.headersMax,
      settings: { maxConcurrentStreams: limits.streamsMax, maxHeaderListSize: limits.headerBytesMax },
      unknownProtocolTimeout: limits.handshakeTimeoutMs,
    });
    server.on("session", (session: ServerHttp2Session) => {
      this.#sessions.add(session);
      const peer = newPeer(session.socket as TLSSocket, () => this.#h2Connections.get(session)?.end());
      const sharedOptions = { pacer: this.#pacer, turnResets: this.#turnResets };
      this.#h2Connections.set(session, new H2Connection(session, { peer, limits, logger, ...sharedOptions }));
      if (this.#isDraining) session.close();
    });
    // Node's types lack the last argument.
    const onStream = (
      stream: ServerHttp2Stream,
      headers: IncomingHttpHeaders,
      _flags: number,
      rawHeaders: readonly string[],
    ): void => this.#handleH2(stream, headers, rawHeaders);
    server.on("stream", onStream);
    return server;
  }

  #handleH2(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, rawHeaders: readonly string[]): void {
    // The exchange notices that a broken stream closes.
    stream.on("error", destroyStream);
    if (stream.session) this.#h2Connections.get(stream.session)?.handleStream(stream, headers, rawHeaders);
  }
}

/** One listener for all streams, because there may be very many. */
function destroyStream(this: Http2Stream): void {
  this.destroy();
}

function reject(response: ServerResponse, status: string): void {
  const { type, text } = rejectionOf(status);
  const content = text === "" ? {} : { "content-type": type };
  const headers = { ...content, "content-length": Buffer.byteLength(text), connection: "close" };
  response.writeHead(Number.parseInt(status, 10), status.slice(status.indexOf(" ") + 1), headers).end(text);
}

function newPeer(socket: TLSSocket, endConnection?: () => void): Peer {
  return { address: socket.remoteAddress ?? "", tls: socket, memo: new Map(), endConnection };
}
