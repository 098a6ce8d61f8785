/**
 * HTTP/2 over TLS: one connection for all requests, made when it is first needed, and again when it is gone. A server that
 * takes no more streams gets another connection beside it.
 */
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from "node:http2";
import type { SecureContextOptions } from "node:tls";
import { type Clock, systemClock, type Timer } from "../../base/clock.ts";
import { deferred } from "../../base/deferred.ts";
import { ConnectionError, type Transport, type TransportRequest, type TransportResponse } from "../transport.ts";

export interface H2TransportOptions {
  /** `https://127.0.0.1:6443` */
  readonly url: string;
  /** Certificates in PEM that vouch for the server. */
  readonly ca?: string;
  /** What the server's certificate has to name, where that is not the host. */
  readonly serverName?: string;
  /** Trusts any server. */
  readonly insecure?: boolean;
  /** Asked before every request. */
  readonly credentials?: (signal: AbortSignal) => Promise<TransportCredentials> | TransportCredentials;
  /** Told of those that the server did not accept, before the request is made once more. */
  readonly onRefused?: (credentials: TransportCredentials) => void;
  /** Default: the system's. */
  readonly clock?: Clock;
  /** How long a connection may take. Default: 30 s. */
  readonly connectTimeoutMs?: number;
  /** An idle connection is asked for a sign of life this often. Default: 30 s. */
  readonly pingIntervalMs?: number;
}

export interface TransportCredentials {
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** In PEM. Another one than before needs another connection. */
  readonly certificate?: { readonly cert: string; readonly key: string };
}

export class H2Transport implements Transport {
  readonly #options: H2TransportOptions;
  #connection: Connection | undefined;
  readonly #all = new Set<Connection>();
  readonly #closing = new AbortController();

  constructor(options: H2TransportOptions) {
    this.#options = options;
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    const { credentials: used, response } = await this.#sendOnce(request);
    if (response.status !== 401 || !this.#options.onRefused) return response;
    this.#options.onRefused(used);
    for await (const _ of response.body);
    return (await this.#sendOnce(request)).response;
  }

  async #sendOnce(
    request: TransportRequest,
  ): Promise<{ readonly credentials: TransportCredentials; readonly response: TransportResponse }> {
    const { signal = this.#closing.signal } = request;
    signal.throwIfAborted();
    const credentials = (await this.#options.credentials?.(signal)) ?? {};
    signal.throwIfAborted();
    const response = await this.#connectionFor(credentials).send(request, credentials.headers);
    return { credentials, response };
  }

  async close(): Promise<void> {
    this.#closing.abort(new ConnectionError("the transport is closed"));
    await Promise.all([...this.#all].map((connection) => connection.close()));
  }

  #connectionFor({ certificate }: TransportCredentials): Connection {
    this.#closing.signal.throwIfAborted();
    const known = this.#connection;
    if (known?.isUsable && known.isOf(certificate)) return known;
    const made = new Connection(this.#options, certificate, () => {
      this.#all.delete(made);
      if (this.#connection === made) this.#connection = undefined;
    });
    // The one before ends when its last request does.
    known?.retire();
    this.#all.add(made);
    this.#connection = made;
    return made;
  }
}

type Certificate = TransportCredentials["certificate"];

class Connection {
  readonly #session: ClientHttp2Session;
  readonly #certificate: Certificate;
  readonly #url: URL;
  readonly #clock: Clock;
  readonly #pingIntervalMs: number;
  /** Requests under way: they keep the process alive, a connection without does not. */
  #streams = 0;
  /** Until the next sign of life is asked for, or given. */
  #pulse: Timer | undefined;
  #error: Error | undefined;

  constructor(options: H2TransportOptions, certificate: Certificate, onGone: () => void) {
    const { url, ca, serverName, insecure = false } = options;
    const { clock = systemClock, connectTimeoutMs = 30_000, pingIntervalMs = 30_000 } = options;
    this.#clock = clock;
    this.#pingIntervalMs = pingIntervalMs;
    this.#url = new URL(url);
    this.#certificate = certificate;
    const tls: SecureContextOptions = { ...(ca ? { ca } : {}), ...certificate };
    const session = connect(this.#url, {
      ...tls,
      ...(serverName ? { servername: serverName } : {}),
      rejectUnauthorized: !insecure,
    });
    this.#session = session;
    const tooLong = clock.after(connectTimeoutMs, () =>
      session.destroy(new Error(`no connection within ${connectTimeoutMs} ms`)),
    );
    session.unref();
    session.once("connect", () => {
      tooLong.cancel();
      this.#pingLater();
    });
    session.once("error", (error) => (this.#error = error));
    session.once("close", () => {
      tooLong.cancel();
      this.#pulse?.cancel();
      onGone();
    });
  }

  get isUsable(): boolean {
    return !this.#session.closed && !this.#session.destroyed;
  }

  isOf(certificate: Certificate): boolean {
    return this.#certificate?.cert === certificate?.cert && this.#certificate?.key === certificate?.key;
  }

  retire(): void {
    if (this.isUsable) this.#session.close();
  }

  async close(): Promise<void> {
    if (this.#session.destroyed) return;
    const closed = deferred();
    this.#session.once("close", () => closed.resolve());
    this.#session.destroy();
    await closed.promise;
  }

  async send(request: TransportRequest, more: TransportCredentials["headers"]): Promise<TransportResponse> {
    const { method, target, headers, body, signal } = request;
    const stream = this.#open({ ":method": method, ":path": target, ...headers, ...more }, body === undefined);
    const answered = deferred<TransportResponse>();
    const fail = (error: unknown): void => answered.reject(this.#asConnectionError(error));
    const onAbort = (): void => stream.close(constants.NGHTTP2_CANCEL);
    signal?.addEventListener("abort", onAbort, { once: true });
    stream.on("error", fail);
    stream.once("close", () => {
      signal?.removeEventListener("abort", onAbort);
      if (signal?.aborted) answered.reject(signal.reason);
      else fail(this.#error ?? new Error("the stream was closed"));
    });
    stream.once("response", (given) => {
      answered.resolve({
        status: Number(given[":status"]),
        headers: headersOf(given),
        body: this.#bodyOf(stream, signal),
      });
    });
    if (body !== undefined) stream.end(body);
    return await answered.promise;
  }

  #open(headers: OutgoingHttpHeaders, endStream: boolean): ClientHttp2Stream {
    try {
      const stream = this.#session.request(headers, { endStream });
      if (this.#streams++ === 0) this.#session.ref();
      stream.once("close", () => {
        if (--this.#streams === 0) this.#session.unref();
      });
      return stream;
    } catch (error) {
      throw this.#asConnectionError(error);
    }
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
      // A reset of what has ended by itself is one that servers count: after a thousand they take it for an attack.
      if (!stream.readableEnded) stream.close(constants.NGHTTP2_CANCEL);
    }
  }

  #asConnectionError(error: unknown): ConnectionError {
    if (error instanceof ConnectionError) return error;
    const cause = this.#error ?? error;
    const why = cause instanceof Error ? cause.message : String(cause);
    return new ConnectionError(`${this.#url.origin}: ${why}`, { cause });
  }

  /** A connection that has died without a word is found out, so that watches do not wait on it for ever. */
  #pingLater(): void {
    this.#pulse = this.#clock.after(this.#pingIntervalMs, () => {
      if (!this.isUsable) return;
      this.#pulse = this.#clock.after(this.#pingIntervalMs, () =>
        this.#session.destroy(new Error("no sign of life from the server")),
      );
      this.#session.ping((error) => {
        this.#pulse?.cancel();
        if (error) this.#session.destroy(error);
        else this.#pingLater();
      });
    });
  }
}

function headersOf(given: IncomingHttpHeaders): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]),
  );
}
