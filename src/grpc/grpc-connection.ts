/**
 * The HTTP/2 connection to a server, for gRPC. It is opened by the first call, and again by the first call after it was
 * lost. This is not a gRPC library, because such a library took three times as much processor time for each write; see
 * docs/decisions/0011-own-grpc-client.md.
 */
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type SecureClientSessionOptions,
} from "node:http2";
import { connect as connectSocket } from "node:net";
import type { Clock, Timer } from "../base/clock.ts";
import { ReadingCheck } from "../http2/index.ts";
import { GrpcCallError } from "./call-error.ts";
import { grpcStatus } from "./grpc-status.ts";
import {
  connectionWindowBytes,
  keepaliveMs,
  keepaliveTimeoutMs,
  sessionMegabytesMax,
  streamWindowBytes,
} from "./limits.ts";

const closedText = "the connection was closed";

/** Certificates in PEM for servers that are reached over https, and the socket of a server that is reached without TLS. */
export interface GrpcConnectionOptions {
  /** CA certificates that sign the server's certificate. Default: the CAs that Node trusts. */
  readonly ca?: Buffer;
  /** Client certificate and its key: both or none. */
  readonly certificate?: Buffer;
  readonly key?: Buffer;
  /** Path of the socket of a server on this machine, which is reached without TLS. The URL then names no address. */
  readonly socketPath?: string;
}

/** A session, and what happened to it. */
interface OpenSession {
  readonly session: ClientHttp2Session;
  readonly reading: ReadingCheck;
  isConnected: boolean;
  /** The reason why it was lost. */
  failure: Error | undefined;
}

/** A stream, and the session that carries it. */
export interface GrpcStream {
  readonly stream: ClientHttp2Stream;
  /** Whether the connection was established, so that the request may have been sent. */
  readonly mayBeSent: () => boolean;
  /** The reason why the connection was lost. Undefined if it was not. */
  readonly connectionFailure: () => Error | undefined;
}

/** Opens streams on one connection. */
export class GrpcConnection {
  readonly #url: string;
  readonly #options: SecureClientSessionOptions;
  readonly #clock: Clock;
  #open: OpenSession | undefined;
  #isClosed = false;
  #streams = 0;
  #keepalive: Timer | undefined;

  constructor(url: string, { ca, certificate, key, socketPath }: GrpcConnectionOptions, clock: Clock) {
    this.#url = url;
    this.#clock = clock;
    this.#options = {
      settings: { enablePush: false, initialWindowSize: streamWindowBytes },
      maxSessionMemory: sessionMegabytesMax,
      ...(ca ? { ca } : {}),
      ...(certificate ? { cert: certificate } : {}),
      ...(key ? { key } : {}),
      ...(socketPath === undefined ? {} : { createConnection: () => connectSocket(socketPath) }),
    };
  }

  /**
   * Opens a stream for one call. Events of a lost connection reach the stream.
   * @throws GrpcCallError after `close()`: another session would keep the process running
   */
  open(path: string, headers: Readonly<Record<string, string>> = {}): GrpcStream {
    if (this.#isClosed) throw closedError();
    const open = this.#session();
    const stream = open.session.request({
      ":method": "POST",
      ":path": path,
      "content-type": "application/grpc",
      te: "trailers",
      ...headers,
    });
    this.#streams++;
    open.reading.noteRequest();
    stream.once("close", () => {
      this.#streams--;
    });
    return { stream, mayBeSent: () => open.isConnected, connectionFailure: () => open.failure };
  }

  /** Drops a connection that could not be established so far, so that the next call tries again. */
  dropUnlessConnected(): void {
    if (this.#open && !this.#open.isConnected) this.#drop(this.#open, new Error("the connection was not established"));
  }

  /** Ends all calls. Later ones fail. */
  close(): void {
    this.#isClosed = true;
    if (this.#open) this.#drop(this.#open, new Error(closedText));
  }

  #session(): OpenSession {
    // A session emits `close` only some time after it was destroyed.
    if (!this.#open || this.#open.session.destroyed || this.#open.session.closed) this.#open = this.#connect();
    return this.#open;
  }

  #connect(): OpenSession {
    const session = connect(this.#url, this.#options);
    const reading = new ReadingCheck(session, this.#clock, () => this.#streams > 0);
    const open: OpenSession = { session, reading, isConnected: false, failure: undefined };
    session.once("connect", () => {
      // A session that was destroyed while its handshake ended still emits `connect`.
      if (session.destroyed) return;
      open.isConnected = true;
      session.setLocalWindowSize(connectionWindowBytes);
    });
    session.on("error", (error: Error) => this.#drop(open, error));
    // A server that stops accepts no further calls. Those in progress may still end.
    session.once("goaway", () => this.#forget(open));
    session.once("close", () => this.#forget(open));
    this.#keepalive?.cancel();
    this.#keepalive = this.#clock.after(keepaliveMs, () => this.#ping(open));
    return open;
  }

  /** Checks the connection. A server may close connections that are checked although they have no calls. */
  #ping(open: OpenSession): void {
    if (this.#open !== open) return;
    this.#keepalive = this.#clock.after(keepaliveMs, () => this.#ping(open));
    if (this.#streams === 0 || !open.isConnected || open.session.destroyed) return;
    const timer = this.#clock.after(keepaliveTimeoutMs, () =>
      this.#drop(open, new Error(`the connection has not responded within ${keepaliveTimeoutMs} ms`)),
    );
    open.session.ping(() => timer.cancel());
  }

  #drop(open: OpenSession, failure: Error): void {
    open.failure ??= failure;
    this.#forget(open);
    open.session.destroy(failure, constants.NGHTTP2_CANCEL);
  }

  #forget(open: OpenSession): void {
    if (this.#open !== open) return;
    this.#open = undefined;
    this.#keepalive?.cancel();
  }
}

function closedError(): GrpcCallError {
  return new GrpcCallError({ code: grpcStatus.unavailable, details: closedText, isUnsent: true });
}
