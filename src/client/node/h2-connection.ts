/** One HTTP/2 connection to the server, direct or through a proxy, and the requests on it. */
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from "node:http2";
import { isIP, type Socket } from "node:net";
import { type ConnectionOptions, connect as connectOverTls } from "node:tls";
import { onAbort, orAborted } from "../../base/abort-listeners.ts";
import { type Clock, systemClock, type Timer } from "../../base/clock.ts";
import { deferred } from "../../base/deferred.ts";
import { reasonOf } from "../../base/reason-of.ts";
import { ReadingCheck } from "../../http2/index.ts";
import { openTunnel, plainHost, shownProxy } from "../../tunnel/index.ts";
import { ConnectionError, type TransportRequest, type TransportResponse } from "../transport.ts";
import type { H2TransportOptions, TransportCredentials } from "./h2-transport-options.ts";

type Certificate = TransportCredentials["certificate"];

/** The server has rejected the stream without processing the request. The request can be repeated safely. */
export class RefusedStreamError extends ConnectionError {}

/**
 * Maximum number of concurrent streams until the server announces it. The protocol recommends that servers accept as
 * many.
 */
const initialStreamsMax = 100;

const defaultPorts: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };

/** Functions of the transport that a connection calls. */
export interface ConnectionEvents {
  /** Called once, when the connection accepts no requests and none is in progress. */
  readonly onGone: () => void;
  /** Whether another connection can take the requests of this one, which has been idle between two pings. */
  readonly isSurplus: () => boolean;
}

/** An HTTP/2 connection that is opened on construction. */
export class H2ClientConnection {
  readonly #options: H2TransportOptions;
  readonly #certificate: Certificate;
  readonly #url: URL;
  readonly #clock: Clock;
  readonly #events: ConnectionEvents;
  /** Aborts the opening of the connection. */
  readonly #openAbort = new AbortController();
  readonly #connectTimer: Timer;
  /** Set immediately without a proxy, otherwise once the proxy has opened the tunnel. */
  #session: ClientHttp2Session | undefined;
  #reading: ReadingCheck | undefined;
  readonly #opened: Promise<ClientHttp2Session>;
  /** Number of requests that wait for the session. */
  #waiting = 0;
  /** Number of requests in progress. They keep the process alive; an idle connection does not. */
  #streams = 0;
  #isRetired = false;
  /** Whether a request was sent since the last ping. */
  #wasUsed = false;
  /** The timer of the next ping, or of the ping timeout. */
  #pingTimer: Timer | undefined;
  #error: Error | undefined;
  /** Whether the server has sent the first frame of HTTP/2. */
  #hasSettings = false;

  constructor(options: H2TransportOptions, certificate: Certificate, events: ConnectionEvents) {
    const { url, proxy, clock = systemClock, connectTimeoutMs = 30_000 } = options;
    this.#options = options;
    this.#certificate = certificate;
    this.#url = new URL(url);
    this.#clock = clock;
    this.#events = events;
    this.#connectTimer = clock.after(connectTimeoutMs, () =>
      this.#destroy(new Error(`no connection within ${connectTimeoutMs} ms`)),
    );
    this.#opened = this.#openSession(proxy);
    this.#opened.catch(() => this.#cleanUp());
  }

  get isUsable(): boolean {
    const session = this.#session;
    return !this.#isRetired && (session ? !session.closed && !session.destroyed : !this.#error);
  }

  /** Whether another request can be sent at once. The server limits the number of concurrent streams. */
  get hasFreeStream(): boolean {
    const { maxConcurrentStreams = initialStreamsMax } = this.#session?.remoteSettings ?? {};
    return this.#streams + this.#waiting < maxConcurrentStreams;
  }

  hasCertificate(certificate: Certificate): boolean {
    return this.#certificate?.cert === certificate?.cert && this.#certificate?.key === certificate?.key;
  }

  /** Accepts no further requests, and closes the connection when the last one ends. */
  retire(): void {
    this.#isRetired = true;
    if (this.#waiting === 0) this.#session?.close();
  }

  async close(): Promise<void> {
    const session = this.#session;
    const closed = deferred();
    if (!session || session.destroyed) closed.resolve();
    else session.once("close", () => closed.resolve());
    this.#destroy(new Error("the connection is closed"));
    await closed.promise;
  }

  async send(request: TransportRequest, more: TransportCredentials["headers"]): Promise<TransportResponse> {
    const { method, target, headers, body, signal } = request;
    const path = this.#url.pathname.replace(/\/$/, "") + target;
    const stream = await this.#open({ ":method": method, ":path": path, ...headers, ...more }, request);
    const response = deferred<TransportResponse>();
    const fail = (error: unknown): void => {
      const isRefused = stream.rstCode === constants.NGHTTP2_REFUSED_STREAM;
      const failure = this.#asConnectionError(error);
      response.reject(isRefused ? new RefusedStreamError(failure.message, { cause: failure }) : failure);
    };
    const cancel = (): void => {
      // A stream that waits for its turn does not close before that.
      response.reject(signal?.reason);
      stream.close(constants.NGHTTP2_CANCEL);
    };
    const abortListener = signal && onAbort(signal, cancel);
    if (signal?.aborted) cancel();
    stream.on("error", fail);
    stream.once("close", () => {
      abortListener?.[Symbol.dispose]();
      fail(this.#error ?? new Error(this.#hasSettings ? "the stream was closed" : this.#earlyEnd()));
    });
    stream.once("response", (responseHeaders) => {
      response.resolve({
        status: Number(responseHeaders[":status"]),
        headers: headersOf(responseHeaders),
        body: this.#bodyOf(stream, signal),
      });
    });
    if (body !== undefined) stream.end(body);
    return await response.promise;
  }

  async #open(headers: OutgoingHttpHeaders, { body, signal }: TransportRequest): Promise<ClientHttp2Stream> {
    this.#waiting++;
    try {
      const session = this.#session ?? (await orAborted(this.#opened, signal));
      const stream = session.request(headers, { endStream: body === undefined });
      this.#wasUsed = true;
      if (this.#streams++ === 0) session.ref();
      this.#reading?.noteRequest();
      stream.once("close", () => {
        if (--this.#streams === 0) session.unref();
      });
      return stream;
    } catch (error) {
      signal?.throwIfAborted();
      throw this.#asConnectionError(error);
    } finally {
      if (--this.#waiting === 0) this.#onNoWaiters();
    }
  }

  #onNoWaiters(): void {
    if (!this.#session) this.#destroy(new Error("no request waits for the connection"));
    else if (this.#isRetired) this.#session.close();
  }

  async #openSession(proxy: URL | undefined): Promise<ClientHttp2Session> {
    const { ca, insecure } = this.#options;
    const { protocol, port } = this.#url;
    const target = { host: plainHost(this.#url), port: port === "" ? (defaultPorts[protocol] ?? 0) : Number(port) };
    try {
      const { signal } = this.#openAbort;
      return this.#startSession(proxy && (await openTunnel({ proxy, target, ca, insecure, signal })));
    } catch (error) {
      this.#error ??= error instanceof Error ? error : new Error(String(error));
      throw this.#error;
    }
  }

  /** @param tunnel the connection through a proxy. Undefined for a direct connection */
  #startSession(tunnel?: Socket): ClientHttp2Session {
    const { ca, serverName, insecure = false } = this.#options;
    const tls: ConnectionOptions = {
      ...(ca ? { ca } : {}),
      ...this.#certificate,
      ...(serverName ? { servername: serverName } : {}),
      rejectUnauthorized: !insecure,
    };
    const session = connect(this.#url, {
      ...tls,
      ...(tunnel ? { createConnection: () => this.#secured(tunnel, tls) } : {}),
    });
    this.#session = session;
    this.#reading = new ReadingCheck(session, this.#clock, () => this.#streams > 0);
    session.unref();
    session.once("connect", () => {
      this.#connectTimer.cancel();
      this.#pingLater();
    });
    session.once("remoteSettings", () => {
      this.#hasSettings = true;
    });
    session.on("error", (error) => (this.#error ??= error));
    session.once("close", () => this.#cleanUp());
    return session;
  }

  #secured(tunnel: Socket, tls: ConnectionOptions): Socket {
    if (this.#url.protocol !== "https:") return tunnel;
    const host = plainHost(this.#url);
    const named = isIP(host) === 0 ? { servername: host } : {};
    return connectOverTls({ socket: tunnel, host, ...named, ...tls, ALPNProtocols: ["h2"] });
  }

  #destroy(error: Error): void {
    this.#error ??= error;
    this.#openAbort.abort(this.#error);
    this.#session?.destroy(this.#error);
  }

  #cleanUp(): void {
    this.#connectTimer.cancel();
    this.#pingTimer?.cancel();
    this.#events.onGone();
  }

  async *#bodyOf(stream: ClientHttp2Stream, signal: AbortSignal | undefined): AsyncIterable<Uint8Array> {
    try {
      for await (const piece of stream) yield piece as Uint8Array;
      signal?.throwIfAborted();
      if (stream.rstCode !== constants.NGHTTP2_NO_ERROR) throw new Error(`the stream was reset (${stream.rstCode})`);
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      throw this.#asConnectionError(error);
    } finally {
      // Do not reset a stream that has ended: servers count resets, and treat a thousand of them as an attack.
      if (!stream.readableEnded) stream.close(constants.NGHTTP2_CANCEL);
    }
  }

  #asConnectionError(error: unknown): ConnectionError {
    if (error instanceof ConnectionError) return error;
    const cause = this.#describedCause(this.#error ?? error);
    const { proxy } = this.#options;
    const through = proxy ? ` through ${shownProxy(proxy)}` : "";
    return new ConnectionError(`${this.#url.origin}${through}: ${reasonOf(cause)}`, { cause });
  }

  /** Describes the end of a connection on which the server has not sent anything of HTTP/2. */
  #earlyEnd(): string {
    const advice = this.#url.protocol === "http:" ? "; if it requires TLS, its URL must begin with https:" : "";
    return `the server closed the connection before it responded${advice}`;
  }

  /** Returns the error of the connection. Replaces errors that do not describe what is wrong with the server. */
  #describedCause(error: unknown): unknown {
    if (!(error instanceof Error) || !("code" in error)) return error;
    switch (error.code) {
      case "ERR_HTTP2_STREAM_CANCEL":
        return error.cause === undefined ? error : this.#describedCause(error.cause);
      case "ERR_SSL_WRONG_VERSION_NUMBER":
        return new Error("the server does not speak TLS");
      case "ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL":
        return new Error("the server does not support HTTP/2");
      case "ERR_HTTP2_ERROR":
        return this.#hasSettings ? error : new Error("the server does not support HTTP/2");
      default:
        return error;
    }
  }

  /** Whether no request was in progress since the last ping. */
  get #isIdle(): boolean {
    return !this.#wasUsed && this.#streams === 0 && this.#waiting === 0;
  }

  /** Sends pings to detect a connection that was lost without notice. Otherwise, watches would wait on it forever. */
  #pingLater(): void {
    const { pingIntervalMs = 30_000 } = this.#options;
    this.#pingTimer = this.#clock.after(pingIntervalMs, () => {
      if (!this.isUsable) return;
      if (this.#isIdle && this.#events.isSurplus()) return this.retire();
      this.#wasUsed = false;
      this.#pingTimer = this.#clock.after(pingIntervalMs, () =>
        this.#destroy(new Error("the server does not respond to pings")),
      );
      this.#session?.ping((error) => {
        this.#pingTimer?.cancel();
        if (error) this.#destroy(error);
        else this.#pingLater();
      });
    });
  }
}

function headersOf(responseHeaders: IncomingHttpHeaders): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(responseHeaders).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]),
  );
}
